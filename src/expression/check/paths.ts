import { findNearestAmongFew } from '../../text/limited-suggestions.ts';
import type { Span } from '../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import { type ElementPath, followVariables, mostFollowed } from '../elements.ts';
import type { Syntax } from '../parse/syntax.ts';
import { formatFieldPath, functionNames, reservedWords, rootNames } from '../reserved.ts';
import type { FieldType } from '../symbol-table.ts';
import type { Expression, PathStep, Root, ValueType } from '../tree.ts';
import { describeType, getBaseType, removeNullable } from '../types.ts';
import { type Checking, fail, recordSpan } from './checking.ts';
import { requireNonNull } from './coerce.ts';

/** Checks a bare name: a variable of a macro, a root, or a field of the record. */
export function checkName(checking: Checking, syntax: Syntax & { readonly kind: 'name' }): Expression | undefined {
  const { name, span } = syntax;
  const { environment, locals } = checking;
  const local = locals.get(name);
  if (local !== undefined) {
    const step: PathStep = local.kind === 'nullable' ? { name, nullable: true } : { name };
    return recordSpan(checking, span, { op: 'path', root: 'local', steps: [step], type: local });
  }
  const type = environment.roots.get(name as Root);
  if (name === 'self' && type !== undefined && environment.unaddressed !== undefined)
    return fail(checking, diagnostics['no-address'](span, environment.unaddressed));
  if (name !== 'local' && type !== undefined)
    return recordSpan(checking, span, { op: 'path', root: name as Root, steps: [], type });
  const fields = recordFields(checking);
  if (reservedWords.has(name)) return reportReservedName(checking, name, span, fields);
  const field = fields?.get(name);
  const record = environment.roots.get('record');
  if (field === undefined || record === undefined) return reportUnknownName(checking, name, span, fields);
  if (!isAvailable(checking, field, name, span, true)) return undefined;
  return recordSpan(checking, span, { op: 'path', root: 'record', steps: [stepTo(name, field)], type: field.type });
}

/** Whether a field can be read: one that is computed where its record is shown only of that record, and only there. */
function isAvailable(checking: Checking, field: FieldType, name: string, span: Span, own: boolean): boolean {
  const { roots, place } = checking.environment;
  const { asks } = checking.environment;
  if (field.stored !== 'shown' || (own && roots.has('self') && (field.others !== true || asks === true))) return true;
  fail(checking, diagnostics['shown-field'](span, name, own || !roots.has('self') ? place : undefined));
  return false;
}

function recordFields(checking: Checking): ReadonlyMap<string, FieldType> | undefined {
  const record = checking.environment.roots.get('record');
  return record?.kind === 'object' ? checking.environment.symbols.fields(record.name) : undefined;
}

function reportReservedName(
  checking: Checking,
  name: string,
  span: Span,
  fields?: ReadonlyMap<string, FieldType>,
): undefined {
  if (fields?.has(name))
    return fail(checking, diagnostics['reserved-name'](span, name, formatFieldPath('record', name)));
  const { roots, place } = checking.environment;
  if ((rootNames as readonly string[]).includes(name)) {
    return fail(checking, diagnostics['root-not-allowed'](span, name, place, [...roots.keys()]));
  }
  return reportUnknownName(checking, name, span, fields);
}

function reportUnknownName(
  checking: Checking,
  name: string,
  span: Span,
  fields: ReadonlyMap<string, FieldType> | undefined,
): undefined {
  const hint = functionNames.includes(name) ? 'it is a function' : undefined;
  const near = findNearestAmongFew(checking.environment.symbols, name, listLikelyNames(checking, fields));
  return fail(checking, diagnostics['unknown-name'](span, name, near, hint));
}

/** The names that may be meant; of many fields the first ones. */
function* listLikelyNames(checking: Checking, fields: ReadonlyMap<string, FieldType> | undefined): Iterable<string> {
  const names = [
    checking.locals.keys(),
    Iterator.from(fields?.keys() ?? []).take(250),
    checking.environment.roots.keys(),
  ];
  for (const some of names) for (const name of some) if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) yield name;
}

/** Checks `from.name`. */
export function checkSelect(checking: Checking, syntax: Syntax & { readonly kind: 'select' }): Expression | undefined {
  const from = checking.check(syntax.from);
  return from && checkFieldAccess(checking, from, syntax.name, syntax.span, syntax.nameSpan);
}

/** Checks `from[at]`: an item of a list, a value of a map, or a field whose name is not an identifier. */
export function checkIndex(checking: Checking, syntax: Syntax & { readonly kind: 'index' }): Expression | undefined {
  const from = checking.check(syntax.from);
  const named = syntax.at.kind === 'string' ? syntax.at : undefined;
  if (from !== undefined && named !== undefined && ['object', 'ref', 'any'].includes(removeNullable(from.type).kind)) {
    return checkFieldAccess(checking, from, named.value, syntax.span, named.span);
  }
  const index = checking.check(syntax.at);
  if (from === undefined || index === undefined) return undefined;
  const [whole, position] = [requireNonNull(checking, from), requireNonNull(checking, index)];
  const type = getIndexedType(whole.type, getBaseType(position.type).kind);
  if (type === undefined) {
    const [what, by] = [describeType(from.type), describeType(index.type)];
    return fail(checking, diagnostics['no-items'](syntax.at.span, what, by));
  }
  return recordSpan(checking, syntax.span, { op: 'index', from: whole, at: position, type });
}

function getIndexedType(type: ValueType, by: ValueType['kind']): ValueType | undefined {
  if (type.kind === 'list' && by === 'int') return type.item;
  if (type.kind === 'map' && by === 'string') return type.value;
  return type.kind === 'any' && (by === 'int' || by === 'string') ? type : undefined;
}

function checkFieldAccess(
  checking: Checking,
  from: Expression,
  name: string,
  span: Span,
  nameSpan: Span,
): Expression | undefined {
  const type = removeNullable(from.type);
  if (type.kind === 'map')
    return recordSpan(checking, span, { op: 'select', from: requireNonNull(checking, from), name, type: type.value });
  if (type.kind === 'any') return recordSpan(checking, span, { op: 'select', from, name, type });
  if (type.kind === 'ref') return checkReferencedField(checking, from, type.resource, name, span, nameSpan);
  if (type.kind !== 'object') return fail(checking, diagnostics['no-fields'](nameSpan, name, describeType(from.type)));
  const field = findField(checking, type.name, name, nameSpan, from);
  if (field === undefined) return undefined;
  if (isOfAskedRecord(checking, from) && field.sealed)
    return fail(checking, diagnostics['sealed-field'](nameSpan, name));
  if (from.op !== 'path')
    return recordSpan(checking, span, { op: 'select', from: requireNonNull(checking, from), name, type: field.type });
  return recordSpan(checking, span, { ...from, steps: [...from.steps, stepTo(name, field)], type: field.type });
}

/** Whether an expression reads the record that a question asks about. */
function isOfAskedRecord(checking: Checking, from: Expression): boolean {
  return from.op === 'path' && from.root === 'local' && checking.asked.has(from.steps[0]!.name);
}

/** The roots that are records: what their refs name is looked up with them. */
const ofRecords: ReadonlySet<Root> = new Set(['record', 'old', 'event']);

/** Whether what the refs of a record name is looked up with it. */
function isLookedUp({ environment, asked }: Checking, { root, steps }: ElementPath): boolean {
  if (root !== 'local') return ofRecords.has(root) && environment.alone !== true;
  const { name } = steps[0]!;
  return asked.has(name) || environment.locals?.has(name) === true;
}

function checkReferencedField(
  checking: Checking,
  from: Expression,
  resource: string,
  name: string,
  span: Span,
  nameSpan: Span,
): Expression | undefined {
  const paths = from.op === 'path' ? followVariables(from, checking.elements) : undefined;
  if (from.op !== 'path' || paths === undefined) {
    const help = explainOtherForm(from, name);
    return fail(checking, diagnostics['ref-elsewhere'](nameSpan, name, 'a list or a choice', resource, help));
  }
  const unknown = paths.find((path) => !isLookedUp(checking, path));
  if (unknown !== undefined) {
    const help = proposeQuestion(checking, unknown, name, resource);
    return fail(checking, diagnostics['ref-elsewhere'](nameSpan, name, `\`${unknown.root}\``, resource, help));
  }
  const followed = paths.map(({ steps }) => steps.filter((step) => step.through !== undefined).length);
  if (Math.max(0, ...followed) >= mostFollowed)
    return fail(checking, diagnostics['too-many-refs'](nameSpan, name, resource, mostFollowed));
  const isAsked = isOfAskedRecord(checking, from);
  const field = findField(checking, resource, name, nameSpan, from);
  if (field === undefined) return undefined;
  if (isAsked && field.sealed) return fail(checking, diagnostics['sealed-field'](nameSpan, name));
  const step: PathStep = { ...stepTo(name, field), through: resource };
  return recordSpan(checking, span, { ...from, steps: [...from.steps, step], type: field.type });
}

/** How a question reads the record of a reference that is not followed. */
function proposeQuestion(
  { environment: { asks, symbols } }: Checking,
  { root, steps }: ElementPath,
  name: string,
  resource: string,
): string | undefined {
  if (asks !== true || root === 'local' || steps.some((step) => step.list === true)) return undefined;
  const identity = symbols.identities?.get(resource) ?? 'id';
  const path = [root, ...steps.map((step) => step.name)].join('.');
  return `ask about the record: \`${resource}.exists(x, x.${identity} == ${path} and x.${name} == …)\``;
}

/** How the field is read where a value has no path. */
function explainOtherForm({ op }: Expression, name: string): string | undefined {
  if (op === 'choose') return `choose between the fields: \`c ? a.${name} : b.${name}\``;
  if (op !== 'index' && op !== 'select') return undefined;
  return `read it of all items, as in \`items.map(i, i.${name})\``;
}

function findField(
  checking: Checking,
  owner: string,
  name: string,
  span: Span,
  from: Expression,
): FieldType | undefined {
  const fields = checking.environment.symbols.fields(owner);
  const field = fields?.get(name);
  const own = from.op === 'path' && from.root === 'record' && from.steps.length === 0;
  if (field !== undefined) return isAvailable(checking, field, name, span, own) ? field : undefined;
  const root = from.op === 'path' && from.steps.length === 0 && from.root !== 'record';
  const what = root ? `\`${from.root}\`` : owner;
  return fail(checking, diagnostics['unknown-field'](span, what, name, [...(fields?.keys() ?? [])]));
}

function stepTo(name: string, field: FieldType): PathStep {
  const nullable = field.type.kind === 'nullable';
  return { name, ...(field.optional ? { optional: true } : {}), ...(nullable ? { nullable: true } : {}) };
}
