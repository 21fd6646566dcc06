import { computeDigest } from '../../plan/digest.ts';
import { mustBePresent } from '../../plan/fields/presence.ts';
import { listCountedResources } from '../../plan/named-limits.ts';
import type { EventPlan, LimitPlan, Plan } from '../../plan/plan.ts';
import type { FieldPlan, ResourcePlan, StateMachinePlan } from '../../plan/resource.ts';
import { findNamed } from '../../text/find-named.ts';
import { createLayout } from '../layout.ts';
import type { Step } from './step.ts';

/**
 * Returns why an instance of an older document must not write to a store of this one, each reason as a clause; none if both may run at the
 * same time: then every record that the older one writes fits this document.
 */
export function explainExclusiveWrites(older: Plan, now: Plan): readonly string[] {
  if (older.digest === now.digest) return [];
  const resources = older.resources.flatMap((resource) => {
    const other = findNamed(now.resources, resource.name);
    return other === undefined ? [`\`${resource.name}\` no longer exists`] : compareResource(resource, other);
  });
  return [
    ...resources,
    ...compareByName('object', older.objects, now.objects),
    ...compareByName('union', older.unions, now.unions),
    ...compareQuotas(older, now),
    ...compareReferences(older, now),
    ...compareEvents(older, now),
  ];
}

/** The steps of a migration that leave alone what instances of the older document read and write. */
const harmless: readonly Step['kind'][] = ['add table', 'add field', 'add index', 'remove index'];

/** Returns which steps of a migration an instance of the older document must not live through, each as a clause. */
export function explainExclusiveSteps(steps: readonly Step[]): readonly string[] {
  return steps.filter(({ kind }) => !harmless.includes(kind)).map(({ name, words }) => `${name}: ${words}`);
}

const isSame = (first: unknown, other: unknown): boolean => computeDigest(first) === computeDigest(other);

function compareByName(
  noun: string,
  before: readonly { readonly name: string }[],
  after: readonly { readonly name: string }[],
): readonly string[] {
  return before.flatMap((entry) => {
    const other = findNamed(after, entry.name);
    return other !== undefined && isSame(entry, other) ? [] : [`the ${noun} \`${entry.name}\` is different`];
  });
}

function compareResource(older: ResourcePlan, now: ResourcePlan): readonly string[] {
  const { name } = older;
  const plain = (resource: ResourcePlan): unknown => [resource.table, resource.identity];
  return [
    ...(isSame(plain(older), plain(now)) ? [] : [`\`${name}\` has a different table or identity`]),
    ...older.fields.flatMap((field) => compareField(name, field, now.fields)),
    ...now.fields.flatMap((field) => {
      const why = older.fields.some((otherField) => otherField.name === field.name)
        ? undefined
        : explainMissingValue(now, field);
      return why === undefined ? [] : [`\`${name}.${field.name}\` is new and ${why}`];
    }),
    ...(isSame(older.uniques, now.uniques) ? [] : [`\`${name}\` has different unique constraints`]),
    ...now.rules.flatMap((rule) =>
      older.rules.some(({ check: holds }) => isSame(holds, rule.check))
        ? []
        : [`\`${name}\` has the new rule \`${rule.name}\``],
    ),
    ...now.operationRules.flatMap((rule) =>
      older.operationRules.some(({ name: on, guard }) => on === rule.name && isSame(guard, rule.guard))
        ? []
        : [`\`${name}\` has the new rule \`${rule.rule}\` on \`${rule.name}\``],
    ),
    ...compareMachines(name, older.machines, now.machines),
    ...(isSame(sortSerialized(older.referredBy), sortSerialized(now.referredBy))
      ? []
      : [`different references point to \`${name}\``]),
  ];
}

const sortSerialized = (all: readonly unknown[]): readonly string[] => all.map((item) => JSON.stringify(item)).sort();

/** Returns how an older instance would write the field differently. Who may or must send a field only concerns requests. */
function compareField(resource: string, field: FieldPlan, now: readonly FieldPlan[]): readonly string[] {
  const other = findNamed(now, field.name);
  const name = `\`${resource}.${field.name}\``;
  if (other === undefined) return [`${name} no longer exists`];
  const stored = ({ schema, column, storage, state }: FieldPlan): unknown => [schema, column, storage, state];
  const assigned = ({ assigned, assignedOnUpdate }: FieldPlan): unknown => [assigned, assignedOnUpdate];
  return [
    ...(isSame(stored(field), stored(other)) ? [] : [`${name} has a different type or constraints`]),
    ...(other.required && !field.required ? [`${name} is required`] : []),
    ...(isSame(field.default, other.default) ? [] : [`${name} has a different default`]),
    ...(isSame(field.computed, other.computed) ? [] : [`${name} is computed differently`]),
    ...(isSame(assigned(field), assigned(other)) ? [] : [`${name} is assigned differently`]),
    ...(field.onDelete === other.onDelete ? [] : [`${name} has a different \`on delete\``]),
  ];
}

/** Why a record without a value in a new field is not as the document says. */
function explainMissingValue(resource: ResourcePlan, field: FieldPlan): string | undefined {
  if (field.default !== undefined) return 'has a default';
  if (field.computed?.shown === false) return 'is computed';
  if (field.state === true) return 'is a state';
  if (field.assigned !== undefined || field.assignedOnUpdate === true) return 'is assigned by the service';
  return mustBePresent(resource, field) ? 'is required' : undefined;
}

/** New transitions may be there, unless the time runs them: the older instances would not. */
function compareMachines(
  resource: string,
  older: readonly StateMachinePlan[],
  now: readonly StateMachinePlan[],
): readonly string[] {
  if (older.length !== now.length && now.some(({ field }) => field !== undefined)) {
    return [`\`${resource}\` has different states`];
  }
  return older.flatMap((machine) => {
    const other = now.find(({ field }) => field === machine.field);
    if (other === undefined || !isSame([machine.states, machine.matrix], [other.states, other.matrix])) {
      return [`\`${resource}\` has different states`];
    }
    const known = (transition: unknown): boolean => machine.transitions.some((before) => isSame(before, transition));
    const gone = machine.transitions.some((before) => !other.transitions.some((after) => isSame(before, after)));
    const timed = other.transitions.some(
      (after) => !known(after) && after.trigger !== undefined && after.trigger.kind !== 'handler',
    );
    return gone || timed ? [`\`${resource}\` has different transitions`] : [];
  });
}

/** A writer counts the quotas of its own document. */
function compareQuotas(older: Plan, now: Plan): readonly string[] {
  const counters = ({ limits }: Plan): readonly string[] =>
    sortSerialized(
      limits
        .filter((limit) => listCountedResources(limit).length > 0)
        .map((limit: LimitPlan) => [listCountedResources(limit), limit.per, limit.filesOf !== undefined]),
    );
  return isSame(counters(older), counters(now)) ? [] : ['different quotas are counted'];
}

/** A writer stores the references inside lists, maps and objects of its own document. */
function compareReferences(older: Plan, now: Plan): readonly string[] {
  const places = (plan: Plan): readonly string[] =>
    sortSerialized(
      [...createLayout(plan).values()].flatMap(({ resource, inside }) =>
        inside.map(({ field }) => [resource.name, field]),
      ),
    );
  return isSame(places(older), places(now)) ? [] : ['different references are inside records'];
}

/** An instance without events would not deliver new ones: an older instance would skip events that it does not know. */
function compareEvents(older: Plan, now: Plan): readonly string[] {
  const handedOut = ({ deliveries, mail }: Plan): unknown[] => [
    ...deliveries.filter(({ to }) => to?.kind !== 'endpoint'),
    ...(mail?.emails ?? []).map(({ name, event, values, disabled }) => [name, event, values, disabled]),
  ];
  if (!isSame(handedOut(older), handedOut(now))) return ['events are delivered differently'];
  const known = (all: readonly EventPlan[], event: EventPlan): boolean =>
    all.some((otherEvent) => isSame(otherEvent, event));
  const other = older.events
    .filter((event) => !known(now.events, event))
    .map(({ name }) => `the event \`${name}\` is different`);
  const fresh = now.events.filter(({ name }) => !older.events.some((event) => event.name === name));
  if (handedOut(now).length === 0) return other;
  return [...other, ...fresh.map(({ name }) => `the event \`${name}\` is new and delivered`)];
}
