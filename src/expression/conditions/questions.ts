import { memo } from '../../text/memo.ts';
import { listQuestions, type QuestionNode } from '../questions.ts';
import type { Expression } from '../tree.ts';

/**
 * Returns a condition whose questions have variables of the same names, whatever the document calls them: `$0` in a question without
 * another one inside. How far a count goes is left out: it follows from the comparison around it.
 */
export const normalizeQuestions = memo((node: Expression): Expression => {
  return listQuestions(node).length === 0 ? node : (normalize(node, new Map()) as Expression);
});

function normalize(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((inner) => normalize(inner, names));
  const expression = node as Expression;
  if (expression.op === 'path' && expression.root === 'local') {
    const [variable, ...steps] = expression.steps;
    const name = names.get(variable!.name) ?? variable!.name;
    return { ...expression, steps: [{ ...variable, name }, ...steps] };
  }
  if (expression.op !== 'question') return normalizeMembers(expression, names);
  const variable = `$${listQuestions(expression.where).length}`;
  const { most: _, ...question } = expression;
  return normalizeMembers({ ...question, variable }, new Map(names).set(expression.variable, variable));
}

function normalizeMembers(node: object, names: ReadonlyMap<string, string>): object {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, normalize(value, names)]));
}

/** Returns the conditions of two questions whether a record of the same resource exists; undefined for other expressions. */
export function listExistence(
  first: Expression,
  second: Expression,
): { readonly first: Expression; readonly second: Expression } | undefined {
  if (!isExistence(first) || !isExistence(second) || first.resource !== second.resource) return undefined;
  return { first: first.where, second: second.where };
}

/** Returns whether an expression asks if a record exists. It never fails: a value of it that cannot be computed equals no field. */
export function isExistence(node: Expression): node is QuestionNode {
  return node.op === 'question' && node.name === 'exists';
}
