import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { InputMember, InputShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import type { Span } from '../../../text/location.ts';
import { memoPair } from '../../../text/memo.ts';
import type { FieldModel } from '../../resources/model.ts';
import { isMovedBy } from '../moved-states.ts';
import { readDefault, resolveSchema } from '../schemas.ts';
import { findIdentity, has } from '../vocabulary.ts';
import { getLine, type InputContext } from './context.ts';
import { explainWhyNotSent, type Holder } from './fields.ts';

/** The state of the resolution of a request's shape. */
export interface Work extends InputContext {
  readonly diagnostics: Diagnostic[];
  /** The record that is written: a member of the body may mean one of its fields. */
  readonly own: Own | undefined;
  /** The locations of members that are fields of the record. */
  readonly places: Map<InputMember, Span>;
}

/** The resource whose record is written. */
export type Own = Holder & { readonly kind: 'resource' };

/** Whether the record that the operation writes is changed, not created. */
function isUpdate(work: Work, holder: Holder): boolean {
  return (work.place === 'update request' || work.place === 'replace request') && isOwn(work, holder);
}

/** Whether a holder is the resource whose record is written. */
export function isOwn({ own }: Work, holder: Holder): boolean {
  return own !== undefined && holder.kind === 'resource' && holder.name === own.name;
}

/** Whether rows of the operation move the record to states of a field. */
function isMoved(work: Work, holder: Holder, field: FieldModel): boolean {
  const verb = isUpdate(work, holder) ? (work.place === 'replace request' ? 'replace' : 'update') : 'create';
  return isMovedBy(work.service, holder.name, verb, field);
}

/** The value of a field of a resource or object. */
export function resolveFieldValue({ service }: Work, holder: Holder, field: FieldModel, line: number): InputShape {
  const of = { holder: holder.model.name.value, field: field.name.value };
  return { kind: 'value', schema: resolveSchema(service, field, `${of.holder}.${of.field}`), of, line };
}

/** The lists of fields by the holder, and by what distinguishes requests. */
const listsOf = memoPair(
  (_service: Work['service'], _model: Holder['model']) => new Map<string, readonly InputMember[]>(),
);

/**
 * Returns the fields that the bare name of a resource or object includes: those that clients send at creation, or may change. One list for
 * all requests that have the same ones.
 */
export function listAllFields(work: Work, holder: Holder, span: Span): readonly InputMember[] {
  const known = listsOf(work.service, holder.model);
  const key = isOwn(work, holder) ? `${work.place} ${JSON.stringify(work.fixed)}` : '';
  const made =
    known.get(key) ??
    holder.model.fields.flatMap((field) => {
      const member = resolveInputField(work, holder, field);
      const isNamedAlone = typeof member !== 'string' && member.endState === true && !isUpdate(work, holder);
      return typeof member === 'string' || isNamedAlone ? [] : [member];
    });
  known.set(key, made);
  if (key !== '') for (const member of made) recordFieldLocation(work, member, span);
  return made;
}

/** Notes the location of a member that is a field of the record. */
export function recordFieldLocation(work: Work, member: InputMember, span: Span): InputMember {
  if (member.field !== undefined) work.places.set(member, span);
  return member;
}

/** The member that means a field, or why clients never send it. */
export function resolveInputField(work: Work, holder: Holder, field: FieldModel): InputMember | string {
  const name = field.name.value;
  const own = isOwn(work, holder);
  const change = isUpdate(work, holder);
  const shape = resolveFieldValue(work, holder, field, getLine(work.service, field.span));
  const base = { name, shape, ...(own ? { field: name } : {}) };
  const why = explainWhyNotSent(holder, field, change ? 'change' : 'creation');
  const fixed = own && work.fixed?.includes(name) === true;
  if (own && isMoved(work, holder, field)) return { ...base, required: false, endState: true };
  if (why !== undefined) {
    if (change && !isHidden(field)) return { ...base, required: false, ...resolveUnchanged(work, holder, field) };
    return fixed && !change ? { ...base, required: false } : why;
  }
  const identity = holder.kind === 'resource' && findIdentity(holder.model) === field;
  const otherwise = own && work.place === 'update request' ? undefined : readDefault(field);
  const due = (has(field, 'required') || identity) && otherwise === undefined && !fixed;
  const required = due && !(own && work.place === 'update request');
  return { ...base, required, ...(otherwise === undefined ? {} : { default: otherwise }) };
}

/** Returns the marks of a field that a change must not change: it takes the same value or, as in a create, any without an effect. */
function resolveUnchanged(
  { service }: Work,
  holder: Holder,
  field: FieldModel,
): Pick<InputMember, 'unchanged' | 'ignored'> {
  const neverSent = explainWhyNotSent(holder, field, 'creation') !== undefined;
  const ignores = service.endpoints.unknownFields?.value === 'ignored';
  return { unchanged: true, ...(neverSent && ignores ? { ignored: true } : {}) };
}

/** A field whose present value a client cannot know. */
function isHidden(field: FieldModel): boolean {
  return field.constraints.some(
    (constraint) =>
      constraint.kind === 'direction' && (constraint.word === 'internal' || constraint.word === 'write-only'),
  );
}

/** A member with a key of its own that means a field of the record. */
export function resolveKeyedInputField(
  work: Work,
  member: InputMember,
  own: Own,
  model: FieldModel,
  span: Span,
): InputMember | undefined {
  const change = isUpdate(work, own);
  const why = explainWhyNotSent(own, model, change ? 'change' : 'creation');
  const field = model.name.value;
  if (isMoved(work, own, model)) return recordFieldLocation(work, { ...member, field, endState: true }, span);
  if (why === undefined || (!change && work.fixed?.includes(field) === true))
    return recordFieldLocation(work, { ...member, field }, span);
  if (change) {
    return recordFieldLocation(
      work,
      { ...member, required: false, field, ...resolveUnchanged(work, own, model) },
      span,
    );
  }
  work.diagnostics.push(diagnostics['never-sent'](span, own.name, field, why));
  return undefined;
}
