import type { CompiledRow } from '../../contracts/compiled.ts';
import type { Draft, FieldError, RecordValue } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import { failures, isExpressionError } from '../../expression/failures.ts';
import { collectReferences } from '../../expression/references.ts';
import { isKeptByDefault } from '../../plan/fields/presence.ts';
import { clearAt, setAt } from '../../plan/records/setting.ts';
import type { EffectPlan, ResourcePlan, TransitionPlan } from '../../plan/resource.ts';
import { declareCondition, declareValue } from '../expressions.ts';
import { type ModuleText, toJsonPointer } from '../module.ts';
import { getFieldDefault } from '../records/fill.ts';
import { compileOtherEffect } from './others.ts';

type Take = (field: string, within: readonly unknown[]) => number;
type Guard = (ctx: RequestContext, record: RecordValue) => boolean;
type RightSide = (ctx: RequestContext, record: RecordValue, take: Take) => unknown;

const rejectAlways: Guard = () => false;

/** Prepares a transition row; the second step is done when the module is linked. */
export function compileTransitionRow(
  module: ModuleText,
  { guard, effects, others = [] }: TransitionPlan,
  { fields }: ResourcePlan,
): () => CompiledRow {
  const around = { record: 'r', old: 'g.before', given: 'g' };
  const condition = guard === 'disabled' ? undefined : declareCondition(module, 'g, r', guard, around);
  const sides = effects.map(({ value }) => declareValue(module, 'g, r, next', value, { ...around, next: 'next' }));
  const counts = effects.some(({ value }) => collectReferences(value).next.length > 0);
  const defaults = new Map(fields.filter(isKeptByDefault).map((field) => [field.name, getFieldDefault(field)]));
  const doing: Effects = effects.map((effect) => ({ ...effect, otherwise: defaults.get(effect.path[0]!) }));
  const beyond = others.map((other) => compileOtherEffect(module, other));
  return () => {
    const values = sides.map((name) => module.linked(name) as unknown as RightSide);
    return {
      guard: condition === undefined ? rejectAlways : (module.linked(condition) as unknown as Guard),
      effect:
        effects.length === 0
          ? () => {}
          : counts
            ? createSequenceEffect(doing, values)
            : createPlainEffect(doing, values),
      others: beyond.map((link) => link()),
    };
  };
}

/** Each with the default of its field: null sets it again. */
type Effects = readonly (EffectPlan & { readonly otherwise: unknown })[];

/** Right sides without sequence numbers are computed at once. */
function createPlainEffect(effects: Effects, sides: readonly RightSide[]): CompiledRow['effect'] {
  return (ctx, record, into, _next, fieldErrors) => {
    apply(effects, sides, ctx, record, into, throwUnplannedNumber, fieldErrors);
  };
}

const throwUnplannedNumber: Take = () => {
  throw new Error('an effect takes a number that its plan does not name');
};

/** Thrown by a right side that has to wait for a number. */
class Waiting {
  readonly number: Promise<number>;
  constructor(number: Promise<number>) {
    this.number = number;
  }
}

/**
 * Right sides that take sequence numbers from the store. If the store is asynchronous, they are computed again from the beginning with the
 * numbers taken so far: a number is taken only if its branch is reached, and only once.
 */
function createSequenceEffect(effects: Effects, sides: readonly RightSide[]): CompiledRow['effect'] {
  return (ctx, record, into, next, fieldErrors) => {
    const taken: number[] = [];
    const before = fieldErrors.length;
    const run = (): void | Promise<void> => {
      let at = 0;
      fieldErrors.length = before;
      const take: Take = (field, within) => {
        const known = taken[at];
        if (known !== undefined) {
          at++;
          return known;
        }
        const number = next(field, within);
        if (number instanceof Promise) throw new Waiting(number);
        at++;
        taken.push(number);
        return number;
      };
      try {
        apply(effects, sides, ctx, record, into, take, fieldErrors);
        return undefined;
      } catch (thrown) {
        if (!(thrown instanceof Waiting)) throw thrown;
        return thrown.number.then((number) => {
          taken.push(number);
          return run();
        });
      }
    };
    return run();
  };
}

/** Computes all right sides, then sets them together; if one fails, none is set. */
function apply(
  effects: Effects,
  sides: readonly RightSide[],
  ctx: RequestContext,
  record: RecordValue,
  into: Draft,
  take: Take,
  fieldErrors: FieldError[],
): void {
  const before = fieldErrors.length;
  const values = sides.map((side, at) => {
    try {
      return side(ctx, record, take);
    } catch (thrown) {
      if (!isExpressionError(thrown)) throw thrown;
      const { path, line, ifPresent } = effects[at]!;
      if (ifPresent === true && thrown === failures.absent) return undefined;
      const pointer = path.map(toJsonPointer).join('');
      fieldErrors.push({ pointer, problem: 'constraint', message: 'cannot be computed', line });
      return undefined;
    }
  });
  if (fieldErrors.length > before) return;
  for (let at = 0; at < values.length; at++) {
    const { path, clears, ifPresent, otherwise } = effects[at]!;
    if (ifPresent === true && values[at] === undefined) continue;
    if (clears !== true || values[at] !== null) setAt(into, path, values[at]);
    else if (path.length === 1) into[path[0]!] = structuredClone(otherwise);
    else clearAt(into, path);
  }
}
