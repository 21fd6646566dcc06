import { diagnostics } from '../diagnostics.ts';
import { checkLiterals } from '../literals.ts';
import type { Expression, ValueType } from '../tree.ts';
import { accepts, bare, basis, describeType } from '../types.ts';
import { type Checking, fail, spanOf } from './checking.ts';
import { asNumber, needed, ofWidth, retyped } from './coerce.ts';
import { fitObject } from './objects.ts';

/** The expression as a value of the type that is due at its place, or a diagnostic. */
export function asExpected(checking: Checking, node: Expression, due: ValueType): Expression | undefined {
  const problemsBefore = checking.diagnostics.length;
  const fitted = fit(checking, node, due);
  if (fitted !== undefined) return fitted;
  if (checking.diagnostics.length > problemsBefore) return undefined;
  const kinds = `${basis(due).kind} ${basis(node.type).kind}`;
  const hint = kinds === 'double int' ? 'double(…)' : undefined;
  const [wanted, found] = [describeType(due), describeType(node.type)];
  return fail(
    checking,
    diagnostics['wrong-result'](spanOf(checking, node), checking.environment.place, wanted, found, hint),
  );
}

function fit(checking: Checking, node: Expression, due: ValueType): Expression | undefined {
  if (node.op === 'choose') {
    const then = fit(checking, node.then, due);
    const otherwise = fit(checking, node.otherwise, due);
    if (then === undefined || otherwise === undefined) return undefined;
    const mayBeNull = [then, otherwise].some(({ type }) => type.kind === 'nullable' || type.kind === 'null');
    return retyped(checking, { ...node, then, otherwise }, mayBeNull ? due : bare(due));
  }
  const type = bare(due);
  if (due.kind === 'nullable' && (node.type.kind === 'null' || node.type.kind === 'nullable')) {
    return accepts(due, node.type) && sameWidth(due, node.type) ? node : undefined;
  }
  if (node.op === 'list' && type.kind === 'list') {
    const items = node.items.map((item) => fit(checking, item, type.item));
    return items.includes(undefined) ? undefined : retyped(checking, { ...node, items: items as Expression[] }, type);
  }
  if (node.op === 'object') return fitObject(checking, node, type, fit);
  if (node.op === 'macro' && node.name === 'map' && type.kind === 'list' && isWritten(node.type)) {
    const body = fit(checking, node.body, type.item);
    return body && retyped(checking, { ...node, body }, type);
  }
  if (type.kind === 'double') {
    const number = asNumber(checking, node);
    if (number !== undefined) return number;
  }
  const literal = node.op === 'literal' && node.type.kind === 'string';
  if (literal && (type.kind === 'choice' || type.kind === 'date' || type.kind === 'decimal')) {
    return checkLiterals(checking, node, type) ? node : undefined;
  }
  // Dates and decimals are strings: whether a text is one is seen when the whole record is validated.
  const textual = type.kind === 'date' || type.kind === 'decimal';
  if (textual && bare(node.type).kind === 'string') return due.kind === 'nullable' ? node : needed(checking, node);
  if (!accepts(due, node.type)) return undefined;
  const value = due.kind === 'nullable' || due.kind === 'any' ? node : needed(checking, node);
  const width = basis(type);
  return width.kind === 'int' && value.type.kind === 'int' ? ofWidth(checking, value, width.wide === true) : value;
}

/** Whether a list holds objects that are written out. */
function isWritten(type: ValueType): boolean {
  return type.kind === 'list' && type.item.kind === 'object' && type.item.name === '';
}

function sameWidth(due: ValueType, found: ValueType): boolean {
  const [one, other] = [basis(due), basis(found)];
  return one.kind !== 'int' || other.kind !== 'int' || one.wide === other.wide;
}
