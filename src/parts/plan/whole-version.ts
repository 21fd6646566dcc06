import type { OperationPlan, StepPlan } from '../../plan/operation.ts';
import type { CodePlan, DeliveryPlan, EventPlan, Plan } from '../../plan/plan.ts';
import type { ResourcePlan, StateMachinePlan } from '../../plan/resource.ts';
import { createVersionPlans, type VersionOperation, type VersionPlans } from '../../plan/version/plans.ts';
import { createMarks } from '../../plan/version/unchecked.ts';
import type { VersionPlan } from '../../plan/version.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { findNamed } from '../../text/find-named.ts';
import { listChangeEffects } from '../diff/change-effects.ts';
import { buildWholePlan } from '../plan.ts';
import type { Service } from '../service.ts';
import { planSteps } from '../steps.ts';
import { buildVersionPlan } from '../versions.ts';
import { addCodeRefusals, listCodeRefusals } from './code-refusals.ts';
import { withExchanges } from './exchange.ts';

/**
 * Returns the whole plan of a document without errors as the clients of a version see it, by default of the version that the
 * document states; undefined for a version that it does not list.
 */
export function buildWholePlanOf(service: Service, version?: string): WholePlan | undefined {
  const found = findWholePlan(service, version);
  return found === undefined
    ? undefined
    : { ...found, text: service.source.text, changeEffects: listChangeEffects(service) };
}

function findWholePlan(service: Service, version: string | undefined): WholePlan | undefined {
  const plan = buildWholePlan(service);
  const { versions } = plan.versioning;
  const row = version === undefined ? versions[0] : findNamed(versions, version);
  if (row === undefined) return version === undefined ? plan : undefined;
  if (row === versions[0]) return { ...withExchanges(showOnly(plan, row)), versioning: plan.versioning };
  return showVersion(plan, buildVersionPlan(service, row.name)!);
}

/** A plan whose responses have the headers of one version alone. */
function showOnly(plan: Plan, row: Plan['versioning']['versions'][number]): WholePlan {
  return { ...plan, versioning: { ...plan.versioning, versions: [row] }, version: row };
}

function showVersion(plan: Plan, version: VersionPlan): WholePlan {
  const plans = createVersionPlans(plan, version);
  const older = version.interface;
  const show = (code: CodePlan): CodePlan => {
    const name = plans.names.older('code', '', code.code);
    return older.errors.codes.find((candidate) => candidate.code === name) ?? code;
  };
  const shown = plan.errors.codes.map(show);
  const codes = [...new Map([...older.errors.codes, ...shown].map((code) => [code.code, code])).values()];
  const row = findNamed(plan.versioning.versions, version.name)!;
  const operations = plans.operations.map((operation) => planOlderSteps(plans, operation));
  const made = withExchanges({ ...showOnly(plans.run, row), operations }, show);
  const mark = createMarks(version.turns);
  const rename = (code: string): string => show(plan.errors.codes.find((candidate) => candidate.code === code)!).code;
  return {
    ...made,
    resources: older.resources.map((resource) => {
      const shown = showResource(plan, plans, resource);
      return { ...shown, fields: mark(shown.name, shown.fields) };
    }),
    objects: older.objects.map((object) => ({ ...object, members: mark(object.name, object.members) })),
    unions: older.unions,
    operations: made.operations.map((operation) => ({ ...operation, steps: renameCodes(operation.steps, rename) })),
    refusals: plan.refusals.map((refusal) => renameCode(refusal, rename)),
    events: showEvents(plan, plans),
    deliveries: plan.deliveries.map((delivery) => showDelivery(plans, delivery)),
    errors: { ...older.errors, codes },
    versioning: plan.versioning,
  };
}

/** An operation as clients of the version see it, with the steps that their requests have. */
function planOlderSteps(
  { run, version }: VersionPlans,
  { older, run: plan, present }: VersionOperation,
): OperationPlan {
  const resource = findNamed(run.resources, present.resource);
  const steps = planSteps({ plan: run, operation: plan, resource, older: { operation: older, version: version.name } });
  return { ...older, steps: addCodeRefusals(steps, listCodeRefusals(present.steps)) };
}

type Rename = (name: string) => string;

function renameCodes(steps: readonly StepPlan[], rename: Rename): readonly StepPlan[] {
  return steps.map((step) => {
    if (step.refusals === undefined) return step;
    return { ...step, refusals: step.refusals.map((refusal) => renameCode(refusal, rename)) };
  });
}

function renameCode<R extends { readonly code?: string }>(refusal: R, rename: Rename): R {
  return refusal.code === undefined ? refusal : { ...refusal, code: rename(refusal.code) };
}

/** A resource by the names of the version; its rules, and what its transitions do, are the present ones. */
function showResource(
  plan: Plan,
  plans: VersionPlans,
  { name, fields, identity }: VersionPlan['interface']['resources'][number],
): ResourcePlan {
  const present = findNamed(plan.resources, name)!;
  return {
    ...present,
    identity,
    fields: fields.map(({ computed, assigned, ...field }) => {
      const newer = plans.names.newer('field', name, field.name);
      const stored = findNamed(present.fields, newer);
      return {
        ...field,
        column: field.name,
        storage: stored?.storage ?? 'json',
        ...(computed === true && stored?.computed !== undefined ? { computed: stored.computed } : {}),
        ...(assigned !== undefined && stored?.assigned !== undefined ? { assigned: stored.assigned } : {}),
        ...(stored?.onDelete === undefined ? {} : { onDelete: stored.onDelete }),
      };
    }),
    machines: present.machines.map((machine) => showMachine(plans, name, machine)),
  };
}

function showMachine({ names }: VersionPlans, resource: string, machine: StateMachinePlan): StateMachinePlan {
  const { field } = machine;
  const older = field === undefined ? undefined : names.older('field', resource, field);
  const state: Rename = (name) => names.older('value', `${resource}.${field}`, name) ?? name;
  return {
    ...machine,
    ...(older === undefined ? {} : { field: older }),
    states: [
      ...new Map(
        machine.states.toReversed().map((one) => [state(one.name), { ...one, name: state(one.name) }]),
      ).values(),
    ].toReversed(),
    transitions: machine.transitions.map((row) => ({
      ...row,
      from: row.from.map(state),
      to: row.to.kind === 'state' ? { kind: 'state', state: state(row.to.state) } : row.to,
    })),
    matrix: machine.matrix.flatMap(({ field: of, cells, line }) => {
      const shown = names.older('field', resource, of);
      if (shown === undefined) return [];
      return [{ field: shown, cells: mergeCells(machine, cells, state), line }];
    }),
  };
}

/** The cells by the states of the version: where several present states are one in it, those on which they agree. */
function mergeCells({ states }: StateMachinePlan, cells: Cells, rename: Rename): Cells {
  const merged = Map.groupBy(states, ({ name }) => rename(name));
  return Object.fromEntries(
    [...merged].flatMap(([name, all]) => {
      const [first, ...others] = all.map((one) => cells[one.name]);
      return first === undefined || others.some((cell) => cell !== first) ? [] : [[name, first]];
    }),
  );
}

type Cells = StateMachinePlan['matrix'][number]['cells'];

/** The events of the version, with what brings each about. */
function showEvents(plan: Plan, { names, version }: VersionPlans): readonly EventPlan[] {
  return version.interface.events.map((event) => {
    const newer = names.newer('event', '', event.name);
    const present = findNamed(plan.events, newer);
    return { ...event, when: present?.when ?? [] };
  });
}

function showDelivery({ names }: VersionPlans, delivery: DeliveryPlan): DeliveryPlan {
  const { events } = delivery;
  if (!Array.isArray(events)) return delivery;
  return { ...delivery, events: events.flatMap((name: string) => names.older('event', '', name) ?? []) };
}
