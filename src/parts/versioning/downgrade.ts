import type { Name, SourceText } from '../../text/location.ts';
import { isNotShown } from '../not-shown.ts';
import { findNamedCode, type Older, type OlderField } from '../resolve/older.ts';
import { findNamedType } from '../resolve/older-names.ts';
import { parseOlderOrder, parseOlderPath, parseOlderValue } from './downgrade/before.ts';
import { listFreedCodes } from './downgrade/conventional-codes.ts';
import { undoDefaults } from './downgrade/defaults.ts';
import type { ParameterDraft, VersionDraft } from './downgrade/draft.ts';
import { narrowDefaults } from './downgrade/field-defaults.ts';
import { settleValues, undoField, unquoteName } from './downgrade/fields.ts';
import { undoParameter } from './downgrade/parameters.ts';
import { collectDerivedFields } from './downgrade/reads.ts';
import type { ChangeModel, ChangeWhere } from './model.ts';

/**
 * Reads what the rows of one version undo, from the last to the first. They name things as they stand in their version, so
 * all are read before any takes effect; only older paths, statuses and limits stand at once, which no other row reads.
 * A row that names what is not there does nothing.
 */
export function readVersionDraft(
  older: Older,
  newer: string,
  below: string,
  rows: readonly ChangeModel[],
): VersionDraft {
  const draft: VersionDraft = {
    newer,
    older: below,
    fields: new Map(),
    parameters: new Map(),
    addedOperations: [],
    addedEvents: [],
    addedCodes: [],
    codesShownAs: new Map(),
    events: new Map(),
    codes: new Map(),
    paths: new Map(),
    orders: new Map(),
  };
  for (const row of rows.toReversed()) undoRow(older, draft, row);
  for (const field of draft.fields.values()) settleValues(field);
  const renamed = new Map(draft.codes);
  for (const [added, as] of draft.codesShownAs) draft.codes.set(added, renamed.get(as) ?? as);
  // fields that are no longer there stand in the order of their rows
  return { ...draft, fields: new Map([...draft.fields].toReversed()) };
}

/** Undoes what was read of one version: `older` then stands as the version below. */
export function applyVersion(older: Older, draft: VersionDraft): void {
  undoDefaults(older, draft);
  applyFields(older, draft);
  narrowDefaults(older, draft);
  applyPaths(older, draft);
  applyOrders(older, draft);
  applyParameters(older, draft.parameters.values());
  applyResponses(older, draft);
  applyNames(older, draft);
}

function undoRow(older: Older, draft: VersionDraft, row: ChangeModel): void {
  const { where } = row;
  if (where === undefined) return;
  if (where.kind === 'field') undoField(older, draft, row, where);
  else if (where.kind === 'parameter') undoParameter(older, draft, row, where);
  else undoNamed(older, draft, row, where);
}

type NamedWhere = Exclude<ChangeWhere, { readonly kind: 'field' | 'parameter' }>;

function undoNamed(older: Older, draft: VersionDraft, row: ChangeModel, where: NamedWhere): void {
  const name = where.name.value;
  switch (row.change.value) {
    case 'added':
      if (where.kind === 'event') draft.addedEvents.push(name);
      else draft.addedOperations.push(name);
      return;
    case 'renamed': {
      const [before] = row.before;
      if (before === undefined) return;
      const isEvent = where.kind === 'event' || (where.kind === 'name' && older.events.has(name));
      (isEvent ? draft.events : draft.codes).set(name, unquoteName(before.text));
      return;
    }
    case 'error added':
      if (row.oldResponses?.kind !== 'as') return;
      draft.addedCodes.push(name);
      draft.codesShownAs.set(name, row.oldResponses.name.value);
      return;
    case 'path':
      undoPath(older, draft, row, name);
      return;
    case 'default':
      if (older.operations.has(name)) draft.orders.set(name, parseOlderOrder(older, row.before[0]).order);
      return;
    case 'status':
      undoStatus(older, where, row.before[0]);
      return;
    case 'limit':
      undoLimit(older, name, row.before[0]);
      return;
    default:
      // These are recorded only, or are rows of fields and parameters.
      row.change.value satisfies
        | 'removed'
        | 'error removed'
        | 'behavior'
        | 'constraint'
        | 'required'
        | 'optional'
        | 'type'
        | 'value added'
        | 'value removed';
  }
}

function undoPath(older: Older, draft: VersionDraft, row: ChangeModel, name: string): void {
  const [before] = row.before;
  const operation = older.operations.get(name);
  const found = before && parseOlderPath(older, before);
  if (operation === undefined || found?.path === undefined) return;
  const model = { ...operation.model, method: found.method, path: found.path };
  older.operations.set(name, { ...operation, model });
  draft.paths.set(name, row);
}

/** The older status of an operation is that of the first response of success: what it answers when nothing else is said. */
function undoStatus(older: Older, where: NamedWhere, before: SourceText | undefined): void {
  if (before === undefined || !/^[1-5][0-9]{2}$/.test(before.text)) return;
  const status = { value: Number(before.text), span: before.span };
  const code = findNamedCode(older, where);
  if (code !== undefined) older.codeModels.set(code.code.value, { ...code, status });
  const name = where.name.value;
  const operation = code === undefined ? older.operations.get(name) : undefined;
  if (operation === undefined) return;
  const { responses } = operation.model;
  if (isNotShown(responses)) return;
  const first = responses.find(({ error }) => error === undefined);
  const model = {
    ...operation.model,
    responses: responses.map((response) => (response === first ? { ...response, status } : response)),
  };
  older.operations.set(name, { ...operation, model });
}

function undoLimit(older: Older, name: string, before: SourceText | undefined): void {
  const limit = older.limits.get(name);
  const found = limit && before && parseOlderValue(limit, before);
  if (limit !== undefined && found !== undefined && 'value' in found) {
    older.limits.set(name, { ...limit, value: found.value });
  }
}

function applyFields(older: Older, draft: VersionDraft): void {
  const all = [...draft.fields.values()];
  const made = collectDerivedFields(older, draft);
  for (const { owner, newer, internal } of all) {
    const gone = newer ?? internal;
    if (gone !== undefined) older.fields.get(owner)?.delete(gone.model.name.value);
  }
  for (const otherField of all) {
    const { owner, newer, older: model, states } = otherField;
    if (model === undefined) continue;
    const place = (newer ?? otherField.internal)?.present;
    const becomes = newer === undefined ? made.get(`${owner}.${model.name.value}`) : newer.becomes;
    const field: OlderField = {
      ...(place === undefined ? {} : { present: place }),
      ...(becomes === undefined ? {} : { becomes }),
      model,
      ...(states === undefined ? {} : { states }),
      ...(otherField.stated === undefined ? {} : { stated: otherField.stated }),
      ...(otherField.retyped === undefined && newer?.retyped === undefined ? {} : { retyped: true }),
    };
    older.fields.get(owner)?.set(model.name.value, field);
  }
}

/**
 * A path that a row states names fields as they stand below; from here on it is kept by their present names, as all others
 * are, so that it follows the rows of older versions. A name of nothing stays.
 */
function applyPaths(older: Older, { paths }: VersionDraft): void {
  for (const name of paths.keys()) {
    const operation = older.operations.get(name);
    const path = operation?.model.path;
    if (operation === undefined || path === undefined) continue;
    const owner = operation.model.name.resource?.value;
    const segments = path.segments.map((segment) =>
      segment.kind === 'fixed' ? segment : { ...segment, names: presentPath(older, owner, segment.names) },
    );
    const model = { ...operation.model, path: { ...path, segments } };
    older.operations.set(name, { ...operation, model });
  }
}

/** The same holds for the order of a list. */
function applyOrders(older: Older, { orders }: VersionDraft): void {
  for (const [name, order] of orders) {
    const operation = older.operations.get(name)!;
    const { order: _, ...rest } = operation.model;
    const fields = older.fields.get(rest.name.resource?.value ?? '');
    const items = order?.items.flatMap(({ field, descending }) => {
      const present = fields?.get(field.value)?.present;
      return present === undefined ? [] : [{ field: { value: present, span: field.span }, descending }];
    });
    const own = order === undefined || items === undefined ? {} : { order: { ...order, items } };
    older.operations.set(name, { ...operation, model: { ...rest, ...own } });
  }
}

function presentPath(older: Older, owner: string | undefined, names: readonly Name[]): readonly Name[] {
  let holder = owner;
  return names.map((name) => {
    const field = holder === undefined ? undefined : older.fields.get(holder)?.get(name.value);
    holder = field?.model.type && findNamedType(field.model.type);
    return field?.present === undefined ? name : { value: field.present, span: name.span };
  });
}

function applyParameters(older: Older, drafts: Iterable<ParameterDraft>): void {
  for (const [name, own] of Map.groupBy(drafts, (draft) => draft.operation)) {
    const operation = older.operations.get(name);
    if (operation === undefined) continue;
    const parameters = new Map(operation.parameters);
    for (const { newer } of own) if (newer !== undefined) parameters.delete(newer.model.name.value);
    for (const { newer, older: model } of own) {
      if (model === undefined) continue;
      const present = newer?.present === undefined ? {} : { present: newer.present };
      parameters.set(model.name.value, { ...present, model });
    }
    older.operations.set(name, { ...operation, parameters });
  }
}

/** Names the codes of responses as clients of the version below get them. */
function applyResponses({ operations }: Older, { codes }: VersionDraft): void {
  for (const [name, operation] of operations) {
    const { responses } = operation.model;
    if (isNotShown(responses) || !responses.some(({ error }) => codes.has(error?.value ?? ''))) continue;
    const named = responses.map((response) => {
      const older = codes.get(response.error?.value ?? '');
      return older === undefined ? response : { ...response, error: { ...response.error!, value: older } };
    });
    operations.set(name, { ...operation, model: { ...operation.model, responses: named } });
  }
}

function applyNames(
  older: Older,
  { addedOperations, addedEvents, addedCodes, codesShownAs, events, codes }: VersionDraft,
): void {
  for (const name of addedOperations) older.operations.delete(name);
  for (const name of addedEvents) older.events.delete(name);
  for (const name of addedCodes) older.codes.delete(name);
  renameAll(older.events, events);
  renameAll(older.codes, codes);
  if (addedCodes.length > 0) addFreedCodes(older, new Set(codesShownAs.values()));
}

/** Adds the codes that the line Codes stated before rows for their conditions came, if old clients get them in place of a newer code. */
function addFreedCodes(older: Older, shown: ReadonlySet<string>): void {
  for (const code of listFreedCodes(older)) {
    const name = code.code.value;
    if (!shown.has(name) || older.codeModels.has(name)) continue;
    older.codes.set(name, name);
    older.codeModels.set(name, code);
  }
}

function renameAll(names: Map<string, string>, renamed: ReadonlyMap<string, string>): void {
  const moved = [...renamed].map(([newer, older]) => [older, names.get(newer)] as const);
  for (const newer of renamed.keys()) names.delete(newer);
  for (const [older, present] of moved) if (present !== undefined) names.set(older, present);
}
