import type { StepFacts, StepLine } from '../../../contracts/definition.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import { limitsNamed } from '../../../plan/named-limits.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import { memoPair } from '../../../text/memo.ts';
import type { LimitKind } from '../kinds/contract.ts';
import { isOpen, listRequiredScopes } from './counted.ts';

/**
 * The limits of one kind that an operation has: those that count requests or hold for some callers only, then the bound that holds for
 * everybody. `open`: of those that count only the ones that are counted before the caller is known, or only the others; `sends`: the
 * headers to which each of these leads.
 */
export function listLimitLines(
  { plan, operation }: StepFacts,
  kind: LimitKind,
  open?: boolean,
  sends?: readonly HeaderPlan[],
): readonly StepLine[] {
  const { bound, condition } = kind;
  const listed = collectListedLines(getNamedLimits(plan.limits, operation.limits), operation.name, kind, {
    open,
    sends,
  });
  const lines = buildBoundLines(bound && operation[bound.field], condition);
  return lines.length === 0 ? listed : [...listed, ...lines];
}

/** The limits of these names by their kinds, with the lines that they have whichever operation has them. */
interface Named {
  readonly byKind: ReadonlyMap<string, readonly LimitPlan[]>;
  readonly lines: Map<string, readonly StepLine[]>;
}

function collectListedLines(
  { byKind, lines }: Named,
  operation: string,
  kind: LimitKind,
  { open, sends }: { readonly open: boolean | undefined; readonly sends: readonly HeaderPlan[] | undefined },
): readonly StepLine[] {
  const key = `${kind.name} ${open}`;
  const known = lines.get(key);
  if (known !== undefined) return known;
  const limits = byKind.get(kind.name) ?? [];
  const made = limits
    .filter((limit) => open === undefined || isOpen(limit, operation) === open)
    .map((limit) => ({ ...buildLine(limit, operation, kind), ...(sends === undefined ? {} : { sends }) }));
  if (limits.every(({ everybody }) => everybody === undefined)) lines.set(key, made);
  return made;
}

function buildLine(limit: LimitPlan, operation: string, { condition, words: wordsOf }: LimitKind): StepLine {
  const scopes = listRequiredScopes(limit, operation);
  const held = scopes === undefined ? '' : ` for callers with ${scopes.join(' or ')}`;
  const words = `${wordsOf(limit.value)}${formatPer(limit)}${held} (${limit.name})`;
  return { words, refusals: listExceededRefusals(condition, limit), line: limit.line };
}

/** Looks at the limits once for each list of names. */
const getNamedLimits = memoPair((limits: readonly LimitPlan[], names: readonly string[]): Named => {
  return { byKind: Map.groupBy(limitsNamed(limits, names), (limit) => limit.kind), lines: new Map() };
});

/** A bound in an operation. */
interface Bound {
  readonly words?: string;
  readonly line?: number;
  readonly code?: string;
  readonly clamp?: boolean;
}

function buildBoundLines(bound: Bound | undefined, condition: string): readonly StepLine[] {
  if (bound?.words === undefined) return [];
  const { words, line } = bound;
  return [{ words, refusals: listExceededRefusals(condition, bound), ...(line === undefined ? {} : { line }) }];
}

function listExceededRefusals(
  condition: string,
  { code, clamp }: Pick<Bound, 'code' | 'clamp'>,
): readonly RefusalPlan[] {
  return clamp === true ? [] : [{ condition, ...(code === undefined ? {} : { named: code }) }];
}

function formatPer({ per }: LimitPlan): string {
  if (per === undefined) return '';
  return typeof per === 'string' ? ` per ${per}` : ` per caller.${per.attribute}`;
}
