import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { AnswerShape, Children } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import type { BoundSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import type { Span } from '../../../text/location.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { explainWhyNotSortable } from '../fitting.ts';
import { findIdentity } from '../vocabulary.ts';
import { type At, requireDefinition, type Work } from './at.ts';
import { checkUnique } from './context.ts';
import { type Definition, findDefinition, findField, findSimilarField, type Holder, listRefsTo } from './fields.ts';
import { resolveRecord } from './named.ts';

type ResourceHolder = Holder & { readonly kind: 'resource' };
type Bounded = ShapeSyntax & { readonly kind: 'list'; readonly bound: BoundSyntax };

/** The maximum number of records that one record of a response shows, those inside one another multiplied. */
const mostChildren = 100;

/** Resolves `key: Name(field)[..20]`: the records of a resource that refer to the record in hand. */
export function resolveChildren(work: Work, shape: Bounded, at: At): AnswerShape | undefined {
  const { item, bound } = shape;
  const definition = item.kind === 'name' ? requireDefinition(work, item.name) : undefined;
  if (item.kind === 'name' && definition === undefined) return undefined;
  const { subject, key } = at;
  const isOpen = bound.least !== undefined || bound.most === Number.POSITIVE_INFINITY;
  const why = isOpen ? 'a response states only the maximum, such as `[..20]`' : explainWhyNotHere(work, definition, at);
  if (why !== undefined) work.diagnostics.push(diagnostics['no-children-here'](bound.span, why));
  if (why !== undefined || definition?.kind !== 'resource' || subject?.kind !== 'resource' || item.kind !== 'name')
    return undefined;
  const found = bound.present ?? resolveBound(work, bound, definition, subject);
  if (at.embedded >= 3) work.diagnostics.push(diagnostics['embedded-too-deep'](shape.span, key!.value));
  const around = at.shown ?? 1;
  const all = around * bound.most;
  const isOutside = all < 1 || all > mostChildren;
  if (isOutside) {
    const most = Math.floor(mostChildren / around);
    const written = all < 1 ? undefined : writeBound({ ...bound, most }, bound.through?.value);
    work.diagnostics.push(diagnostics['bound-range'](bound.span, bound.most, all, written));
  }
  if (found === undefined || at.embedded >= 3 || isOutside) return undefined;
  const { key: _, list: __, optional: ___, ...place } = at;
  const inner = { ...place, subject: definition, embedded: at.embedded + 1, shown: all };
  return {
    kind: 'children',
    resource: definition.name,
    to: subject.name,
    identity: findIdentity(subject.model)?.name.value ?? 'id',
    ...found,
    item: resolveRecord(work, item, definition, inner),
  };
}

/** Describes a list of the records that refer to the record in hand, without a bound; undefined for any other list. */
export function describeMissingBound(
  { service, place }: Work,
  { item, span }: ShapeSyntax & { readonly kind: 'list' },
  { subject, key }: At,
): Diagnostic | undefined {
  if (item.kind !== 'name' || key === undefined || subject?.kind !== 'resource' || place === 'code answer') return;
  const definition = findDefinition(service, item.name.value);
  if (definition?.kind !== 'resource' || findField(subject, key.value) !== undefined) return;
  const refs = listRefsTo(definition, subject.name);
  if (refs.length === 0) return;
  return diagnostics['no-bound']({ start: item.span.end, end: span.end }, definition.name, subject.name, refs);
}

/** Why no records that refer to the record in hand are available; undefined where they are. */
function explainWhyNotHere(work: Work, definition: Definition | undefined, at: At): string | undefined {
  const { subject, key } = at;
  if (work.place === 'payload') return 'the payload of an event is stored with the event';
  if (subject === undefined || work.place === 'envelope') return 'this location has no record';
  if (subject.kind !== 'resource') return `\`${subject.name}\` is an object, to which nothing refers`;
  if (key === undefined) return 'it is not in a member of the record';
  if (definition?.kind !== 'resource') return 'it does not follow a resource';
  const type = findField(subject, key.value)?.type;
  const isOwn = type?.kind === 'list' && type.item.kind === 'ref' && type.item.resource.value === definition.name;
  return isOwn ? `\`${key.value}\` is a list of refs, which is shown whole` : undefined;
}

/** Returns the meaning of a bound in a document without errors. */
export function findChildren(
  service: Service,
  bound: BoundSyntax,
  resource: string,
  subject: string,
): Children | undefined {
  const [child, own] = [findDefinition(service, resource), findDefinition(service, subject)];
  if (child?.kind !== 'resource' || own?.kind !== 'resource') return undefined;
  const silent: Work = { service, place: 'answer', roles: [], diagnostics: [], answer: () => undefined };
  return resolveBound(silent, bound, child, own);
}

/** Returns the meaning of a bound; undefined, and a diagnostic, if something about it is wrong. */
function resolveBound(
  work: Work,
  bound: BoundSyntax,
  { name, model }: ResourceHolder,
  subject: ResourceHolder,
): Children | undefined {
  const before = work.diagnostics.length;
  const field = chooseRef(work, bound, { kind: 'resource', name, model }, subject.name);
  const order = resolveOrder(work, bound, model);
  return field === undefined || work.diagnostics.length > before ? undefined : { field, order, most: bound.most };
}

function chooseRef(work: Work, bound: BoundSyntax, child: ResourceHolder, subject: string): string | undefined {
  const { through } = bound;
  const refs = listRefsTo(child, subject);
  if (through !== undefined) {
    if (findField(child, through.value) === undefined) {
      const near = findSimilarField(child, through.value);
      work.diagnostics.push(diagnostics['unknown-field'](through.span, child.name, through.value, near));
      return undefined;
    }
    if (refs.includes(through.value)) return through.value;
    const near = refs.length === 1 ? refs[0] : undefined;
    work.diagnostics.push(diagnostics['no-ref-here'](through.span, `${child.name}.${through.value}`, subject, near));
    return undefined;
  }
  if (refs.length === 1) return refs[0];
  if (refs.length === 0) work.diagnostics.push(diagnostics['no-ref-here'](bound.span, child.name, subject));
  else work.diagnostics.push(diagnostics['several-refs'](bound.span, child.name, subject, refs));
  return undefined;
}

/** A bound as it is written with the field that refers to the record. */
function writeBound({ most, order }: BoundSyntax, through: string | undefined): string {
  const fields = order.map(({ field, descending }) => `${descending ? '-' : ''}${field.value}`);
  const by = fields.length === 0 ? '' : ` by ${fields.join(', ')}`;
  return `[..${most}${through === undefined ? '' : ` through ${through}`}${by}]`;
}

/** The order up to the identity, which breaks ties in the direction of the last field. */
function resolveOrder(work: Work, { order }: BoundSyntax, model: ResourceModel): Children['order'] {
  const seen = new Map<string, Span>();
  const stated = order.map(({ field: name, descending }) => {
    const child: ResourceHolder = { kind: 'resource', name: model.name.value, model };
    const field = findField(child, name.value);
    if (field === undefined) {
      const near = findSimilarField(child, name.value);
      work.diagnostics.push(diagnostics['unknown-field'](name.span, child.name, name.value, near));
    } else {
      checkUnique(work, seen, name);
      const why = explainWhyNotSortable(work.service, model, field);
      if (why !== undefined) work.diagnostics.push(diagnostics['not-ordered'](name.span, name.value, why));
    }
    return { field: name.value, descending };
  });
  const identity = findIdentity(model)?.name.value ?? 'id';
  const end = stated.findIndex(({ field }) => field === identity);
  if (end >= 0) return stated.slice(0, end + 1);
  return [...stated, { field: identity, descending: stated.at(-1)?.descending === true }];
}
