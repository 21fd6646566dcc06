import type { RecordValue } from '../../../contracts/record.ts';
import { listStreamRules } from '../../../plan/leaving.ts';
import type { EventPlan, Plan } from '../../../plan/plan.ts';
import { listReadFields } from '../../../plan/records/read-fields.ts';
import { isStored } from '../../../plan/records/row.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';

/** Returns the fields that an event stores of the record before a change; undefined if the change cannot make it leave a stream. */
export type PickLeft = (before: RecordValue, after: RecordValue) => RecordValue | undefined;

/**
 * Creates what picks the fields that the row rules of streams read, by which they decide whether the record leaves. Undefined if no
 * stream with row rules carries the event. A change of other fields leaves all rules as they were.
 */
export function createLeftPicker(plan: Plan, event: EventPlan, resource: ResourcePlan): PickLeft | undefined {
  const rules = listStreamRules(plan, event);
  if (rules.length === 0) return undefined;
  const names = [...new Set(rules.flatMap(listReadFields))];
  if (!names.every((name) => resource.fields.some((field) => field.name === name && isStored(field)))) {
    return (before) => before;
  }
  return (before, after) => {
    if (names.every((name) => isSame(before[name], after[name]))) return undefined;
    return Object.fromEntries([resource.identity, ...names].map((name) => [name, before[name]]));
  };
}

function isSame(before: unknown, after: unknown): boolean {
  return before === after || toText(before) === toText(after);
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? '';
}
