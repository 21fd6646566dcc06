import type { Caller } from '../../../contracts/caller.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { DecodedEvent, EventRules } from '../../../contracts/shown-events.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { hasBit } from '../../../plan/sets/bitset.ts';
import { selectGrants } from '../../authentication/serve/grants.ts';

/** Whether a caller may see an event: at a moment in milliseconds, of the record as of that event. */
export type Sees = (decoded: DecodedEvent, now: number) => boolean;

const seesAll: Sees = () => true;

/** Returns an event with its record as it was before the change, so far as the event stores it; undefined if it does not. */
export function turnBack(decoded: DecodedEvent): DecodedEvent | undefined {
  const { event, before, refsBefore } = decoded;
  if (before === undefined || refsBefore === undefined) return undefined;
  return { event, record: before, before: undefined, refs: refsBefore };
}

/**
 * Makes what decides which events a caller of an operation on events may see: those for which the Where of at least one row that
 * applies to the caller holds. An event that has no record is seen by those alone to whom a row without a Where applies.
 */
export function createVisibility(
  { compiled }: Pick<OperationContext, 'compiled'>,
  { name, access }: Pick<OperationPlan, 'name' | 'access'>,
): (caller: Caller | undefined) => Sees {
  const { nameOf } = compiled.events;
  const seer = createRowVisibility(compiled, name, access);
  if (nameOf === undefined) return seer;
  return (caller) => {
    const sees = seer(caller);
    return (decoded, now) => nameOf(decoded.event.kind) !== undefined && sees(decoded, now);
  };
}

function createRowVisibility(
  compiled: OperationContext['compiled'],
  name: string,
  access: OperationPlan['access'],
): (caller: Caller | undefined) => Sees {
  const rules: EventRules = compiled.events.rules.get(name) ?? [];
  return (caller) => {
    if (access.open) return seesAll;
    const bits = selectGrants(access, caller);
    const rows = rules.filter((_, at) => hasBit(bits, at));
    if (rows.includes(undefined)) return seesAll;
    return ({ event, record, refs, before }, now) => {
      if (record === undefined) return false;
      const ctx = { caller, now, refs, before, input: {}, parameters: {} } as unknown as RequestContext;
      return rows.some((row) => row?.get(event.resource ?? '')?.(record, ctx) === true);
    };
  };
}
