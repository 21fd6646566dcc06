import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { BodyMember, BodyShape } from '../../../plan/body.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { entryRoles, errorRoles, fieldKeys, fieldRoles, findBuiltInLocation } from '../../../shape/roles.ts';
import type { MemberSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import { findNearest } from '../../../text/nearest.ts';

interface Work {
  /** The titles of columns of the author's own. */
  readonly columns: readonly string[];
  readonly diagnostics: Diagnostic[];
  /** Inside what one field shows. */
  readonly entry?: true;
}

type Role = ShapeSyntax & { readonly kind: 'role' };

/** Resolves the shape of an error body; `columns` are the titles of the author's own, found whatever their letter case. */
export function resolveBody(
  shape: ShapeSyntax,
  columns: readonly string[],
): { readonly shape?: BodyShape; readonly diagnostics: readonly Diagnostic[] } {
  const work: Work = { columns, diagnostics: [] };
  const made = resolveBodyShape(work, shape);
  return made === undefined ? { diagnostics: work.diagnostics } : { shape: made, diagnostics: work.diagnostics };
}

function resolveBodyShape(work: Work, shape: ShapeSyntax): BodyShape | undefined {
  switch (shape.kind) {
    case 'literal':
      return { kind: 'literal', value: shape.value };
    case 'role':
      return resolveBuiltIn(work, shape);
    case 'figure':
      return resolveBuiltIn(work, { kind: 'role', name: `${shape.figure} of ${shape.field.value}`, span: shape.span });
    case 'object':
      return { kind: 'object', members: resolveBodyFields(work, shape.members) };
    case 'items':
      return { kind: 'items', items: shape.items.flatMap((item) => resolveBodyShape(work, item) ?? []) };
    case 'either':
      return { kind: 'either', of: shape.of.flatMap((candidate) => resolveBodyShape(work, candidate) ?? []) };
    case 'list':
      return list(work, shape);
    case 'cel':
      work.diagnostics.push(diagnostics['no-expression-here'](shape.span));
      return undefined;
    case 'name':
    case 'field': {
      const name = shape.kind === 'name' ? shape.name : shape.of;
      work.diagnostics.push(diagnostics['no-record-here'](name.span, name.value, 'an error body has no record'));
      return undefined;
    }
  }
}

function resolveBodyFields(work: Work, list: readonly MemberSyntax[]): readonly BodyMember[] {
  const seen = new Map<string, MemberSyntax>();
  return list.flatMap((member) => {
    const { key, optional } = member;
    const first = seen.get(key.value);
    if (first !== undefined)
      work.diagnostics.push(diagnostics['duplicate-member'](key.span, key.value, first.key.span));
    seen.set(key.value, first ?? member);
    const shape = first === undefined ? resolveBodyShape(work, member.shape) : undefined;
    return shape === undefined ? [] : [{ name: key.value, optional, shape }];
  });
}

/** `fields by name message[]`: all entries of a field, as a list. */
function list(work: Work, { item, span, bound }: ShapeSyntax & { readonly kind: 'list' }): BodyShape | undefined {
  const before = work.diagnostics.length;
  if (bound !== undefined)
    work.diagnostics.push(diagnostics['no-children-here'](bound.span, 'an error body has no record'));
  const made = item.kind === 'role' ? resolveBuiltIn(work, item) : undefined;
  if (made?.kind === 'fields' && made.by !== undefined && made.list === undefined) return { ...made, list: true };
  if (work.diagnostics.length === before) work.diagnostics.push(diagnostics['fields-list'](span));
  return undefined;
}

function resolveBuiltIn(work: Work, shape: Role): BodyShape | undefined {
  const { name, span } = shape;
  const ofFields = fieldRoles.findLast((candidate) => name === candidate || name.startsWith(`${candidate} `));
  if (ofFields !== undefined && !(ofFields === 'fields' && name.startsWith('fields by '))) {
    return resolveFieldsBuiltIn(work, shape, ofFields);
  }
  const entry = work.entry ? entryRoles.find((candidate) => candidate === name) : undefined;
  const lower = name.toLowerCase();
  const found =
    entry ??
    errorRoles.find((candidate) => candidate === name) ??
    work.columns.find((column) => column.toLowerCase() === lower);
  if (found === undefined) {
    const roles = [...(work.entry ? entryRoles : fieldRoles), ...errorRoles, ...work.columns];
    const home = findBuiltInLocation(name);
    work.diagnostics.push(
      home === undefined
        ? diagnostics['unknown-role'](span, name, roles, findNearest(name, roles))
        : diagnostics['role-elsewhere'](span, name, home, work.entry ? anEntry : 'an error body'),
    );
  } else if (shape.members !== undefined) work.diagnostics.push(diagnostics['role-members'](span, name));
  else return entry === undefined ? { kind: 'role', role: found } : { kind: 'entry', role: entry };
  return undefined;
}

const anEntry = 'an entry of `fields`';

/** Resolves the built-in value `fields`, and the shape of one of them after it. */
function resolveFieldsBuiltIn(work: Work, shape: Role, named: (typeof fieldRoles)[number]): BodyShape | undefined {
  const { members: own, name, span } = shape;
  if (work.entry) {
    work.diagnostics.push(diagnostics['role-elsewhere'](span, named, 'an error body', anEntry));
    return undefined;
  }
  const inside: Work = { ...work, entry: true };
  const word = name.slice(named.length).trim();
  const bare = word === '' && own === undefined;
  const entry =
    word === ''
      ? own && resolveBodyShape(inside, { kind: 'object', members: own, span })
      : resolveBuiltIn(inside, { ...shape, name: word });
  if (entry === undefined && !bare) return undefined;
  const shown = entry === undefined ? {} : { entry };
  if (named === 'first field') return { kind: 'fields', first: true, ...shown };
  const by = fieldKeys.find((key) => named === `fields by ${key}`);
  if (by === undefined) return { kind: 'fields', ...shown };
  return bare
    ? { kind: 'fields', by, list: true, entry: { kind: 'entry', role: 'message' } }
    : { kind: 'fields', by, ...shown };
}
