import { own } from '../../text/own-property.ts';
import { diagnostics } from '../diagnostics.ts';
import { checkLiterals } from '../literals.ts';
import type { Expression, ValueType } from '../tree.ts';
import { accepts, describeType, getBaseType, isDecimalType, removeNullable } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { coerceWidth, requireNonNull, retypeNode, toNumberNode } from './coerce.ts';
import { toDecimalNode } from './decimals.ts';
import { fitObject } from './objects.ts';

/** The conversion to write around a value of the second kind where the first is expected. */
const conversions: Readonly<Record<string, string>> = {
  'double int': 'double(…)',
  'double decimal': 'double(…)',
  'string decimal': 'string(…)',
  'int decimal': 'int(…)',
};

/** The expression as a value of the type that is due at its place, or a diagnostic. */
export function coerceToExpected(checking: Checking, node: Expression, due: ValueType): Expression | undefined {
  const problemsBefore = checking.diagnostics.length;
  const fitted = fit(checking, node, due);
  if (fitted !== undefined) return fitted;
  if (checking.diagnostics.length > problemsBefore) return undefined;
  const kinds = `${getBaseType(due).kind} ${getBaseType(node.type).kind}`;
  const hint = own(conversions, kinds);
  const [wanted, found] = [describeType(due), describeType(node.type)];
  return fail(
    checking,
    diagnostics['wrong-result'](locateNode(checking, node), checking.environment.place, wanted, found, hint),
  );
}

function fit(checking: Checking, node: Expression, due: ValueType): Expression | undefined {
  if (node.op === 'choose') {
    const then = fit(checking, node.then, due);
    const otherwise = fit(checking, node.otherwise, due);
    if (then === undefined || otherwise === undefined) return undefined;
    const mayBeNull = [then, otherwise].some(({ type }) => type.kind === 'nullable' || type.kind === 'null');
    return retypeNode(checking, { ...node, then, otherwise }, mayBeNull ? due : removeNullable(due));
  }
  const type = removeNullable(due);
  if (due.kind === 'nullable' && (node.type.kind === 'null' || node.type.kind === 'nullable')) {
    return accepts(due, node.type) && hasSameWidth(due, node.type) ? node : undefined;
  }
  if (node.op === 'list' && type.kind === 'list') {
    const items = node.items.map((item) => fit(checking, item, type.item));
    return items.includes(undefined)
      ? undefined
      : retypeNode(checking, { ...node, items: items as Expression[] }, type);
  }
  if (node.op === 'object') return fitObject(checking, node, type, fit);
  if (node.op === 'macro' && node.name === 'map' && type.kind === 'list') {
    if (isWritten(node.type) || hasOtherWidth(type, node.type)) {
      const body = fit(checking, node.body, type.item);
      return body && retypeNode(checking, { ...node, body }, type);
    }
  }
  if (type.kind === 'list' && hasOtherWidth(type, node.type)) return fit(checking, mapItems(checking, node), due);
  if (type.kind === 'double') {
    const number = toNumberNode(checking, node);
    if (number !== undefined) return number;
  }
  if (isDecimalType(type)) {
    const decimal = toDecimalNode(checking, node);
    if (decimal !== undefined && decimal !== node) return fit(checking, decimal, due);
  }
  const literal = node.op === 'literal' && node.type.kind === 'string';
  if (literal && (type.kind === 'choice' || type.kind === 'date')) {
    return checkLiterals(checking, node, type) ? node : undefined;
  }
  // Dates and decimals are strings: whether a text is one is seen when the whole record is validated.
  const textual = type.kind === 'date' || type.kind === 'decimal';
  if (textual && removeNullable(node.type).kind === 'string')
    return due.kind === 'nullable' ? node : requireNonNull(checking, node);
  if (!accepts(due, node.type)) return undefined;
  const value = due.kind === 'nullable' || due.kind === 'any' ? node : requireNonNull(checking, node);
  const width = getBaseType(type);
  if (width.kind !== 'int' || value.type.kind !== 'int') return value;
  return parseAsWide(checking, value, width.wide === true) ?? coerceWidth(checking, value, width.wide === true);
}

/** `int(text)` where 64 bits are expected: all digits of the text count. */
function parseAsWide(checking: Checking, node: Expression, wide: boolean): Expression | undefined {
  if (!wide || node.op !== 'call' || node.name !== 'int' || node.type.kind !== 'int') return undefined;
  return getBaseType(node.of[0]!.type).kind === 'string'
    ? retypeNode(checking, node, { kind: 'int', wide: true })
    : undefined;
}

/** Whether two lists hold integers of different widths, and no null. */
function hasOtherWidth(due: ValueType, found: ValueType): boolean {
  if (due.kind !== 'list' || found.kind !== 'list') return false;
  return due.item.kind === 'int' && found.item.kind === 'int' && due.item.wide !== found.item.wide;
}

/** The items of a list of integers one by one, so that each gets the width that is expected. */
function mapItems(checking: Checking, over: Expression): Expression {
  const span = locateNode(checking, over);
  const type = (over.type as ValueType & { readonly kind: 'list' }).item;
  const variable = 'item';
  const body = recordSpan(checking, span, { op: 'path', root: 'local', steps: [{ name: variable }], type });
  return recordSpan(checking, span, { op: 'macro', name: 'map', over, variable, body, type: over.type });
}

/** Whether a list holds objects that are written out. */
function isWritten(type: ValueType): boolean {
  return type.kind === 'list' && type.item.kind === 'object' && type.item.name === '';
}

function hasSameWidth(due: ValueType, found: ValueType): boolean {
  const [dueBase, other] = [getBaseType(due), getBaseType(found)];
  return dueBase.kind !== 'int' || other.kind !== 'int' || dueBase.wide === other.wide;
}
