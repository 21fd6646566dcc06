import { isPlainName } from '../../text/limited-suggestions.ts';
import { findNearest } from '../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import { fileName } from '../file-type.ts';
import { listChildren, type Syntax } from '../parse/syntax.ts';
import type { FieldType } from '../symbol-table.ts';
import type { Expression, ValueType } from '../tree.ts';
import { describeType, type removeNullable } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';

type Written = Expression & { readonly op: 'object' };
type Fit = (checking: Checking, node: Expression, due: ValueType) => Expression | undefined;

/** The type of an object that is written out until the type is known that is due at its place; no type has this name. */
const unnamed: ValueType = { kind: 'object', name: '' };

/** Rejects object literals of unknown type: one must be the expected value, or be inside it. */
export function checkPlaces(checking: Checking, ast: Syntax): boolean {
  const { made, expected } = checking.environment;
  const strayed = findStrayObject(ast, made !== undefined && expected !== undefined);
  if (strayed === undefined) return true;
  fail(checking, diagnostics['outside-the-language'](strayed.span, 'A map or message in braces'));
  return false;
}

function findStrayObject(node: Syntax, isValue: boolean): Syntax | undefined {
  if (node.kind === 'object' && !isValue) return node;
  const inner = listValueNodes(node);
  for (const child of listChildren(node)) {
    const found = findStrayObject(child, isValue && inner.includes(child));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The nodes below one that are, or become, a part of its value as they are. */
function listValueNodes(node: Syntax): readonly Syntax[] {
  switch (node.kind) {
    case 'object':
      return node.members.map(({ value }) => value);
    case 'list':
      return node.items;
    case 'choose':
      return [node.outcome, node.otherwise];
    case 'call':
      return node.name === 'map' && node.receiver !== undefined ? node.args.slice(-1) : [];
    default:
      return [];
  }
}

/** Checks the members of an object that is written out. */
export function checkObject(checking: Checking, syntax: Syntax & { readonly kind: 'object' }): Expression | undefined {
  const members: Written['members'][number][] = [];
  for (const { name, nameSpan, value } of syntax.members) {
    const node = checking.check(value);
    if (node === undefined) return undefined;
    if (members.some((member) => member.name === name))
      return fail(checking, diagnostics['object-member'](nameSpan, name, 'is a duplicate'));
    members.push({ name, value: node });
  }
  return recordSpan(checking, syntax.span, { op: 'object', members, type: unnamed });
}

/** Checks an object literal as a value of the expected type; undefined for another node. */
export function fitObject(
  checking: Checking,
  node: Written,
  due: ReturnType<typeof removeNullable>,
  fit: Fit,
): Expression | undefined {
  if (due.kind !== 'map' && due.kind !== 'object') return undefined;
  const fields =
    due.kind === 'object' && due.name !== fileName ? checking.environment.made?.fields(due.name) : undefined;
  const span = locateNode(checking, node);
  const members: Written['members'][number][] = [];
  for (const { name, value } of node.members) {
    const field = due.kind === 'map' ? { type: due.value, optional: false } : fields?.get(name);
    if (field === undefined) {
      const near = findNearest(name, Iterator.from(fields?.keys() ?? []).filter(isPlainName));
      return fail(checking, diagnostics['object-member'](span, name, `is not a field of ${describeType(due)}`, near));
    }
    const fitted = fit(checking, value, field.type);
    if (fitted === undefined) {
      const wrong = `is ${describeType(field.type)}, found ${describeType(value.type)}`;
      return fail(checking, diagnostics['object-member'](locateNode(checking, value), name, wrong));
    }
    members.push({ name, value: fitted, ...(mayLack(field) ? { optional: true } : {}) });
  }
  for (const [name, field] of fields ?? []) {
    const isGiven = members.some((member) => member.name === name);
    if (mayLack(field) || isGiven) continue;
    return fail(checking, diagnostics['object-member'](span, name, `is required in ${describeType(due)}`));
  }
  return recordSpan(checking, span, { ...node, members, type: due });
}

/** Whether an object may be written without a member. */
function mayLack({ optional, filled }: Pick<FieldType, 'optional' | 'filled'>): boolean {
  return optional || filled === true;
}
