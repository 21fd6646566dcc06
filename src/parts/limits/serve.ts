import type { OperationContext } from '../../contracts/operation-context.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { timeout } from './kinds/timeout.ts';
import { type Bound, collectScopedBounds } from './serve/bounds.ts';

/** A bound that the document states. */
interface Stated {
  readonly line: number;
  readonly code?: string;
}

/** The refusal of a request beyond a stated bound. */
export function createExceededRefusal(condition: string, { line, code }: Stated): Refusal {
  return { condition, line, ...(code === undefined ? {} : { named: code }) };
}

/** How long an operation may take, in milliseconds, and how it is answered when that is over. */
export interface TimeBound {
  readonly milliseconds: number;
  readonly refusal: Refusal;
}

/** The times of an operation, the shortest first; the last holds for everybody. */
export function timeoutsOf({ plan, operation, serverLimits }: OperationContext): readonly Bound<TimeBound>[] {
  const stated = operation.timeout;
  const own: TimeBound =
    stated === undefined || stated.milliseconds > serverLimits.maxRequestTime
      ? { milliseconds: serverLimits.maxRequestTime, refusal: { condition: 'timed out', plainStatus: 503 } }
      : { milliseconds: stated.milliseconds, refusal: createExceededRefusal('timed out', stated) };
  const scoped = collectScopedBounds(plan, operation, timeout).map((limit): Bound<TimeBound> => {
    const value = { milliseconds: limit.value.milliseconds!, refusal: createExceededRefusal('timed out', limit) };
    return { scopes: new Set(limit.scopes), value };
  });
  return [
    ...scoped
      .filter(({ value }) => value.milliseconds < own.milliseconds)
      .sort((left, right) => left.value.milliseconds - right.value.milliseconds),
    { value: own },
  ];
}
