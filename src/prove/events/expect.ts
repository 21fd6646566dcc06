import type { Expression } from '../../expression/tree.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { EventPlan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Prover } from '../prover.ts';
import { holds, isSame } from '../values/evaluate.ts';
import type { ShownRecord } from '../values/shown.ts';

/** A change of one record, by one request or by time. */
export interface Change {
  readonly resource: ResourcePlan;
  /** The words of Events that it goes by: `pay Invoice`. */
  readonly cause: string;
  readonly before: ShownRecord | undefined;
  /** Left out: it is deleted, or not known. */
  readonly after: ShownRecord | undefined;
  /** It is made by an update or replace. */
  readonly isUpdate: boolean;
  /** The operation has effects that may change the record once more. */
  readonly hasEffects: boolean;
}

/** The words by which events name an operation. */
export function nameCause({ name, kind, verb, resource }: OperationPlan): string {
  return kind === 'transition' && verb !== undefined ? `${verb} ${resource}` : name;
}

/** Whether a row of Events names a cause. */
export function isCausedBy({ when }: EventPlan, cause: string): boolean {
  return when.some(({ operation }) => operation === cause);
}

/** Says whether a change causes an event: undefined where nothing that was seen decides it. */
export function expectEvent(prover: Prover, event: EventPlan, change: Change): boolean | undefined {
  const own = event.when.filter(({ operation }) => operation === change.cause);
  if (own.length === 0) return change.hasEffects ? undefined : false;
  const verdicts = own.map(({ to, condition, emitted }): boolean | undefined => {
    if (emitted) return undefined;
    if (isUnchanged(change)) return change.isUpdate && !hasHiddenFields(prover, change) ? false : undefined;
    const ends = to === undefined ? true : endsIn(change, to);
    if (ends !== true || condition === undefined) return ends;
    return judgeCondition(prover, condition, change);
  });
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
}

function judgeCondition(
  prover: Prover,
  condition: Expression,
  { resource, before, after }: Change,
): boolean | undefined {
  const shown = prover.shown(resource);
  const record = after ?? before;
  return record === undefined ? undefined : holds(condition, { resource, shown, record, old: before });
}

/** Whether the record ends in a state; undefined: no response shows it. */
function endsIn({ resource, after }: Change, state: string): boolean | undefined {
  const machine = resource.machines.find(({ states }) => states.some(({ name }) => name === state));
  const present = after?.[machine?.field ?? ''];
  return present === undefined ? undefined : present === state;
}

/** An operation that changes nothing causes no event; a change of a field that no response shows may. */
function isUnchanged({ before, after }: Change): boolean {
  if (before === undefined || after === undefined) return false;
  return Object.keys({ ...before, ...after }).every((name) => isSame(after[name], before[name]));
}

function hasHiddenFields(prover: Prover, { resource }: Change): boolean {
  const shown = prover.shown(resource);
  return resource.fields.some(({ name, computed }) => computed === undefined && !shown.has(name));
}
