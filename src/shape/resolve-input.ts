import { defaultOf, schemaOf } from '../parts/meaning/schemas.ts';
import { has, identityOf } from '../parts/meaning/vocabulary.ts';
import type { FieldModel, TypeModel } from '../parts/resources/model.ts';
import type { InputMember, InputShape } from '../plan/shape.ts';
import type { Problem } from '../problems/problem.ts';
import type { Span } from '../text/place.ts';
import { problems } from './problems.ts';
import { addProblem, type InputContext, lineAt } from './resolve-context.ts';
import { definitionOf, fieldOf, type Holder, nearDefinition, nearField, whyNotSent } from './resolve-fields.ts';
import type { MemberSyntax, PicksSyntax, ShapeSyntax } from './syntax.ts';

interface Work extends InputContext {
  readonly problems: Problem[];
}

/** Resolves the shape of a request: what its body must be, and which member means which field of the record. */
export function resolveInput(
  shape: ShapeSyntax,
  context: InputContext,
): { readonly shape?: InputShape; readonly problems: readonly Problem[] } {
  const work: Work = { ...context, problems: [] };
  const made = input(work, shape, true);
  if (made !== undefined && !isObject(work, made)) work.problems.push(problems['request-is-object'](shape.span));
  return made === undefined ? { problems: work.problems } : { shape: made, problems: work.problems };
}

function isObject(work: Work, shape: InputShape): boolean {
  if (shape.kind === 'value' && !writes(work)) return shape.schema.type === 'named' || shape.schema.type === 'object';
  return shape.kind === 'object';
}

function writes(work: Work): boolean {
  return work.place !== 'input request';
}

/** Whether the record that the operation writes is changed, not created. */
function changes(work: Work, holder: Holder): boolean {
  return (work.place === 'update request' || work.place === 'replace request') && isOwn(work, holder);
}

function isOwn(work: Work, holder: Holder): boolean {
  return holder.kind === 'resource' && holder.name === work.resource && writes(work);
}

function input(work: Work, shape: ShapeSyntax, top: boolean): InputShape | undefined {
  const line = lineAt(work.service, shape.span);
  switch (shape.kind) {
    case 'literal':
      return { kind: 'literal', value: shape.value, line };
    case 'cel':
      work.problems.push(problems['expression-in-request'](shape.span));
      return undefined;
    case 'role':
      work.problems.push(problems['role-in-request'](shape.span, shape.name));
      return undefined;
    case 'list': {
      const item = input(work, shape.item, false);
      return item && { kind: 'list', item, line };
    }
    case 'object':
      return { kind: 'object', members: objectMembers(work, shape.members, top), line };
    case 'field': {
      const found = fieldIn(work, shape.of, shape.field);
      return found && { kind: 'value', schema: schemaIn(work, found.holder, found.field), line };
    }
    case 'name':
      return named(work, shape, line);
  }
}

function schemaIn({ service }: Work, holder: Holder, field: FieldModel) {
  return schemaOf(service, field, `${holder.model.name.value}.${field.name.value}`);
}

function fieldIn(
  work: Work,
  of: { readonly value: string; readonly span: Span },
  name: { readonly value: string; readonly span: Span },
): { readonly holder: Holder; readonly field: FieldModel } | undefined {
  const holder = definitionOf(work.service, of.value);
  if (holder === undefined) {
    work.problems.push(problems['unknown-name'](of.span, of.value, nearDefinition(work.service, of.value)));
    return undefined;
  }
  if (holder.kind === 'union') {
    work.problems.push(problems['union-in-part'](of.span, of.value));
    return undefined;
  }
  const field = fieldOf(holder, name.value);
  if (field !== undefined) return { holder, field };
  work.problems.push(problems['unknown-field'](name.span, of.value, name.value, nearField(holder, name.value)));
  return undefined;
}

function named(work: Work, shape: ShapeSyntax & { kind: 'name' }, line: number): InputShape | undefined {
  const { name, picks } = shape;
  const holder = definitionOf(work.service, name.value);
  if (holder === undefined) {
    work.problems.push(problems['unknown-name'](name.span, name.value, nearDefinition(work.service, name.value)));
    return undefined;
  }
  if (holder.kind === 'union') {
    if (picks !== undefined) work.problems.push(problems['union-in-part'](shape.span, name.value));
    return { kind: 'value', schema: { type: 'named', name: name.value }, line };
  }
  const members = picks === undefined ? allMembers(work, holder) : picked(work, holder, picks);
  return { kind: 'object', members, line };
}

/** What the bare name of a resource or object means: what clients send at creation, or what they may change. */
function allMembers(work: Work, holder: Holder): readonly InputMember[] {
  return holder.model.fields.flatMap((field) => {
    const member = memberOf(work, holder, field);
    return typeof member === 'string' ? [] : [member];
  });
}

/** The member that means a field, or why clients never send it. */
function memberOf(work: Work, holder: Holder, field: FieldModel): InputMember | string {
  const name = field.name.value;
  const own = isOwn(work, holder);
  const change = changes(work, holder);
  const shape: InputShape = {
    kind: 'value',
    schema: schemaIn(work, holder, field),
    line: lineAt(work.service, field.span),
  };
  const base = { name, shape, ...(own ? { field: name } : {}) };
  const why = whyNotSent(holder, field, change ? 'change' : 'creation');
  const fixed = own && work.fixed?.includes(name) === true;
  if (why !== undefined) {
    if (change && !isHidden(field)) return { ...base, required: false, unchanged: true };
    return fixed && !change ? { ...base, required: false } : why;
  }
  const identity = holder.kind === 'resource' && identityOf(holder.model) === field;
  const otherwise = own && work.place === 'update request' ? undefined : defaultOf(field);
  const due = (has(field, 'required') || identity) && otherwise === undefined && !fixed;
  const required = due && !(own && work.place === 'update request');
  return { ...base, required, ...(otherwise === undefined ? {} : { default: otherwise }) };
}

/** A field whose present value a client cannot know. */
function isHidden(field: FieldModel): boolean {
  return field.constraints.some(
    (one) => one.kind === 'direction' && (one.word === 'internal' || one.word === 'write-only'),
  );
}

function picked(work: Work, holder: Holder, picks: PicksSyntax): readonly InputMember[] {
  const members = new Map<string, InputMember>();
  const seen = new Map<string, Span>();
  if (picks.all) for (const member of allMembers(work, holder)) members.set(member.name, member);
  for (const name of picks.but) {
    if (!once(work, seen, name)) continue;
    if (fieldOf(holder, name.value) === undefined) unknownField(work, holder, name);
    else if (!members.delete(name.value)) {
      work.problems.push(problems['nothing-to-take-away'](name.span, name.value));
    }
  }
  const chosen = [...picks.picked, ...picks.members].sort((a, b) => startOf(a) - startOf(b));
  for (const one of chosen) {
    if ('key' in one) {
      if (!once(work, seen, one.key)) continue;
      const member = keyed(work, one, isOwn(work, holder) ? holder : undefined);
      if (member !== undefined) members.set(member.name, member);
      continue;
    }
    if (!once(work, seen, one.name)) continue;
    const field = fieldOf(holder, one.name.value);
    if (field === undefined) {
      unknownField(work, holder, one.name);
      continue;
    }
    const member = memberOf(work, holder, field);
    if (typeof member === 'string') {
      work.problems.push(problems['never-sent'](one.name.span, holder.name, one.name.value, member));
    } else members.set(member.name, one.optional ? { ...member, required: false } : member);
  }
  return [...members.values()];
}

function startOf(one: PicksSyntax['picked'][number] | MemberSyntax): number {
  return 'key' in one ? one.key.span.start : one.name.span.start;
}

function unknownField(work: Work, holder: Holder, name: { readonly value: string; readonly span: Span }): void {
  work.problems.push(problems['unknown-field'](name.span, holder.name, name.value, nearField(holder, name.value)));
}

function once(work: Work, seen: Map<string, Span>, name: { readonly value: string; readonly span: Span }): boolean {
  const first = seen.get(name.value);
  if (first !== undefined) {
    addProblem(work.problems, problems['doubled-member'](name.span, name.value, first));
    return false;
  }
  seen.set(name.value, name.span);
  return true;
}

function objectMembers(work: Work, members: readonly MemberSyntax[], top: boolean): readonly InputMember[] {
  const seen = new Map<string, Span>();
  const definition = work.resource === undefined ? undefined : definitionOf(work.service, work.resource);
  const own = top && writes(work) && definition?.kind === 'resource' ? definition : undefined;
  return members.flatMap((member) => (once(work, seen, member.key) ? (keyed(work, member, own) ?? []) : []));
}

/** A member `key: shape`; `own` is the record that is written, where the member may mean one of its fields. */
function keyed(work: Work, member: MemberSyntax, own: Holder | undefined): InputMember | undefined {
  const { key, shape, optional } = member;
  const base = { name: key.value, required: !optional };
  const meant = own === undefined ? undefined : fieldMeant(work, own, member);
  const made = input(work, shape, false);
  if (made === undefined) return undefined;
  if (own === undefined || meant === undefined) return { ...base, shape: made };
  const change = changes(work, own);
  const why = whyNotSent(own, meant, change ? 'change' : 'creation');
  const field = meant.name.value;
  if (why === undefined || (!change && work.fixed?.includes(field) === true)) return { ...base, shape: made, field };
  if (change) return { ...base, required: false, shape: made, field, unchanged: true };
  work.problems.push(problems['never-sent'](shape.span, own.name, field, why));
  return undefined;
}

/** The field of the written record that a member means: `x: Invoice.memo`, or `lines: Line(text)[]` by its key. */
function fieldMeant(work: Work, own: Holder, member: MemberSyntax): FieldModel | undefined {
  const { key, shape } = member;
  if (shape.kind === 'field' && shape.of.value === own.name) return fieldOf(own, shape.field.value);
  const field = fieldOf(own, key.value);
  if (field === undefined || shape.kind === 'role' || shape.kind === 'cel') return undefined;
  if (field.type === undefined || holds(field.type, shape)) return field;
  work.problems.push(problems['not-the-field'](shape.span, own.name, key.value));
  return undefined;
}

/** Whether a shape can be that of a field of a type. */
function holds(type: TypeModel, shape: ShapeSyntax): boolean {
  if (type.kind === 'any' || type.kind === 'object') return true;
  if (shape.kind === 'literal') return type.kind !== 'list' && type.kind !== 'named' && type.kind !== 'map';
  if (shape.kind === 'list') return type.kind === 'list' && holds(type.item, shape.item);
  if (shape.kind === 'name') return type.kind === 'named' && type.name.value === shape.name.value;
  return shape.kind === 'object' && type.kind === 'named';
}
