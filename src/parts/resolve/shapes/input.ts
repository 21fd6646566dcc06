import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { collectSentFields } from '../../../plan/bodies/sent.ts';
import type { RangePlan } from '../../../plan/schema.ts';
import type { InputMember, InputShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import type { BoundSyntax, MemberSyntax, PicksSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import type { Span } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import type { FieldModel } from '../../resources/model.ts';
import { resolveMember } from '../bodies.ts';
import { describeForm } from './answer.ts';
import { addDiagnostic, checkUnique, getLine, type InputContext } from './context.ts';
import { findDefinition, findField, findSimilarDefinition, findSimilarField, type Holder } from './fields.ts';
import {
  isOwn,
  listAllFields,
  type Own,
  recordFieldLocation,
  resolveFieldValue,
  resolveInputField,
  resolveKeyedInputField,
  type Work,
} from './input-fields.ts';
import { resolvePicks } from './picks.ts';

/** Resolves the shape of a request: what its body must be, and which member means which field of the record. */
export function resolveInput(
  shape: ShapeSyntax,
  context: InputContext,
): { readonly shape?: InputShape; readonly diagnostics: readonly Diagnostic[] } {
  const work: Work = { ...context, diagnostics: [], own: findOwnResource(context), places: new Map() };
  const made = resolveContent(work, shape) ?? resolveInputShape(work, shape, work.own);
  if (made !== undefined && !isObject(work, made)) work.diagnostics.push(diagnostics['request-is-object'](shape.span));
  if (made !== undefined && work.own !== undefined) checkOnce(work, made);
  return made === undefined ? { diagnostics: work.diagnostics } : { shape: made, diagnostics: work.diagnostics };
}

/** Resolves a Request that is one field of the type `file`: the body is its content. */
function resolveContent(work: Work, shape: ShapeSyntax): InputShape | undefined {
  if (shape.kind !== 'field') return undefined;
  const definition = findDefinition(work.service, shape.of.value);
  const field = definition?.kind === 'resource' ? findField(definition, shape.field.value) : undefined;
  if (field?.type?.kind !== 'file') return undefined;
  const [member] = resolveObjectFields(work, [{ key: shape.field, optional: false, shape }], work.own);
  if (member === undefined) return undefined;
  return { kind: 'object', isContent: true, members: [member], line: getLine(work.service, shape.span) };
}

function findOwnResource({ service, place, resource }: InputContext): Own | undefined {
  const definition =
    place === 'input request' || resource === undefined ? undefined : findDefinition(service, resource);
  return definition?.kind === 'resource' ? definition : undefined;
}

/** A field has one value: no two members mean the same. */
function checkOnce({ own, places, diagnostics: found }: Work, shape: InputShape): void {
  const seen = new Map<string, Span>();
  for (const { field, member } of collectSentFields(shape)) {
    const span = places.get(member)!;
    const first = seen.get(field);
    if (first === undefined) seen.set(field, span);
    else addDiagnostic(found, diagnostics['duplicate-field'](span, own!.name, field, first));
  }
}

function isObject(work: Work, shape: InputShape): boolean {
  if (shape.kind === 'value' && work.own === undefined)
    return shape.schema.type === 'named' || shape.schema.type === 'object';
  return shape.kind === 'object';
}

/** `own`: members of the shape may mean fields of the record. */
function resolveInputShape(work: Work, shape: ShapeSyntax, own?: Own): InputShape | undefined {
  const line = getLine(work.service, shape.span);
  switch (shape.kind) {
    case 'literal':
      return { kind: 'literal', value: shape.value, line };
    case 'cel':
      work.diagnostics.push(diagnostics['expression-in-request'](shape.span));
      return undefined;
    case 'role':
      return resolveBuiltIn(work, shape, line);
    case 'figure':
      work.diagnostics.push(diagnostics['role-in-request'](shape.span, `${shape.figure} of ${shape.field.value}`));
      return undefined;
    case 'items':
    case 'either':
      work.diagnostics.push(diagnostics['error-bodies-only'](shape.span, describeForm(shape)));
      return undefined;
    case 'list': {
      const range = shape.bound && resolveItems(work, shape.bound, line);
      if (shape.item.kind === 'name' && shape.item.name.value === work.own?.name) {
        addDiagnostic(work.diagnostics, describeSeveral(shape, work.own));
        return undefined;
      }
      const item = resolveInputShape(work, shape.item);
      return item && { kind: 'list', item, line, ...present({ range }) };
    }
    case 'object':
      return { kind: 'object', members: resolveObjectFields(work, shape.members, own), line };
    case 'field': {
      const found = requireField(work, shape.of, shape.field);
      return found && resolveFieldValue(work, found.holder, found.field, line);
    }
    case 'name':
      return resolveNamed(work, shape, line, own);
  }
}

/** Resolves a built-in value, which is a text. */
function resolveBuiltIn(work: Work, shape: ShapeSyntax & { kind: 'role' }, line: number): InputShape | undefined {
  const { name, members, span } = shape;
  if (work.roles?.includes(name) !== true)
    work.diagnostics.push(diagnostics['role-in-request'](span, name, work.roles?.[0]));
  else if (members !== undefined) work.diagnostics.push(diagnostics['role-members'](span, name));
  else return { kind: 'value', schema: { type: 'string' }, role: name, line };
  return undefined;
}

/** Resolves `[1..100]`: the number of items that a list of a Request has. */
function resolveItems({ diagnostics: found }: Work, bound: BoundSyntax, line: number): RangePlan | undefined {
  const { least, most, through, order, span } = bound;
  if (through !== undefined || order.length > 0) {
    found.push(diagnostics['no-children-here'](span, 'a request contains no stored records'));
    return undefined;
  }
  if (most === 0 || (least !== undefined && least > most)) found.push(diagnostics['items-range'](span, least, most));
  const from = least === undefined ? undefined : String(least);
  const to = most === Number.POSITIVE_INFINITY ? undefined : String(most);
  return { kind: 'range', unit: 'items', ...present({ from, to }), line };
}

/** Describes a list of records; without its `[]`, the shape of one record stays as it is. */
function describeSeveral(shape: ShapeSyntax, { name }: Holder): Diagnostic {
  const { span } = shape;
  const isOfOne = shape.kind === 'list' && shape.item.kind !== 'list';
  return diagnostics['several-records'](isOfOne ? { start: shape.item.span.end, end: span.end } : span, name, isOfOne);
}

/** Describes a member that is not its field; only a shape of all its members has an edit: the field lets clients send all of them. */
function describeUnfit(shape: ShapeSyntax, { name }: Holder, field: string): Diagnostic {
  const isWhole = shape.kind === 'field' || (shape.kind === 'name' && shape.picks === undefined);
  return diagnostics['not-the-field'](shape.span, name, field, isWhole);
}

function requireField(
  work: Work,
  of: { readonly value: string; readonly span: Span },
  name: { readonly value: string; readonly span: Span },
): { readonly holder: Holder; readonly field: FieldModel } | undefined {
  const holder = findDefinition(work.service, of.value);
  if (holder === undefined) {
    work.diagnostics.push(
      diagnostics['unknown-name'](of.span, of.value, findSimilarDefinition(work.service, of.value)),
    );
    return undefined;
  }
  if (holder.kind === 'union') {
    work.diagnostics.push(diagnostics['union-in-part'](of.span, of.value));
    return undefined;
  }
  const field = findField(holder, name.value);
  if (field !== undefined) return { holder, field };
  work.diagnostics.push(
    diagnostics['unknown-field'](name.span, of.value, name.value, findSimilarField(holder, name.value)),
  );
  return undefined;
}

function resolveNamed(
  work: Work,
  shape: ShapeSyntax & { kind: 'name' },
  line: number,
  own: Own | undefined,
): InputShape | undefined {
  const { name, picks } = shape;
  const holder = findDefinition(work.service, name.value);
  if (holder === undefined) {
    work.diagnostics.push(
      diagnostics['unknown-name'](name.span, name.value, findSimilarDefinition(work.service, name.value)),
    );
    return undefined;
  }
  if (holder.kind === 'union') {
    if (picks !== undefined) work.diagnostics.push(diagnostics['union-in-part'](shape.span, name.value));
    return { kind: 'value', schema: { type: 'named', name: name.value }, line };
  }
  if (own === undefined && isOwn(work, holder)) {
    addDiagnostic(work.diagnostics, describeSeveral(shape, holder));
    return undefined;
  }
  const members =
    picks === undefined ? listAllFields(work, holder, name.span) : resolveInputPicks(work, holder, picks, name.span);
  return { kind: 'object', ...(picks === undefined ? { shapeName: holder.name } : {}), members, line };
}

function resolveInputPicks(work: Work, holder: Holder, picks: PicksSyntax, span: Span): readonly InputMember[] {
  return resolvePicks<InputMember>(work, holder, picks, {
    all: () => listAllFields(work, holder, span),
    unknown: (name) => reportUnknownField(work, holder, name),
    keyed: (member) => resolveKeyedField(work, member, isOwn(work, holder) ? work.own : undefined),
    picked({ name, optional }) {
      const field = findField(holder, name.value);
      if (field === undefined) return reportUnknownField(work, holder, name);
      const member = resolveInputField(work, holder, field);
      if (typeof member !== 'string')
        return recordFieldLocation(work, optional ? { ...member, required: false } : member, name.span);
      work.diagnostics.push(diagnostics['never-sent'](name.span, holder.name, name.value, member));
      return undefined;
    },
  });
}

function reportUnknownField(
  work: Work,
  holder: Holder,
  name: { readonly value: string; readonly span: Span },
): undefined {
  work.diagnostics.push(
    diagnostics['unknown-field'](name.span, holder.name, name.value, findSimilarField(holder, name.value)),
  );
  return undefined;
}

function resolveObjectFields(
  work: Work,
  members: readonly MemberSyntax[],
  own: Own | undefined,
): readonly InputMember[] {
  const seen = new Map<string, Span>();
  return members.flatMap((member) =>
    checkUnique(work, seen, member.key) ? (resolveKeyedField(work, member, own) ?? []) : [],
  );
}

/** A member `key: shape`; `own` is the record that is written, where the member may mean one of its fields. */
function resolveKeyedField(work: Work, member: MemberSyntax, own: Own | undefined): InputMember | undefined {
  const { key, shape, optional } = member;
  const base = { name: key.value, required: !optional };
  const meaning = own === undefined ? 'input' : resolveMember(own.model, member);
  if (meaning === 'unfit') work.diagnostics.push(describeUnfit(shape, own!, key.value));
  if (meaning === 'several') work.diagnostics.push(describeSeveral(shape, own!));
  if (meaning === 'unfit' || meaning === 'several') return undefined;
  const made = resolveInputShape(work, shape, meaning === 'record' ? own : undefined);
  if (made === undefined) return undefined;
  if (typeof meaning === 'string') return { ...base, shape: made };
  return resolveKeyedInputField(work, { ...base, shape: made }, own!, meaning, shape.span);
}
