import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { AnswerMember, AnswerShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import type { MemberSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import type { Name, Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { type AnswerContext, checkUnique } from './context.ts';
import { type Definition, findDefinition, findSimilarDefinition, findSimilarField, type Holder } from './fields.ts';
import { findShownField } from './record.ts';

/** The state of the resolution of one shape. */
export interface Work extends AnswerContext {
  readonly diagnostics: Diagnostic[];
  /** Resolves a shape inside this one. */
  readonly answer: (work: Work, shape: ShapeSyntax, at: At) => AnswerShape | undefined;
}

/** The position of the resolution in a shape. */
export interface At {
  /** The record or object in hand. */
  readonly subject?: Holder;
  /** The key of the shape. */
  readonly key?: Name;
  /** The key of the shape has `?`. */
  readonly optional?: boolean;
  /** The shape with the `[]` that follows it. */
  readonly list?: Span;
  /** Inside the records of a list. */
  readonly inRecords?: true;
  /** How many records are embedded in one another around here. */
  readonly embedded: number;
  /** How many records that refer to one record are shown around here, those inside one another multiplied. */
  readonly shown?: number;
  /** The resources whose lines Shown as led here, the present one last. */
  readonly shownAs: readonly string[];
  /** The answer of a handler that has no record of its own. */
  readonly handled?: true;
}

/** Resolves the members of an object, each key once. */
export function resolveFields(work: Work, list: readonly MemberSyntax[], at: At): readonly AnswerMember[] {
  const seen = new Map<string, Span>();
  return list.flatMap((member) => {
    if (!checkUnique(work, seen, member.key)) return [];
    return resolveKeyedField(work, member, at) ?? [];
  });
}

/** Resolves one member `key: shape`. */
export function resolveKeyedField(work: Work, member: MemberSyntax, at: At): AnswerMember | undefined {
  const { list: _, ...around } = at;
  const shape = work.answer(work, member.shape, { ...around, key: member.key, optional: member.optional });
  if (shape === undefined) return undefined;
  return { name: member.key.value, optional: member.optional || mayLack(work, shape, at), shape };
}

/** Whether the record may lack what a shape shows: an absent value is left out. */
function mayLack(work: Work, shape: AnswerShape, { subject }: At): boolean {
  const path = shape.kind === 'embedded' ? [shape.field] : 'path' in shape ? shape.path : undefined;
  const of = 'of' in shape ? shape.of : undefined;
  if (path === undefined || path.length !== 1 || (shape.kind === 'picked' && of !== undefined)) return false;
  const holder = of === undefined ? subject : findDefinition(work.service, of);
  if (holder === undefined || holder.kind === 'union') return false;
  return findShownField(work.service, holder, path[0]!)?.optional === true;
}

/** Where the records of a list begin. */
export function createRecordStart(work: Work, at: At): At {
  const { key: _, list: __, optional: ___, ...around } = at;
  const definition = work.resource === undefined ? undefined : findDefinition(work.service, work.resource);
  const subject = definition?.kind === 'resource' ? { subject: definition } : {};
  return { ...around, ...subject, inRecords: true };
}

/** Returns the field of a record that a shape names, with a diagnostic if it must not be shown. */
export function choose(work: Work, holder: Holder, name: Name, at: At): (AnswerShape & { kind: 'field' }) | undefined {
  const created = work.place === 'create answer' && at.embedded === 0;
  const found = findShownField(work.service, holder, name.value, created, work.place === 'payload');
  if (found === undefined) {
    work.diagnostics.push(
      diagnostics['unknown-field'](name.span, holder.name, name.value, findSimilarField(holder, name.value)),
    );
    return undefined;
  }
  if (found.hidden !== undefined) {
    work.diagnostics.push(diagnostics['never-shown'](name.span, holder.name, name.value, found.hidden));
    return undefined;
  }
  return { kind: 'field', path: [name.value], schema: found.schema };
}

/** The definition of a name, with a diagnostic where there is none. */
export function requireDefinition(work: Work, name: Name): Definition | undefined {
  const definition = findDefinition(work.service, name.value);
  if (definition === undefined) {
    const near = findSimilarDefinition(work.service, name.value) ?? findNearest(name.value, work.roles);
    work.diagnostics.push(diagnostics['unknown-name'](name.span, name.value, near));
  }
  return definition;
}

/** A place in a response, in words. */
export function describeLocation(work: Work, at: At): string {
  if (work.place === 'list answer') return at.inRecords ? 'one record of a list' : 'the response of a list';
  if (work.place === 'payload' || work.place === 'envelope') return `the ${work.place} of an event`;
  return work.place === 'shown as' ? 'a line Shown as' : 'the response of this operation';
}

/** Describes why a name is unknown without a record. */
export function describeMissingRecord(work: Work, name: Name): Diagnostic {
  if (work.place === 'list answer' && name.value === work.resource) {
    return diagnostics['many-records'](name.span, name.value);
  }
  const why =
    work.place === 'envelope' || work.place === 'event answer' || work.resource === undefined
      ? 'this location has no record'
      : `the records here are of \`${work.resource}\``;
  return diagnostics['no-record-here'](name.span, name.value, why);
}
