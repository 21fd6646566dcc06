import type { RecordValue } from '../../../contracts/record.ts';
import type { EventCondition, EventConditions } from '../../../contracts/shown-events.ts';
import { listBindingTransitions } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { EventPlan, EventWhenPlan, Plan } from '../../../plan/plan.ts';

/** A change as the cell When names it: by the operation's own name, and by the transition or verb that it is. */
export type Change = Pick<OperationPlan, 'name' | 'kind' | 'verb' | 'resource'> & { readonly replaces?: true };

/** A kind of event that a change may make. */
export interface Fitting {
  readonly event: EventPlan;
  /** Whether it happens where the change leaves the record so, undefined where it is erased, and the record was so before. */
  happens(after: RecordValue | undefined, before: RecordValue | undefined): boolean;
}

/** A transition by its words, however it is reached, and what a replace creates; any other operation by its own name. */
export function formatChange({ name, kind, verb, resource, replaces }: Change): string {
  if (replaces === true) return `create ${resource}`;
  return kind === 'transition' ? `${verb} ${resource}` : name;
}

/**
 * The kinds of events that a change makes, in the order of their table. A transition is meant by its words however it is reached;
 * any other operation that has a name of its own is meant by that alone.
 */
export function listMatchingEvents(
  plan: Pick<Plan, 'events' | 'resources'>,
  change: Change,
  conditions?: EventConditions,
): readonly Fitting[] {
  const words = formatChange(change);
  const name = change.replaces === true ? words : change.name;
  return plan.events.flatMap((event): Fitting[] => {
    const compiled = conditions?.get(event.name);
    const when = event.when
      .map((one, at) => ({ ...one, holds: compiled?.[at] }))
      .filter(({ operation, emitted }) => !emitted && (operation === name || operation === words));
    if (when.length === 0) return [];
    if (when.some(isUnconditional)) return [{ event, happens: () => true }];
    const tests = when.map((one) => createTest(plan, change, one));
    return [{ event, happens: (after, before) => tests.some((test) => test(after, before)) }];
  });
}

function isUnconditional({ to, condition }: EventWhenPlan): boolean {
  return to === undefined && condition === undefined;
}

function createTest(
  plan: Pick<Plan, 'resources'>,
  change: Change,
  { to, holds }: EventWhenPlan & { readonly holds: EventCondition | undefined },
): Fitting['happens'] {
  const fields = to === undefined ? [] : stateFieldsOf(plan, change, [to]);
  // An update reports a state that it moves the record to, a transition each state that it ends in.
  const enters = change.kind === 'update' || change.kind === 'replace';
  const isThere = (after: RecordValue | undefined, before: RecordValue | undefined): boolean =>
    after !== undefined && fields.some((field) => after[field] === to && !(enters && before?.[field] === to));
  return (after, before) => {
    if (to !== undefined && !isThere(after, before)) return false;
    const record = after ?? before;
    return holds === undefined || (record !== undefined && holds(record, before));
  };
}

/** The state fields that a change may move: those of the machines that have the transition, at creation all. */
function stateFieldsOf(
  plan: Pick<Plan, 'resources'>,
  { kind, verb, resource }: Change,
  states: readonly string[],
): readonly string[] {
  const machines = plan.resources.find(({ name }) => name === resource)?.machines ?? [];
  const called = kind === 'transition' ? verb : kind;
  return machines.flatMap(({ field, states: known, transitions }) => {
    if (field === undefined || !known.some(({ name }) => states.includes(name))) return [];
    const names = kind === 'update' || kind === 'replace' ? listBindingTransitions(kind) : [called];
    const moves = kind === 'create' || transitions.some(({ name }) => names.includes(name));
    return moves ? [field] : [];
  });
}

/** The event that code of an operation emits under a name, where the document says so. */
export function findEmittedEvent(plan: Plan, operation: string, name: string): EventPlan | undefined {
  return plan.events.find(
    (event) => event.name === name && event.when.some((when) => when.emitted && when.operation === operation),
  );
}
