import type { GroupMember, GroupsShape, GroupValue } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { type TimePart, timeParts } from '../../../shape/roles.ts';
import type { MemberSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import type { Name, Span } from '../../../text/location.ts';
import { explainWhyNoKey } from '../fitting.ts';
import type { Work } from './at.ts';
import { checkUnique } from './context.ts';
import { findField, type Holder } from './fields.ts';
import { findListed, getValueSchema, resolveFigureOf, resolveShown } from './figure.ts';

type ObjectSyntax = ShapeSyntax & { readonly kind: 'object' };
type Resource = Holder & { readonly kind: 'resource' };

const count = 'total count';

/** Whether the items of a list are groups: a member is calculated over several records. */
export function listsGroups({ members }: ObjectSyntax): boolean {
  return members.some(({ shape }) => shape.kind === 'figure' || (shape.kind === 'role' && shape.name === count));
}

/** Resolves a list of groups: what is not a figure is a key. */
export function resolveGroups(work: Work, shape: ObjectSyntax): GroupsShape | undefined {
  const holder = findListed(work);
  if (holder === undefined) {
    work.diagnostics.push(diagnostics['groups-elsewhere'](shape.span));
    return undefined;
  }
  const seen = new Map<string, Span>();
  const members = shape.members.flatMap((member): readonly GroupMember[] => {
    if (!checkUnique(work, seen, member.key)) return [];
    const value = resolveMember(work, holder, member);
    return value === undefined ? [] : [{ name: member.key.value, optional: member.optional, shape: value }];
  });
  if (members.length === shape.members.length && !members.some((member) => member.shape.kind === 'key'))
    work.diagnostics.push(diagnostics['groups-without-key'](shape.span, holder.name));
  return { kind: 'groups', members };
}

function resolveMember(work: Work, holder: Resource, { key, shape }: MemberSyntax): GroupValue | undefined {
  if (shape.kind === 'role' && shape.name === count && shape.members === undefined) return { kind: 'count' };
  if (shape.kind === 'field') {
    if (shape.of.value === holder.name) return resolveKey(work, holder, shape.field, shape.span);
    work.diagnostics.push(diagnostics['another-record'](shape.of.span, shape.of.value, holder.name));
    return undefined;
  }
  if (shape.kind === 'figure') {
    const { figure, field, span } = shape;
    const part = timeParts.find((known) => known === figure);
    if (part !== undefined) return resolveKey(work, holder, field, span, part);
    if (figure === 'sum' || figure === 'minimum' || figure === 'maximum')
      return resolveFigureOf(work, holder, figure, field, span);
  }
  work.diagnostics.push(diagnostics['not-of-group'](shape.span, key.value, holder.name));
  return undefined;
}

function resolveKey(work: Work, holder: Resource, name: Name, span: Span, part?: TimePart): GroupValue | undefined {
  const schema = resolveShown(work, holder, name);
  if (schema === undefined) return undefined;
  const why = explainWhyNoKey(work.service, holder.model, findField(holder, name.value)!, part);
  if (why !== undefined) {
    work.diagnostics.push(
      diagnostics['no-key'](span, part === undefined ? name.value : `${part} of ${name.value}`, why),
    );
    return undefined;
  }
  if (part === undefined) return { kind: 'key', field: name.value, schema: getValueSchema(schema) };
  return { kind: 'key', field: name.value, part, schema: partSchemas[part] };
}

const partSchemas = {
  day: { type: 'string', format: { name: 'date' } },
  month: { type: 'string' },
  year: { type: 'integer' },
} as const;
