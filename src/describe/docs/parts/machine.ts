import type { Plan } from '../../../plan/plan.ts';
import type { ResourcePlan, StateMachinePlan } from '../../../plan/resource.ts';
import { toAnchor } from '../anchors.ts';
import { type Html, html } from '../html.ts';

/** A state machine with its resource, and the names of its places on the page. */
export interface Machine {
  readonly resource: ResourcePlan;
  readonly plan: StateMachinePlan;
  /** `Invoice`, or `Invoice.status` where the resource has several machines. */
  readonly title: string;
}

/** Lists the machines of a plan, in the document's order. */
export function listMachines({ resources }: Pick<Plan, 'resources'>): readonly Machine[] {
  return resources.flatMap((resource) =>
    resource.machines.map((plan): Machine => {
      const several = resource.machines.length > 1 && plan.field !== undefined;
      return { resource, plan, title: several ? `${resource.name}.${plan.field}` : resource.name };
    }),
  );
}

/** Returns the id of a state. */
export function toStateId({ title }: Machine, state: string): string {
  return toAnchor('states', `${title}-is-${state}`);
}

/** Returns the name under which a transition is linked among the states. */
export function toTransitionName({ title }: Machine, transition: string): string {
  return `${title}-${transition}`;
}

/** Writes a state as a mark. */
export function renderState({ plan }: Machine, name: string): Html {
  const kind = plan.states.find((state) => state.name === name)?.kind ?? 'plain';
  return html`<span class="state ${kind}">${name}</span>`;
}
