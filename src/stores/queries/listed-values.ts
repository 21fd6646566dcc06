import { listAnchors, type QuestionNode, readsOf, splitConditions } from '../../expression/questions.ts';
import { listChildNodes } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';

/** A field that has one of a list of values if a condition is true. The list can be read without a record of the table. */
export interface ListedValues {
  readonly field: string;
  /** A list of the caller, or a field of the records that a question finds. */
  readonly of:
    | { readonly kind: 'caller'; readonly list: Expression }
    | { readonly kind: 'question'; readonly question: QuestionNode; readonly field: string };
}

/** Finds the values that a conjunct of a row rule lists: `team in caller.teams`, or `Member.exists(m, m.team == team && m.user == caller.id)`. */
export function findListedValues(conjunct: Expression): ListedValues | undefined {
  if (conjunct.op === 'binary' && conjunct.operator === 'in') {
    const field = readOwnField(conjunct.left);
    const { right: list } = conjunct;
    if (field === undefined || list.op !== 'path' || list.root !== 'caller') return undefined;
    return { field: field.name, of: { kind: 'caller', list } };
  }
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
