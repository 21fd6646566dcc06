import { isObject } from '../../../plan/fields/is-object.ts';
import { own, setOwn } from '../../../text/own-property.ts';
import { collectDefinitions, has } from '../../resolve/definitions.ts';
import { explainMismatch } from '../../resolve/literals.ts';
import type { Older, OlderField } from '../../resolve/older.ts';
import { findInnermostType, resolveSchema } from '../../resolve/schemas.ts';
import type { ConstraintModel, FieldModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { FieldDraft, VersionDraft } from './draft.ts';
import { downgradeValues } from './values.ts';

type Default = ConstraintModel & { readonly kind: 'default' };

/** A default of the version below, and the field that has it. */
interface OlderDefault {
  readonly owner: string;
  readonly field: OlderField;
  readonly stated: Default;
  /** The rows of the version about the field. */
  readonly row: FieldDraft | undefined;
}

/** Replaces a value that only an expression over a record could compute. */
const unknown = Symbol('a value that is not known before a record is');

/**
 * Turns the defaults that no row states into what the version below knows of them. One that cannot be turned is left out: a field that
 * is not sent has the present default. `older` is the version below already.
 */
export function narrowDefaults(older: Older, draft: VersionDraft): void {
  const mismatch = createMismatch(older);
  for (const { owner, field, stated, row } of listDefaults(older, draft)) {
    const { model } = field;
    if (row !== undefined && row.newer?.model.constraints.includes(stated) !== true) continue;
    const value = narrowDefault(older, draft, field, stated, row, mismatch);
    if (value === stated.literal.value) continue;
    const others = model.constraints.filter((constraint) => constraint !== stated);
    const constraints = value === unknown ? others : [...others, { ...stated, literal: { ...stated.literal, value } }];
    older.fields.get(owner)!.set(model.name.value, { ...field, model: { ...model, constraints } });
  }
}

function narrowDefault(
  older: Older,
  draft: VersionDraft,
  { model }: OlderField,
  { literal: { value } }: Default,
  row: FieldDraft | undefined,
  mismatch: ReturnType<typeof createMismatch>,
): unknown {
  if (row !== undefined && isComputed(row)) return unknown;
  if (row?.retyped === true) return mismatch(model, value) === undefined ? value : unknown;
  return model.type === undefined ? value : narrowValue(older, draft, model.type, value);
}

/** Lists the defaults that the version below does not accept, with the reason. */
export function listDefaultMismatches(
  older: Older,
  draft: VersionDraft,
): readonly (OlderDefault & { readonly why: string })[] {
  const mismatch = createMismatch(older);
  return listDefaults(older, draft).flatMap((found) => {
    const { model } = found.field;
    const why = mismatch(model, found.stated.literal.value);
    return why === undefined ? [] : [{ ...found, why }];
  });
}

/** Lists the defaults that rows of the version may concern: of fields with a row, and of fields with objects. */
function listDefaults(older: Older, draft: VersionDraft): readonly OlderDefault[] {
  if (draft.fields.size === 0) return [];
  const rows = new Map([...draft.fields.values()].map((field) => [`${field.owner}.${field.older?.name.value}`, field]));
  return [...older.fields].flatMap(([owner, fields]) =>
    [...fields.values()].flatMap((field) => {
      const { type, constraints } = field.model;
      const stated = constraints.find((constraint): constraint is Default => constraint.kind === 'default');
      if (stated === undefined || type === undefined || type.kind === 'state') return [];
      const row = rows.get(`${owner}.${field.model.name.value}`);
      return row !== undefined || findInnermostType(type).kind === 'named' ? [{ owner, field, stated, row }] : [];
    }),
  );
}

/** Whether old clients see what an expression makes of the value. */
function isComputed({ callers }: FieldDraft): boolean {
  return callers?.given.kind === 'cel' && !callers.absent;
}

function narrowValue(older: Older, draft: VersionDraft, type: TypeModel, value: unknown): unknown {
  if (type.kind === 'list' && Array.isArray(value)) {
    const items = value.map((item) => narrowValue(older, draft, type.item, item));
    return keepEqual(value, items, items);
  }
  if (!isObject(value)) return value;
  if (type.kind === 'map') {
    const entries = Object.entries(value).map(
      ([key, item]) => [key, narrowValue(older, draft, type.item, item)] as const,
    );
    const made: Record<string, unknown> = {};
    for (const [key, item] of entries) setOwn(made, key, item);
    return keepEqual(value, made, Object.values(made));
  }
  return type.kind === 'named' ? narrowObject(older, draft, type.name.value, value) : value;
}

function narrowObject(
  older: Older,
  draft: VersionDraft,
  name: string,
  value: Readonly<Record<string, unknown>>,
): unknown {
  const union = collectDefinitions(older.service).unions.get(name);
  const tag = union?.taggedBy?.value;
  const owner =
    union === undefined ? name : union.cases.find((branch) => branch.tag.value === value[tag ?? ''])?.object.value;
  if (owner === undefined) return value;
  const rows = [...draft.fields.values()].filter((field) => field.owner === owner);
  const made: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const row = rows.find(({ newer }) => newer?.model.name.value === key);
    if (row === undefined) {
      const type = key === tag ? undefined : older.fields.get(owner)?.get(key)?.model.type;
      setOwn(made, key, type === undefined ? member : narrowValue(older, draft, type, member));
    } else if (row.older !== undefined && row.stated !== true) {
      setOwn(made, row.older.name.value, narrowMember(older, draft, row, member));
    }
  }
  for (const { older: model, callers } of rows) {
    if (model === undefined || Object.hasOwn(made, model.name.value) || has(model, 'direction')) continue;
    if (callers?.given.kind === 'default') setOwn(made, model.name.value, callers.given.literal.value);
    else if (has(model, 'required')) setOwn(made, model.name.value, unknown);
  }
  return keepEqual(value, made, Object.values(made));
}

function narrowMember(older: Older, draft: VersionDraft, row: FieldDraft, member: unknown): unknown {
  if (isComputed(row)) return unknown;
  const type = row.older?.type;
  if (type === undefined || row.retyped === true) return member;
  return narrowValue(older, draft, type, downgradeValues(member, row.down));
}

/** The value itself if nothing in it differs; `unknown` if a part of it is. */
function keepEqual(value: object, made: object, parts: readonly unknown[]): unknown {
  if (parts.includes(unknown)) return unknown;
  const [before, after] = [Object.entries(value), Object.entries(made)];
  const isEqual =
    before.length === after.length && after.every(([key, part]) => own(value as Record<string, unknown>, key) === part);
  return isEqual ? value : made;
}

/** Creates a function that says why a literal does not fit a field of the version below; undefined if it fits. */
function createMismatch(older: Older): (model: FieldModel, value: unknown) => string | undefined {
  let service: Service | undefined;
  return (model, value) => {
    service ??= withOlderObjects(older);
    return explainMismatch(service, resolveSchema(service, model, ''), value);
  };
}

function withOlderObjects({ service, fields }: Older): Service {
  const objects = service.resources.objects.map((object) => {
    return { ...object, fields: [...(fields.get(object.name.value)?.values() ?? [])].map(({ model }) => model) };
  });
  return { ...service, resources: { ...service.resources, objects } };
}
