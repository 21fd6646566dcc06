import type { StepFacts, StepLine } from '../../../contracts/definition.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import { type LimitKind, limitKind } from '../kinds/index.ts';
import { isOpen, scopesFor } from './counted.ts';

/**
 * The limits of one kind that an operation has, of those that count requests or hold for some callers only. `open`: of these the ones
 * that are counted before the caller is known, or the others; left out: all.
 */
export function limitLines({ plan, operation }: StepFacts, kind: string, open?: boolean): readonly StepLine[] {
  const names = new Set(operation.limits);
  return plan.limits.flatMap((limit) => {
    if (limit.kind !== kind || !names.has(limit.name)) return [];
    if (open !== undefined && isOpen(limit, operation.name) !== open) return [];
    const { condition, words: wordsOf } = limitKind(kind)!;
    const value = { kind: limit.kind, ...limit.value } as unknown as Parameters<LimitKind['words']>[0];
    const scopes = scopesFor(limit, operation.name);
    const held = scopes === undefined ? '' : ` for callers with ${scopes.join(' or ')}`;
    const words = `${wordsOf(value)}${perWords(limit)}${held} (${limit.name})`;
    return [{ words, refusals: beyond(condition, limit), line: limit.line }];
  });
}

/** A bound as it stands in an operation. */
interface Bound {
  readonly words?: string;
  readonly line?: number;
  readonly code?: string;
  readonly clamp?: boolean;
}

/** The bound of an operation that holds for everybody, where its document states one, and the condition of what is beyond it. */
export function boundLines(bound: Bound | undefined, condition: string): readonly StepLine[] {
  if (bound?.words === undefined) return [];
  const { words, line } = bound;
  return [{ words, refusals: beyond(condition, bound), ...(line === undefined ? {} : { line }) }];
}

function beyond(condition: string, { code, clamp }: Pick<Bound, 'code' | 'clamp'>): readonly RefusalPlan[] {
  return clamp === true ? [] : [{ condition, ...(code === undefined ? {} : { named: code }) }];
}

function perWords({ per }: LimitPlan): string {
  if (per === undefined) return '';
  return typeof per === 'string' ? ` per ${per}` : ` per caller.${per.attribute}`;
}
