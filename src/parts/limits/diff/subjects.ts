import { type Comparison, getCellString, pairByName, type Side } from '../../diff/comparison.ts';
import { reachOf } from '../../resolve/reach.ts';
import { type LimitKind, limitKind } from '../kinds/index.ts';
import type { LimitModel } from '../model.ts';

/** A limit in one document. */
export interface LimitSide {
  readonly side: Side;
  readonly model: LimitModel;
  /** Its targets: operations, and the scopes to which it applies. */
  readonly reach: readonly string[];
}

/** A limit in two documents. */
export interface LimitPair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly old?: LimitSide;
  readonly now?: LimitSide;
}

/** The limits of both documents. */
export function limitPairs(comparison: Comparison): LimitPair[] {
  const pairs = pairByName(listLimits(comparison.old), listLimits(comparison.now), ({ model }) => model.name.value);
  return pairs.map((pair) => ({ ...pair, comparison }));
}

function listLimits(side: Side): LimitSide[] {
  return side.service.limits.limits.map((model) => {
    const { scopes = [], everybody } = reachOf(side.service, model);
    const names = [...everybody].map(({ name }) => name.text);
    const every = model.appliesTo.some(({ value }) => value === 'all') ? ['all'] : names;
    return { side, model, reach: [...every, ...scopes.map((scope) => `scope ${scope}`)] };
  });
}

/** The relation of a newer value to an older one of the same kind. */
export function compareValues({ old, now }: LimitPair): 'same' | 'tighter' | 'looser' | 'mixed' | 'other' {
  const kind = findCommonKind(old, now);
  if (kind?.counts === 'records' && getUnit(old) !== getUnit(now)) return 'other';
  const [was, is] = [readAmounts(kind, old), readAmounts(kind, now)];
  const steps = new Set(was.map((amount, index) => Math.sign((is[index] ?? amount) - amount)).filter(Boolean));
  if (steps.size !== 1) return steps.size === 0 ? 'same' : 'mixed';
  return steps.has(-1) ? 'tighter' : 'looser';
}

/** The member of a value that states the amount: `count`, `bytes`. */
function getUnit(side: LimitSide | undefined): string | undefined {
  return Object.keys(side?.model.value?.value ?? {})[0];
}

/** The default amount in the older and in the newer document. */
export function collectDefaults({ old, now }: LimitPair): readonly (number | undefined)[] {
  const kind = findCommonKind(old, now);
  return [old, now].map((side) => side?.model.value && kind?.default?.(side.model.value.value));
}

function findCommonKind(old: LimitSide | undefined, now: LimitSide | undefined): LimitKind | undefined {
  const [was, is] = [old?.model.kind?.value, now?.model.kind?.value];
  return was === undefined || was !== is ? undefined : limitKind(was);
}

function readAmounts(kind: LimitKind | undefined, side: LimitSide | undefined): readonly number[] {
  const value = side?.model.value?.value;
  return value === undefined ? [] : (kind?.amounts(value) ?? []);
}

/** The Value of a limit. */
export function formatValue({ side, model }: LimitSide): string {
  return model.value === undefined ? '' : getCellString(side.service.source, model.value.span);
}
