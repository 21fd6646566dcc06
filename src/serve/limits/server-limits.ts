import type { ServerLimits } from '../../contracts/operation-context.ts';
import { limitKind, limitKinds } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { LimitPlan, Plan } from '../../plan/plan.ts';

/** A bound that a document states and a limit of the server forbids. */
export interface ExceededServerLimit {
  /** The operation or the limit that states it. */
  readonly of: string;
  /** "bodies of 65536 bytes". */
  readonly what: string;
  readonly amount: number;
  readonly serverLimit: keyof ServerLimits;
  readonly line: number;
}

interface Stated extends Pick<ExceededServerLimit, 'of' | 'line'> {
  readonly kind: string;
  readonly value: LimitPlan['value'];
}

/** Lists each bound of a plan that is above a limit of the server. */
export function listExceededServerLimits(plan: Plan, serverLimits: ServerLimits): readonly ExceededServerLimit[] {
  const scoped = plan.limits.map(({ name, kind, value, line }) => ({ of: `the limit ${name}`, kind, value, line }));
  return [...plan.operations.flatMap(listStatedBounds), ...scoped].flatMap(({ of, kind, value, line }) => {
    const { bound, amounts } = limitKind(kind) ?? {};
    if (bound === undefined) return [];
    const amount = amounts!(value)[0]!;
    const { serverLimit } = bound;
    return amount > serverLimits[serverLimit] ? [{ of, what: bound.words(amount), amount, serverLimit, line }] : [];
  });
}

/** The bounds of an operation that hold for everybody. */
function listStatedBounds(operation: OperationPlan): readonly Stated[] {
  return limitKinds.flatMap(({ name: kind, bound }) => {
    const value = bound && operation[bound.field];
    if (value?.line === undefined) return [];
    return [{ of: operation.name, kind, value: value as unknown as LimitPlan['value'], line: value.line }];
  });
}
