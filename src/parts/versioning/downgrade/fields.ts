import type { Name, SourceText } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { has } from '../../resolve/definitions.ts';
import { listOlderValues, type Older, resolveOlderType, withValues } from '../../resolve/older.ts';
import { isValueConstraint } from '../../resolve/schemas.ts';
import type { ConstraintModel, FieldModel } from '../../resources/model.ts';
import { readConstraint } from '../../resources/read/constraint-words.ts';
import { readType } from '../../resources/read/type-words.ts';
import { describeExpectedValue } from '../check/literal.ts';
import type { ChangeModel, ChangeWhere } from '../model.ts';
import { parseOlderLiteral } from './before.ts';
import type { FieldDraft, VersionDraft } from './draft.ts';
import { downgradeValues } from './values.ts';

type Where = ChangeWhere & { readonly kind: 'field' };

/** Undoes a row that speaks of a field, in the draft of its version. */
export function undoField(older: Older, draft: VersionDraft, row: ChangeModel, where: Where): void {
  const field = getFieldDraft(older, draft, row, where);
  const { oldResponses: callers, oldRequests: requests } = row;
  const verb = row.change.value;
  if (verb === 'removed') field.older = readRemovedField(row, where);
  const model = field.older;
  if (model === undefined || (verb === 'renamed' && row.before[0] === undefined)) return;
  const absent = verb === 'required' || verb === 'optional';
  if (callers !== undefined && callers.kind !== 'absent' && callers.kind !== 'as') {
    field.callers = { given: callers, absent, row };
  }
  if (requests !== undefined) field.requests = { given: requests, absent: absent || verb === 'added', row };
  switch (verb) {
    case 'added':
      applyAddition(field, row);
      return;
    case 'renamed':
      if (where.value !== undefined) renameValue(field, row, where.value);
      else field.older = { ...model, name: { value: unquoteName(row.before[0]!.text), span: row.before[0]!.span } };
      return;
    case 'required':
      field.older = removeConstraintKind(model, 'required');
      return;
    case 'optional':
      field.older = withConstraint(removeConstraintKind(model, 'required'), { kind: 'required', span: row.span });
      return;
    case 'type':
      retype(older, field, row);
      return;
    case 'default':
      field.older = withDefault(model, row);
      fillRemovedDefault(field, row);
      return;
    case 'constraint':
      field.older = applyOlderConstraints(model, row);
      return;
    case 'value added':
    case 'value removed':
      changeValue(field, row, where.value!);
      return;
    default:
      return;
  }
}

/** An older name without the marks of a code span or a text. */
export function unquoteName(text: string): string {
  return text.replace(/^`(.*)`$/s, '$1').replace(/^"(.*)"$/s, '$1');
}

function getFieldDraft(older: Older, draft: VersionDraft, row: ChangeModel, { of, field }: Where): FieldDraft {
  const key = `${of.value}.${field.value}`;
  const known = draft.fields.get(key);
  if (known !== undefined) return known;
  const found = older.fields.get(of.value)?.get(field.value);
  const isInternal = found !== undefined && row.change.value === 'removed';
  const newer = isInternal ? undefined : found;
  const fresh: FieldDraft = {
    owner: of.value,
    ...(isInternal ? { internal: found } : {}),
    ...(newer === undefined ? {} : { newer, older: newer.model }),
    ...(newer?.states === undefined ? {} : { states: newer.states }),
    ...(newer?.stated === undefined ? {} : { stated: newer.stated }),
    down: new Map(),
    shownAs: new Map(),
    up: new Map(),
    row,
  };
  draft.fields.set(key, fresh);
  return fresh;
}

/** What was added goes, or stays to be answered with the value that the row states. */
function applyAddition(field: FieldDraft, row: ChangeModel): void {
  const { given } = field.callers ?? {};
  if (given === undefined) {
    delete field.older;
    return;
  }
  const rest = field.older!.constraints.filter(
    ({ kind }) => kind !== 'direction' && kind !== 'required' && kind !== 'default',
  );
  field.older = {
    ...field.older!,
    constraints: [...rest, { kind: 'direction', word: 'read-only', span: row.span }],
  };
  field.stated = true;
}

function readRemovedField({ before }: ChangeModel, { field }: Where): FieldModel {
  const [first, ...others] = before;
  const type = readOlderType(first);
  return {
    name: field,
    ...present({ type }),
    constraints: parseConstraints(others),
    span: field.span,
  };
}

/** No machine stands in Before: a field that was a state then is a text to those who see it. */
function readOlderType(words: SourceText | undefined): FieldModel['type'] {
  const { type } = words === undefined ? {} : readType(words);
  return type?.kind === 'state' ? { kind: 'string', nullable: type.nullable, span: type.span } : type;
}

function parseConstraints(items: readonly SourceText[]): ConstraintModel[] {
  return items.flatMap((item) => readConstraint(item).constraint ?? []);
}

function removeConstraintKind(model: FieldModel, kind: ConstraintModel['kind']): FieldModel {
  return { ...model, constraints: model.constraints.filter((constraint) => constraint.kind !== kind) };
}

function withConstraint(model: FieldModel, constraint: ConstraintModel): FieldModel {
  return { ...model, constraints: [...model.constraints, constraint] };
}

/** The field with the type that a row `type` states in Before; undefined if it states none. */
export function withOlderType(field: FieldModel, { before }: ChangeModel): FieldModel | undefined {
  const type = readOlderType(before[0]);
  return type === undefined ? undefined : { ...field, type };
}

function retype(older: Older, field: FieldDraft, row: ChangeModel): void {
  const model = withOlderType(field.older!, row);
  if (model === undefined) return;
  delete field.states;
  field.retyped = true;
  const value = resolveOlderType(older.service, field.owner, { model });
  const constraints = model.constraints.filter(
    (constraint) =>
      constraint.kind !== 'default' || describeExpectedValue(value, constraint.literal.value) === undefined,
  );
  field.older = { ...model, constraints };
}

function withDefault(model: FieldModel, { before }: ChangeModel): FieldModel {
  const bare = removeConstraintKind(model, 'default');
  const [first] = before;
  const literal = first && parseOlderLiteral(first);
  if (literal === undefined) return bare;
  return withConstraint(bare, {
    kind: 'default',
    literal,
    span: literal.span,
  });
}

/** A field with a default is always present: where a newer record lacks it, old clients get the old default. */
function fillRemovedDefault(field: FieldDraft, row: ChangeModel): void {
  const { newer, older } = field;
  const stated = older?.constraints.find(({ kind }) => kind === 'default');
  if (newer === undefined || stated?.kind !== 'default' || stated.literal.value === null) return;
  const isPresent = newer.model.type?.nullable === true || has(newer.model, 'default') || has(newer.model, 'required');
  if (!isPresent) field.callers ??= { given: { ...stated, kind: 'default' }, absent: true, row };
}

/** The older constraints stand in place of all that say what a value must be, and of others of their own kinds. */
function applyOlderConstraints(model: FieldModel, { before }: ChangeModel): FieldModel {
  const stated = parseConstraints(before);
  const kinds = new Set(stated.map((constraint) => constraint.kind));
  const kept = model.constraints.filter((constraint) => !isValueConstraint(constraint) && !kinds.has(constraint.kind));
  return { ...model, constraints: [...kept, ...stated] };
}

function listCurrentValues(field: FieldDraft): readonly Name[] {
  return listOlderValues({ model: field.older!, ...present({ states: field.states }) });
}

function setValues(field: FieldDraft, values: readonly Name[]): void {
  const made = withValues({ model: field.older!, ...present({ states: field.states }) }, values);
  field.older = made.model;
  if (made.states !== undefined) field.states = made.states;
}

function renameValue(field: FieldDraft, row: ChangeModel, value: Name): void {
  const older = { value: unquoteName(row.before[0]!.text), span: row.before[0]!.span };
  setValues(
    field,
    listCurrentValues(field).map((name) => (name.value === value.value ? older : name)),
  );
  field.down.set(value.value, older.value);
  field.up.set(older.value, value.value);
}

/**
 * Completes the values of a field once all rows of its version are read: an added value is shown by the older name of the one in its
 * place, and so is the default, unless a row states the older default.
 */
export function settleValues(field: FieldDraft): void {
  const renamed = new Map(field.down);
  for (const [added, as] of field.shownAs) field.down.set(added, renamed.get(as) ?? as);
  const { older: model, newer, down } = field;
  if (model === undefined || down.size === 0) return;
  const kept = new Set(newer?.model.constraints);
  const constraints = model.constraints.map((constraint) =>
    constraint.kind === 'default' && kept.has(constraint)
      ? { ...constraint, literal: { ...constraint.literal, value: downgradeValues(constraint.literal.value, down) } }
      : constraint,
  );
  field.older = { ...model, constraints };
}

function changeValue(field: FieldDraft, { change, oldResponses }: ChangeModel, value: Name): void {
  const as = oldResponses?.kind === 'as' ? oldResponses.name.value : undefined;
  const values = listCurrentValues(field);
  if (change.value === 'value added') {
    setValues(
      field,
      values.filter((name) => name.value !== value.value),
    );
    if (as !== undefined) field.shownAs.set(value.value, as);
  } else {
    setValues(field, [...values, value]);
    if (as !== undefined) field.up.set(value.value, as);
  }
}
