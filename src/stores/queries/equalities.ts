import { splitConditions } from '../../expression/questions.ts';
import type { Expression, ValueType } from '../../expression/tree.ts';

/** A conjunct of a row rule by which an index can be read: a field of the record that equals a value of the caller or a literal. */
export interface Equality {
  readonly field: string;
  readonly value: { readonly caller: string } | { readonly literal: string | number | boolean };
  /** The conjunct itself. */
  readonly holds: Expression;
}

/** The equality that a conjunct states, or undefined when it states something else. */
export function findEquality(holds: Expression): Equality | undefined {
  if (holds.op !== 'binary' || holds.operator !== '==') return undefined;
  for (const [side, other] of [
    [holds.left, holds.right],
    [holds.right, holds.left],
  ] as const) {
    if (side.op !== 'path' || side.root !== 'record' || side.steps.length !== 1) continue;
    const value = readFixedValue(other);
    if (value !== undefined) return { field: side.steps[0]!.name, value, holds };
  }
  return undefined;
}

function readFixedValue(expression: Expression): Equality['value'] | undefined {
  if (!isPlain(expression.type)) return undefined;
  if (expression.op === 'literal' && expression.value !== null) {
    return { literal: expression.value };
  }
  if (expression.op !== 'path' || expression.root !== 'caller' || expression.steps.length !== 1) return undefined;
  return { caller: expression.steps[0]!.name };
}

/** Types whose values are bound as they are. */
function isPlain(type: ValueType): boolean {
  return ['int', 'double', 'string', 'bool', 'date', 'decimal', 'choice', 'ref'].includes(type.kind);
}

/** Two equalities say the same. */
export function isSameEquality(left: Equality, right: Equality): boolean {
  return left.field === right.field && JSON.stringify(left.value) === JSON.stringify(right.value);
}

/**
 * Factors out the equalities that all alternatives (row rules that add up) state. `rest` is, for each alternative, its other conditions;
 * `undefined` if one alternative has none, so that the shared ones suffice.
 */
export function factor(alternatives: readonly Expression[]): {
  readonly shared: readonly Equality[];
  readonly rest: readonly (readonly Expression[])[] | undefined;
} {
  const parts = alternatives.map(splitConditions);
  const stated = parts.map((part) => part.map(findEquality).filter((found) => found !== undefined));
  const candidates = (stated[0] ?? []).filter((equality) =>
    stated.every((list) => list.some((other) => isSameEquality(equality, other))),
  );
  // A field that two conjuncts fix is read along one of them; the other stays a condition.
  const shared = candidates.filter(
    (equality, index) => candidates.findIndex((other) => other.field === equality.field) === index,
  );
  const rest = parts.map((part) =>
    part.filter((conjunct) => {
      const equality = findEquality(conjunct);
      return equality === undefined || !shared.some((otherEquality) => isSameEquality(otherEquality, equality));
    }),
  );
  return { shared, rest: rest.some((part) => part.length === 0) ? undefined : rest };
}
