import type { StepFacts, StepLine } from '../../../contracts/definition.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import type { LimitKind } from '../kinds/contract.ts';
import { isOpen, scopesFor } from './counted.ts';

/**
 * The limits of one kind that an operation has: those that count requests or hold for some callers only, then the bound that holds for
 * everybody. `open`: of those that count only the ones that are counted before the caller is known, or only the others.
 */
export function limitLines(
  { plan, operation }: StepFacts,
  { name: kind, condition, words: wordsOf, bound }: LimitKind,
  open?: boolean,
): readonly StepLine[] {
  const listed = limitsOf(plan.limits, operation.limits, kind).flatMap((limit) => {
    if (open !== undefined && isOpen(limit, operation.name) !== open) return [];
    const scopes = scopesFor(limit, operation.name);
    const held = scopes === undefined ? '' : ` for callers with ${scopes.join(' or ')}`;
    const words = `${wordsOf(limit.value)}${perWords(limit)}${held} (${limit.name})`;
    return [{ words, refusals: beyond(condition, limit), line: limit.line }];
  });
  return [...listed, ...boundLines(bound && operation[bound.field], condition)];
}

const kinds = new WeakMap<
  readonly LimitPlan[],
  WeakMap<readonly string[], ReadonlyMap<string, readonly LimitPlan[]>>
>();

/** The limits of one kind among those of these names; sorted by kind once. */
function limitsOf(limits: readonly LimitPlan[], names: readonly string[], kind: string): readonly LimitPlan[] {
  if (names.length === 0) return [];
  const known = kinds.get(limits) ?? new WeakMap<readonly string[], ReadonlyMap<string, readonly LimitPlan[]>>();
  kinds.set(limits, known);
  let byKind = known.get(names);
  if (byKind === undefined) {
    const own = new Set(names);
    byKind = Map.groupBy(
      limits.filter(({ name }) => own.has(name)),
      (limit) => limit.kind,
    );
    known.set(names, byKind);
  }
  return byKind.get(kind) ?? [];
}

/** A bound as it stands in an operation. */
interface Bound {
  readonly words?: string;
  readonly line?: number;
  readonly code?: string;
  readonly clamp?: boolean;
}

function boundLines(bound: Bound | undefined, condition: string): readonly StepLine[] {
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
