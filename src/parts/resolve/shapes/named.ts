import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { AnswerMember, AnswerShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { PicksSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import { type Name, slice } from '../../../text/location.ts';
import { memoPair } from '../../../text/memo.ts';
import type { TypeModel } from '../../resources/model.ts';
import { createEnvironments } from '../environments.ts';
import {
  type At,
  choose,
  createRecordStart,
  describeMissingRecord,
  requireDefinition,
  resolveKeyedField,
  type Work,
} from './at.ts';
import { type Definition, findField, type Holder, listRefsTo } from './fields.ts';
import { resolvePicks } from './picks.ts';
import { findShownField } from './record.ts';

type Named = ShapeSyntax & { kind: 'name' };

/** Resolves a name: the record itself, a `ref` that is embedded, an object inside it, or what a handler gives back. */
export function resolveNamed(work: Work, shape: Named, at: At): AnswerShape | undefined {
  const definition = requireDefinition(work, shape.name);
  if (definition === undefined) return undefined;
  const { subject, key } = at;
  if (work.place === 'list answer' && at.inRecords === undefined) return resolveListed(work, shape, definition, at);
  const field = subject === undefined || key === undefined ? undefined : findField(subject, key.value);
  if (subject !== undefined && field?.type !== undefined && key !== undefined) {
    const inner = findInnerType(field.type);
    if (inner !== undefined && inner.name === definition.name) {
      return resolveShapedField(work, shape, definition, { ...at, subject, key }, field.type);
    }
  }
  if (subject !== undefined && subject.name === definition.name) {
    if (!at.list) return resolveRecord(work, shape, subject, at);
    if (work.place === 'code answer')
      return {
        kind: 'records',
        item: resolveRecord(work, shape, subject, createRecordStart(work, at)),
        of: subject.name,
      };
    work.diagnostics.push(
      at.inRecords
        ? diagnostics['nested-records'](shape.span)
        : diagnostics['one-record']({ start: shape.span.end, end: at.list.end }, shape.name.value),
    );
    return undefined;
  }
  if (at.handled || (work.place === 'code answer' && at.embedded === 0))
    return resolveHandlerResult(work, shape, definition, at);
  work.diagnostics.push(
    subject === undefined
      ? describeMissingRecord(work, shape.name)
      : describeOtherRecord(shape.name, definition, subject, key),
  );
  return undefined;
}

function describeOtherRecord(name: Name, definition: Definition, subject: Holder, key: Name | undefined) {
  const refs = subject.model.fields.filter(
    (field) => field.type !== undefined && findInnerType(field.type)?.name === name.value,
  );
  const isField = key === undefined || findField(subject, key.value) !== undefined;
  const refersHere =
    refs.length === 0 && definition.kind === 'resource' && listRefsTo(definition, subject.name).length > 0;
  return diagnostics['another-record'](
    name.span,
    name.value,
    subject.name,
    refs[0]?.name.value,
    isField ? undefined : key.span,
    !isField && refersHere,
  );
}

/** Returns the resource, object or union of the type of a field, and whether a `ref` leads to it. */
function findInnerType(type: TypeModel): { readonly name: string; readonly ref: boolean } | undefined {
  if (type.kind === 'list') return findInnerType(type.item);
  if (type.kind === 'ref') return { name: type.resource.value, ref: true };
  return type.kind === 'named' ? { name: type.name.value, ref: false } : undefined;
}

function resolveListed(work: Work, shape: Named, definition: Definition, at: At): AnswerShape | undefined {
  if (definition.name !== work.resource || definition.kind !== 'resource') {
    work.diagnostics.push(describeMissingRecord(work, shape.name));
    return undefined;
  }
  if (at.list) return { kind: 'records', item: resolveRecord(work, shape, definition, createRecordStart(work, at)) };
  work.diagnostics.push(
    diagnostics['many-records'](shape.span, shape.name.value, slice(work.service.source, shape.span)),
  );
  return undefined;
}

/** A field that is given the shape of what it holds. */
function resolveShapedField(
  work: Work,
  shape: Named,
  definition: Definition,
  at: At & { readonly subject: Holder; readonly key: Name },
  type: TypeModel,
): AnswerShape | undefined {
  const { subject, key } = at;
  const isList = type.kind === 'list';
  if (isList !== (at.list !== undefined)) {
    work.diagnostics.push(diagnostics['not-a-list'](shape.span, key.value, isList));
    return undefined;
  }
  const field = choose(work, subject, key, at);
  if (field === undefined) return undefined;
  if (definition.kind === 'resource') return embed(work, shape, definition, at, type);
  if (definition.kind === 'union') {
    if (shape.picks !== undefined) work.diagnostics.push(diagnostics['union-in-part'](shape.span, shape.name.value));
    return field;
  }
  if (
    shape.picks === undefined &&
    definition.model.fields.every(
      (candidate) => findShownField(work.service, definition, candidate.name.value)?.hidden === undefined,
    )
  ) {
    return field;
  }
  const { key: _, list: __, ...around } = at;
  return {
    kind: 'picked',
    path: [key.value],
    list: isList,
    item: resolveRecord(work, shape, definition, { ...around, subject: definition }),
  };
}

function embed(
  work: Work,
  shape: Named,
  definition: Definition & { kind: 'resource' },
  at: At & { readonly subject: Holder; readonly key: Name },
  type: TypeModel,
): AnswerShape | undefined {
  const { key } = at;
  if (type.kind === 'list' && type.item.kind === 'list') {
    work.diagnostics.push(diagnostics['cannot-embed'](shape.span, key.value));
    return undefined;
  }
  if (at.embedded >= 3) {
    work.diagnostics.push(diagnostics['embedded-too-deep'](shape.span, key.value));
    return undefined;
  }
  const { key: _, list: __, ...around } = at;
  const item = resolveRecord(work, shape, definition, { ...around, subject: definition, embedded: at.embedded + 1 });
  const list = type.kind === 'list' ? { list: true as const } : {};
  return { kind: 'embedded', field: key.value, ...list, resource: definition.name, item };
}

/** Resolves the result of a handler next to a record of its own resource: as members of its own. */
function resolveHandlerResult(work: Work, shape: Named, definition: Definition, at: At): AnswerShape | undefined {
  const { key, list: isList, ...around } = at;
  const of = definition.name;
  if (definition.kind === 'union') {
    if (shape.picks !== undefined) work.diagnostics.push(diagnostics['union-in-part'](shape.span, shape.name.value));
    const path = key === undefined ? [] : [key.value];
    const namedSchema = { type: 'named', name: definition.name } as const;
    return { kind: 'field', path, schema: isList ? { type: 'list', item: namedSchema } : namedSchema, of };
  }
  const item = resolveRecord(work, shape, definition, { ...around, subject: definition, embedded: at.embedded + 1 });
  if (key === undefined && isList) return { kind: 'records', item, of };
  return { kind: 'picked', path: key === undefined ? [] : [key.value], list: isList !== undefined, item, of };
}

/** The members of a record or object that a name shows. */
export function resolveRecord(work: Work, shape: Named, holder: Holder, at: At): AnswerShape {
  const { key: _, list: __, ...around } = at;
  const inside: At = { ...around, subject: holder };
  if (shape.picks !== undefined)
    return { kind: 'object', members: resolveAnswerPicks(work, holder, shape.picks, inside) };
  if (holder.kind === 'resource' && holder.model.shownAs !== undefined) {
    const shown = resolveShownAs(work, shape, holder, inside);
    if (shown !== undefined) return shown.kind === 'object' ? { ...shown, shapeName: holder.name } : shown;
  }
  return { kind: 'object', shapeName: holder.name, members: resolveAllFields(work, holder, inside) };
}

function resolveShownAs(
  work: Work,
  shape: Named,
  holder: Holder & { kind: 'resource' },
  at: At,
): AnswerShape | undefined {
  const words = holder.model.shownAs!;
  // Inside its own line the name means the stored fields; a cycle of such lines is reported at these lines.
  if (at.shownAs.includes(holder.name)) return undefined;
  const syntax = parseShape(words).shape;
  if (syntax === undefined) return undefined;
  const within: Work = { ...work, diagnostics: [] };
  const shown = work.answer(within, syntax, { ...at, shownAs: [...at.shownAs, holder.name] });
  // Errors of the line itself are reported there; here only that the line does not fit this place.
  const unfit = within.diagnostics.find(isOfPlace);
  if (unfit !== undefined && !checkShownAs(work, syntax, holder).some(isOfPlace)) {
    work.diagnostics.push(diagnostics['shown-as-unusable'](shape.name.span, holder.name, unfit.message, unfit.span));
  }
  return shown;
}

/** Checks a line Shown as alone, independent of its uses. */
function checkShownAs(work: Work, syntax: ShapeSyntax, holder: Holder): readonly Diagnostic[] {
  const environment = () => createEnvironments(work.service).shownAs(holder.name);
  const own: Work = { ...work, place: 'shown as', resource: holder.name, roles: [], environment, diagnostics: [] };
  work.answer(own, syntax, { subject: holder, embedded: 0, shownAs: [holder.name] });
  return own.diagnostics;
}

/** Whether an error depends on the place of the shape. */
const isOfPlace = ({ severity, code }: Diagnostic) =>
  severity === 'error' && (!code.startsWith('shape/') || code === 'shape/no-children-here');

type Members = readonly AnswerMember[];

/** All that is shown of a record or object, resolved once: many answers show the same. */
function resolveAllFields({ service, place }: Work, holder: Holder, at: At): Members {
  const created = place === 'create answer' && at.embedded === 0;
  const audience = created ? 'creator' : place === 'payload' ? 'subscriber' : 'client';
  return listShownTo[audience](service, holder.model, holder);
}

const listShownTo = {
  creator: listShown(true, false),
  subscriber: listShown(false, true),
  client: listShown(false, false),
};

function listShown(created: boolean, inPayload: boolean) {
  return memoPair(
    (service: Work['service'], { fields }: Holder['model'], holder: Holder): Members =>
      fields.flatMap(({ name: { value: name } }): Members => {
        const found = findShownField(service, holder, name, created, inPayload);
        if (found === undefined || found.hidden !== undefined) return [];
        return [{ name, optional: found.optional, shape: { kind: 'field', path: [name], schema: found.schema } }];
      }),
  );
}

function resolveAnswerPicks(work: Work, holder: Holder, picks: PicksSyntax, at: At): readonly AnswerMember[] {
  return resolvePicks<AnswerMember>(work, holder, picks, {
    all: () => resolveAllFields(work, holder, at),
    unknown: (name) => choose(work, holder, name, at),
    keyed: (member) => resolveKeyedField(work, member, at),
    picked: (pick) => resolvePlainPick(work, holder, pick, at),
  });
}

function resolvePlainPick(
  work: Work,
  holder: Holder,
  pick: PicksSyntax['picked'][number],
  at: At,
): AnswerMember | undefined {
  const { value: name } = pick.name;
  const shape = choose(work, holder, pick.name, at);
  if (shape === undefined) return undefined;
  return { name, optional: pick.optional || findShownField(work.service, holder, name)?.optional === true, shape };
}
