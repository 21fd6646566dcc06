import type { StepName } from '../../plan/order.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import type { StepFacts, StepLine } from '../../steps/definition.ts';
import { type LimitKind, limitKind } from './kinds/index.ts';
import { isOpen, scopesFor } from './serve-counted.ts';

/** The limits of an operation that act at a step, of those that count requests or hold for some callers only. */
export function limitLines({ plan, operation }: StepFacts, step: StepName): readonly StepLine[] {
  const names = new Set(operation.limits);
  return plan.limits.flatMap((limit) => {
    const kind = names.has(limit.name) ? limitKind(limit.kind) : undefined;
    if (kind?.step(isOpen(limit, operation.name) ? 'open' : 'caller') !== step) return [];
    const value = { kind: limit.kind, ...limit.value } as unknown as Parameters<LimitKind['words']>[0];
    const scopes = scopesFor(limit, operation.name);
    const held = scopes === undefined ? '' : ` for callers with ${scopes.join(' or ')}`;
    return [{ words: `${kind!.words(value)}${perWords(limit)}${held} (${limit.name})`, line: limit.line }];
  });
}

/** The bound of an operation that holds for everybody, where its document states one. */
export function boundLines(
  bound: { readonly words?: string; readonly line?: number } | undefined,
): readonly StepLine[] {
  if (bound?.words === undefined) return [];
  return [{ words: bound.words, ...(bound.line === undefined ? {} : { line: bound.line }) }];
}

function perWords({ per }: LimitPlan): string {
  if (per === undefined) return '';
  return typeof per === 'string' ? ` per ${per}` : ` per caller.${per.attribute}`;
}
