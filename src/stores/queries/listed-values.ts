import { listAnchors, type QuestionNode, readsOf, splitConditions } from '../../expression/questions.ts';
import { listChildNodes } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import { isDecimalType } from '../../expression/types.ts';

/** A field that has one of a list of values if a condition is true. The list can be read without a record of the table. */
export interface ListedValues {
  readonly field: string;
  /** A list of the caller, the records of a reference from which a path leads to a value, or a field of the records that a question finds. */
  readonly of:
    | { readonly kind: 'caller'; readonly list: Expression }
    | { readonly kind: 'path'; readonly path: ListedPath }
    | { readonly kind: 'question'; readonly question: QuestionNode; readonly field: string };
}

/** A path through references, of which the first is the listed field, to a field that equals a value. */
export interface ListedPath {
  /** From the record of the first reference: the resource and field of each step. */
  readonly steps: readonly { readonly resource: string; readonly field: string }[];
  /** The equality, on the record of the last resource. */
  readonly holds: Expression;
}

/**
 * Finds the values that a conjunct of a row rule lists: `team in caller.teams`, `post.project.owner == caller.id`, or
 * `Member.exists(m, m.team == team && m.user == caller.id)`.
 */
export function findListedValues(conjunct: Expression): ListedValues | undefined {
  if (conjunct.op === 'binary' && conjunct.operator === 'in') {
    const field = readOwnField(conjunct.left);
    const { right: list } = conjunct;
    if (field === undefined || list.op !== 'path' || list.root !== 'caller') return undefined;
    return { field: field.name, of: { kind: 'caller', list } };
  }
  if (conjunct.op === 'binary' && conjunct.operator === '==') return findFollowed(conjunct);
  if (conjunct.op !== 'question' || conjunct.name !== 'exists') return undefined;
  const parts = splitConditions(conjunct.where);
  for (const part of parts) {
    const anchored = findAnchored(conjunct, part);
    const others = parts.filter((other) => other !== part);
    if (anchored === undefined || others.length === 0 || others.some(readsRecord)) continue;
    const where = others.reduce((left, right) => ({ op: 'binary', operator: '&&', left, right, type: left.type }));
    const question = { ...conjunct, where };
    if (listAnchors(question).length > 0)
      return { field: anchored.own, of: { kind: 'question', question, field: anchored.of } };
  }
  return undefined;
}

/** The values of a reference from whose record a path leads to an attribute of the caller. */
function findFollowed(conjunct: Expression & { readonly op: 'binary' }): ListedValues | undefined {
  for (const [own, value] of [
    [conjunct.left, conjunct.right],
    [conjunct.right, conjunct.left],
  ] as const) {
    const isFollowed = own.op === 'path' && own.root === 'record' && own.steps.length > 1 && !isDecimalType(own.type);
    const isCaller = value.op === 'path' && value.root === 'caller' && value.type.kind !== 'nullable';
    if (!isFollowed || !isCaller) continue;
    const [first, ...further] = own.steps;
    const steps = further.map(({ name, through }) => ({ resource: through!, field: name }));
    const { through: _, ...last } = further.at(-1)!;
    const holds: Expression = { ...conjunct, left: { ...own, steps: [last] }, right: value };
    return { field: first!.name, of: { kind: 'path', path: { steps, holds } } };
  }
  return undefined;
}

/** The field of the record that an equality compares with one of the record asked about. Null equals null, which no list contains. */
function findAnchored(
  { variable }: QuestionNode,
  part: Expression,
): { readonly own: string; readonly of: string } | undefined {
  if (part.op !== 'binary' || part.operator !== '==') return undefined;
  for (const [asked, own] of [
    [part.left, part.right],
    [part.right, part.left],
  ] as const) {
    const steps = readsOf(asked, new Set([variable]));
    const field = readOwnField(own);
    const areNullable = asked.type.kind === 'nullable' && own.type.kind === 'nullable';
    if (steps?.length === 1 && field !== undefined && !areNullable) return { own: field.name, of: steps[0]!.name };
  }
  return undefined;
}

/** A field of the record. Decimals are left out: they are equal by value, and an index of their texts is not. */
function readOwnField(node: Expression) {
  const { kind } = node.type.kind === 'nullable' ? node.type.of : node.type;
  const isField = node.op === 'path' && node.root === 'record' && node.steps.length === 1 && kind !== 'decimal';
  return isField ? node.steps[0] : undefined;
}

function readsRecord(node: Expression): boolean {
  return (node.op === 'path' && node.root === 'record') || listChildNodes(node).some(readsRecord);
}
