import { type Comparison, cell, paired, type Side } from '../../diff/comparison.ts';
import { reachOf } from '../../resolve/reach.ts';
import type { LimitModel, LimitValue } from '../model.ts';

/** A limit in one document. */
export interface LimitSide {
  readonly side: Side;
  readonly model: LimitModel;
  /** What it holds for: operations, and scopes whose holders it binds. */
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
  const pairs = paired(limitsOf(comparison.old), limitsOf(comparison.now), ({ model }) => model.name.value);
  return pairs.map((pair) => ({ ...pair, comparison }));
}

function limitsOf(side: Side): LimitSide[] {
  return side.service.limits.limits.map((model) => {
    const { scopes = [], everybody } = reachOf(side.service, model);
    const names = [...everybody].map(({ name }) => name.text);
    const every = model.appliesTo.some(({ value }) => value === 'all') ? ['all'] : names;
    return { side, model, reach: [...every, ...scopes.map((scope) => `scope ${scope}`)] };
  });
}

/** How a newer value stands to an older one of the same kind. */
export function valueChange({ old, now }: LimitPair): 'same' | 'tighter' | 'looser' | 'mixed' {
  const [was, is] = [old?.model.value?.value, now?.model.value?.value];
  if (was === undefined || is === undefined || was.kind !== is.kind) return 'same';
  const steps = [...new Set(sizes(was).map((size, index) => Math.sign(sizes(is)[index]! - size)))].filter(
    (sign) => sign !== 0,
  );
  if (steps.length === 0) return 'same';
  return steps.length > 1 ? 'mixed' : steps[0]! < 0 ? 'tighter' : 'looser';
}

/** What grows when a limit lets more through; the usual size of a page is no limit. */
function sizes(value: LimitValue): number[] {
  switch (value.kind) {
    case 'rate':
      return [value.count / value.milliseconds, value.burst];
    case 'body size':
      return [value.bytes];
    case 'page size':
      return [value.most];
    case 'time-out':
      return [value.milliseconds];
    default:
      return [value.count];
  }
}

/** The Value of a limit as it stands. */
export function valueText({ side, model }: LimitSide): string {
  return model.value === undefined ? '' : cell(side.service.source, model.value.span);
}
