import { listChildNodes } from '../references.ts';
import type { Expression } from '../tree.ts';

/**
 * In a condition a failure has the same effect as false, so that an absent value needs no check. In an equality this is what is meant, also
 * where the records that do not match count.
 */
export type Within = 'condition' | 'equality' | 'value';

/** Returns how an operator uses its operands. */
export function getOperandUse({ operator }: Expression & { readonly op: 'binary' }, within: Within): Within {
  if (operator === '!=' || within === 'value') return 'value';
  return operator === '==' || operator === 'in' ? 'equality' : 'condition';
}

/** A value that the condition of a question reads of its environment: undefined where it fails, empty where it is absent. */
export type GivenValue = { readonly value?: unknown } | undefined;

/**
 * Returns the place of a given value without which the condition of an extracted question fails; undefined if it has all that it needs. An
 * absent value equals no field, and values that `&&` and `||` leave out are not needed.
 */
export function findMissingValue(where: Expression, given: readonly GivenValue[]): number | undefined {
  /** The truth of a condition, if the given values decide it whatever the record is. */
  const known = (node: Expression): unknown => {
    const place = getPlace(node);
    if (place !== undefined) return given[place]?.value;
    if (node.op !== 'binary' || (node.operator !== '&&' && node.operator !== '||')) return undefined;
    const decides = node.operator === '||';
    return [node.left, node.right].some((side) => known(side) === decides) ? decides : undefined;
  };
  const find = (node: Expression, within: Within): number | undefined => {
    const place = getPlace(node);
    if (place !== undefined) {
      const value = given[place];
      const isMissing = value === undefined || (value.value === undefined && within !== 'equality');
      return isMissing ? place : undefined;
    }
    for (const [child, use] of listUsed(node, within, known)) {
      const found = find(child, use);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(where, 'condition');
}

/** The nodes below one that are evaluated, each with its use. */
function listUsed(
  node: Expression,
  within: Within,
  known: (node: Expression) => unknown,
): readonly (readonly [Expression, Within])[] {
  if (node.op === 'binary' && (node.operator === '&&' || node.operator === '||')) {
    return known(node) === undefined ? [node.left, node.right].map((side) => [side, within]) : [];
  }
  const use = node.op === 'binary' ? getOperandUse(node, within) : node.op === 'not' ? 'value' : within;
  return listChildNodes(node).map((child) => [child, use]);
}

/** The place of a given value that a condition reads. */
function getPlace(node: Expression): number | undefined {
  return node.op === 'path' && node.root === 'value' ? Number(node.steps[0]!.name) : undefined;
}
