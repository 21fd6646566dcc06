import type { Caller } from '../../../contracts/caller.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { DecodedEvent, EventRules } from '../../../contracts/shown-events.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { hasBit } from '../../../plan/sets/bitset.ts';
import { selectGrants } from '../../authentication/serve/grants.ts';

/** Whether a caller may see each of some events: at a moment in milliseconds, of the record as of that event. */
export type Sees = (events: readonly DecodedEvent[], now: number) => MaybePromise<readonly boolean[]>;

/** Returns an event with its record as it was before the change, so far as the event stores it; undefined if it does not. */
export function turnBack(decoded: DecodedEvent): DecodedEvent | undefined {
  const { event, before, refsBefore } = decoded;
  if (before === undefined || refsBefore === undefined) return undefined;
  return { event, record: before, before: undefined, refs: refsBefore };
}

/**
 * Makes what decides which events a caller of an operation on events may see: those for which the Where of at least one row that
 * applies to the caller holds. An event that has no record is seen by those alone to whom a row without a Where applies. A question
 * about other records is one query for all events, and answered as of that time.
 */
export function createVisibility(
  { compiled, answering }: Pick<OperationContext, 'compiled' | 'answering'>,
  { name, access }: Pick<OperationPlan, 'name' | 'access'>,
): (caller: Caller | undefined) => Sees {
  const { nameOf, rules } = compiled.events;
  const all: EventRules = rules.get(name) ?? [];
  const answer = answering(access);
  const isNamed = ({ event }: DecodedEvent): boolean => nameOf === undefined || nameOf(event.kind) !== undefined;
  return (caller) => {
    const rows = access.open ? [undefined] : listRows(all, selectGrants(access, caller));
    if (rows.includes(undefined)) return (events) => events.map(isNamed);
    return (events, now) => {
      const ctx = { caller, now, input: {}, parameters: {} } as unknown as RequestContext;
      return answer(ctx, () => events.map((decoded) => isNamed(decoded) && isSeen(rows, decoded, ctx)));
    };
  };
}

function listRows(rules: EventRules, grants: ReturnType<typeof selectGrants>): EventRules {
  return rules.filter((_, at) => hasBit(grants, at));
}

function isSeen(rows: EventRules, { event, record, refs, before }: DecodedEvent, of: RequestContext): boolean {
  if (record === undefined) return false;
  const ctx = { ...of, refs, before } as RequestContext;
  return rows.some((row) => row?.get(event.resource ?? '')?.(record, ctx) === true);
}
