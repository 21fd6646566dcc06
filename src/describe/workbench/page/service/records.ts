import type { OperationData, ResourceData } from '../../model.ts';
import {
  data,
  findReader,
  findResource,
  getAddress,
  listLists,
  listShown,
  type Row,
  readField,
  readReference,
  toWords,
} from '../base/data.ts';
import { type Child, h } from '../base/dom.ts';
import { writePlace } from '../base/place.ts';
import { type Answer, fillPath, send } from './api.ts';
import { getCaller, mayCall } from './session.ts';

/** Records that responses have shown, by resource and identity. */
const known = new Map<string, Row>();

/** Forgets all records: somebody else is signed in. */
export function forgetRecords(): void {
  known.clear();
  waiting.clear();
}

/** Keeps a record for the links to it. */
export function remember(resource: ResourceData, row: Row): void {
  const identity = readField(row, resource.identity, listShown(resource));
  if (identity === undefined || identity === null) return;
  const key = `${resource.name} ${identity}`;
  known.set(key, { ...known.get(key), ...row });
}

/** Returns a record that was shown before. */
export function recall(resource: string, id: string): Row | undefined {
  return known.get(`${resource} ${id}`);
}

/** Lists the records of a resource that were shown before. */
export function listKnown(resource: string): readonly Row[] {
  return [...known].flatMap(([key, row]) => (key.startsWith(`${resource} `) ? [row] : []));
}

/** Returns the text by which people know a record: its name, or else its identity. */
export function getLabel(resource: ResourceData, row: Row): string {
  const named = resource.label === undefined ? undefined : row[resource.label];
  if (named !== undefined && named !== null && named !== '') {
    return typeof named === 'string' ? shorten(named) : `${toWords(resource.noun)} ${named}`;
  }
  return String(readField(row, resource.identity, listShown(resource)) ?? '');
}

/** Shows the name of a record in the first cell of its line; a long identity is shown by its beginning and its end. */
export function showLabel(resource: ResourceData, row: Row): Child {
  const label = getLabel(resource, row);
  const id = String(readField(row, resource.identity, listShown(resource)) ?? '');
  if (label !== id) return label;
  return h('span', { class: 'id', title: id }, id.length > 20 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);
}

/** Shows the name of a record as a title; a record without one is called by its noun. */
export function showTitle(resource: ResourceData, row: Row): Child {
  const label = getLabel(resource, row);
  const isNamed = label !== String(readField(row, resource.identity, listShown(resource)));
  return isNamed ? label : [toWords(resource.noun), ' ', h('span', { class: 'id' }, label)];
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Returns the address of a record on the workbench. */
export function getRecordPlace(
  resource: ResourceData,
  row: Row,
  params: Readonly<Record<string, string>> = {},
): string {
  const id = String(readField(row, getAddress(resource), listShown(resource)) ?? '');
  return writePlace('record', resource.name, { id, params });
}

/** Returns the values of the placeholders of an operation for a record. */
export function fillPlaceholders(
  { placeholders }: OperationData,
  resource: ResourceData,
  row: Row,
  params: URLSearchParams,
): Record<string, string> {
  const shown = listShown(resource);
  return Object.fromEntries(
    placeholders.map(({ name, of, field, parent, by }) => {
      const value = readField(row, field, shown);
      const inner = by !== undefined && typeof value === 'object' ? (value as Row | null)?.[by] : undefined;
      const text = of === 'parent' ? (inner ?? (by === undefined ? readReference(value, parent) : undefined)) : value;
      return [name, String(text ?? params.get(name) ?? '')];
    }),
  );
}

/** Reads a record by the member of its address: by its own operation, or else out of a list that has it. */
export async function readRecord(
  resource: ResourceData,
  id: string,
  params: URLSearchParams,
): Promise<Answer | undefined> {
  const reader = findReader(resource);
  if (reader !== undefined) {
    const path = Object.fromEntries(
      reader.placeholders.map(({ name, of }) => [name, of === 'own' ? id : (params.get(name) ?? '')]),
    );
    return fillPath(reader, path) === undefined ? undefined : keepAnswer(resource, await send(reader, { path }));
  }
  const address = getAddress(resource);
  for (const list of listLists(resource)) {
    const path = Object.fromEntries(list.placeholders.map(({ name }) => [name, params.get(name) ?? '']));
    if (fillPath(list, path) === undefined) continue;
    for await (const page of readPages(list, { path })) {
      const row = page.rows.find((each) => String(readField(each, address, list.shown)) === id);
      if (row !== undefined) return { status: 200, value: row, response: page.answer.response };
      if (page.answer.problem !== undefined) return page.answer;
    }
  }
  return undefined;
}

function keepAnswer(resource: ResourceData, answer: Answer): Answer {
  if (answer.problem === undefined && typeof answer.value === 'object' && answer.value !== null)
    remember(resource, answer.value as Row);
  return answer;
}

/** Reads the record of the user, where the document states an operation for it. Returns whether there is one. */
export async function readOwn(): Promise<boolean> {
  const found = data.resources.flatMap((resource) =>
    resource.operations
      .filter(({ kind, own, placeholders }) => kind === 'read' && own === true && placeholders.length === 0)
      .map((operation) => ({ resource, operation })),
  );
  const [first] = found.filter(({ operation }) => getCaller().signedIn && mayCall(operation));
  if (first === undefined) return false;
  const answer = await send(first.operation).catch(() => undefined);
  if (answer?.problem === undefined && answer !== undefined) keepAnswer(first.resource, answer);
  return answer?.problem === undefined;
}

/** A page of a list. */
export interface Page {
  readonly rows: readonly Row[];
  readonly answer: Answer;
  /** Parameters of the query for the next page; left out on the last one. */
  readonly next?: readonly (readonly [string, string])[];
  readonly previous?: readonly (readonly [string, string])[];
  readonly total?: number;
}

/** The parameters of a request for a list. */
export interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [string, string])[];
  readonly signal?: AbortSignal;
  readonly patient?: boolean;
}

/** Reads a page of a list. */
export async function readPage(list: OperationData, asked: Asked): Promise<Page> {
  const answer = await send(list, asked);
  const find = (path: readonly string[] | undefined): unknown =>
    path?.reduce<unknown>((value, name) => (value as Row | undefined)?.[name], answer.value);
  const found = answer.problem === undefined ? find(list.list?.records) : undefined;
  const rows = Array.isArray(found) ? (found as Row[]) : [];
  const resource = findResource(list.resource);
  if (resource !== undefined) for (const row of rows) remember(resource, row);
  const total = find(list.list?.total);
  const next = findNext(list, asked, rows, find(list.list?.next), { more: find(list.list?.more), total });
  const previous = find(list.list?.previous);
  const cursor = list.parameters.find(({ means }) => means === 'cursor');
  return {
    rows,
    answer,
    ...(next === undefined ? {} : { next }),
    ...(cursor === undefined || typeof previous !== 'string' ? {} : { previous: [[cursor.name, previous]] }),
    ...(typeof total === 'number' ? { total } : {}),
  };
}

function findNext(
  list: OperationData,
  { query = [] }: Asked,
  rows: readonly Row[],
  cursor: unknown,
  { more, total }: { readonly more: unknown; readonly total: unknown },
): Page['next'] {
  const named = (means: string) => list.parameters.find((parameter) => parameter.means === means);
  const value = (name: string | undefined): string | undefined => query.find(([key]) => key === name)?.[1];
  const byCursor = named('cursor');
  if (byCursor !== undefined && typeof cursor === 'string') return [[byCursor.name, cursor]];
  if (rows.length === 0 || more === false || (byCursor !== undefined && list.list?.next !== undefined))
    return undefined;
  const size = named('page size');
  const wanted = Number(value(size?.name) ?? size?.default ?? Number.NaN);
  if (more !== true && rows.length < wanted) return undefined;
  const [page, offset, after] = [named('page number'), named('offset'), named('after id')];
  if (page !== undefined) return [[page.name, String(Number(value(page.name) ?? 1) + 1)]];
  if (offset !== undefined) {
    const seen = Number(value(offset.name) ?? 0) + rows.length;
    return typeof total === 'number' && seen >= total ? undefined : [[offset.name, String(seen)]];
  }
  const identity = findResource(list.resource)?.identity ?? 'id';
  if (after !== undefined) return [[after.name, String(readField(rows.at(-1)!, identity, list.shown))]];
  return undefined;
}

/** Reads the pages of a list in order, each as long as the service allows. */
export async function* readPages(list: OperationData, asked: Asked, most = 10_000): AsyncGenerator<Page> {
  const size = list.parameters.find(({ means }) => means === 'page size');
  const longest: readonly (readonly [string, string])[] =
    size === undefined || size.most === undefined ? [] : [[size.name, String(size.most)]];
  let query = [...(asked.query ?? []).filter(([name]) => name !== size?.name || longest.length === 0), ...longest];
  for (let at = 0; at < most; at += 1) {
    const page = await readPage(list, { ...asked, query, patient: true });
    yield page;
    const { next } = page;
    if (next === undefined || page.answer.problem !== undefined) return;
    query = [...query.filter(([name]) => !next.some(([other]) => other === name)), ...next];
  }
}

const waiting = new Map<string, Promise<unknown>>();
let running: Promise<unknown> = Promise.resolve();

/** Shows a reference as a link with the name of its record, which is read if it was not shown before. */
export function showReference(name: string, value: unknown): Node {
  const id = readReference(value, name);
  const resource = findResource(name);
  if (id === undefined && resource !== undefined && typeof value === 'object' && value !== null)
    return showShown(resource, value as Row);
  if (id === undefined) return h('span', { class: 'none' }, '–');
  if (resource === undefined) return h('span', { class: 'id' }, id);
  if (typeof value === 'object' && value !== null && !('source' in value))
    remember(resource, { [resource.identity]: id, ...value });
  const reader = findReader(resource);
  const isAddress = getAddress(resource) === resource.identity;
  const canOpen = isAddress && reader !== undefined && mayCall(reader);
  const row = recall(name, id);
  const text = row === undefined ? id : getLabel(resource, row);
  const shown = canOpen
    ? h('a', { href: writePlace('record', name, { id }), class: text === id ? 'ref id' : 'ref' }, text)
    : h('span', { class: text === id ? 'id' : '' }, text);
  if (!canOpen || (row !== undefined && getLabel(resource, row) !== id)) return shown;
  const key = `${name} ${id}`;
  const read = waiting.get(key) ?? queue(() => readRecord(resource, id, new URLSearchParams()));
  waiting.set(key, read);
  void read.then(() => {
    const found = recall(name, id);
    if (found === undefined) return;
    shown.textContent = getLabel(resource, found);
    shown.classList.toggle('id', shown.textContent === id);
  });
  return shown;
}

/** Shows a record without its identity by its name, with a link where its path needs no identity. */
function showShown(resource: ResourceData, row: Row): Node {
  const label = getLabel(resource, row);
  const text =
    label === ''
      ? Object.values(row)
          .filter((each) => typeof each === 'string')
          .join(', ')
      : label;
  const reader = findReader(resource);
  const hasAddress = readField(row, getAddress(resource), listShown(resource)) !== undefined;
  const canOpen = reader !== undefined && mayCall(reader) && hasAddress;
  return canOpen ? h('a', { href: getRecordPlace(resource, row), class: 'ref' }, text) : h('span', {}, text);
}

/** Reads names sequentially, so that a long list takes no more than its share of the limits. */
function queue(work: () => Promise<unknown>): Promise<unknown> {
  const next = running.then(work, work).catch(() => undefined);
  running = next;
  return next;
}
