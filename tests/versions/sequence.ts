import { hash } from 'node:crypto';
import type { Asking, Sent } from './requests.ts';
import type { Answered, Side, Wire } from './side.ts';
import { isLater, type Later, none } from './values.ts';

/** Where requests name their version. */
export type Placed = 'header' | 'path' | 'query' | 'media type';

/** What is compared: an older document served alone, and the one that has all versions. */
export interface Compared extends Asking {
  readonly title: string;
  readonly version: string;
  readonly placed: Placed;
  /** The Name of the Placement. */
  readonly name: string;
  readonly older: string;
  readonly newer: string;
  /** The scopes of the keys, which both documents have. */
  readonly scopes: readonly string[];
  /** Whether half of the sequences give records what only the present version knows, which no older request may take away. */
  readonly unknown?: true;
  /** What differs by a rule of the language: turns a text of the older document into what the rule says. */
  readonly stated?: (text: string) => string;
}

/** Who sends the requests of one sequence to one side, with what it has learned of its answers. */
export interface Client {
  /** Sends a request; gives the answer as a text that both sides share, and the record that it made or that the path names. */
  ask(sent: Sent, moment: number, lines: string[]): Promise<{ readonly text: string; readonly record: string }>;
  /** Sends a request of the present version for one record. */
  present(kind: 'read' | 'update', resource: string, record: string, moment: number, body?: object): Promise<Answered>;
  /** The events that subscribers and a stream got. */
  told(): Promise<string>;
}

/** Begins a sequence of requests to a side. With `unknown` the present version changes records too: tags do not count. */
export async function clientOf(side: Side, compared: Compared, tenant: string, unknown: boolean): Promise<Client> {
  const { version, placed, name, stated = (text) => text } = compared;
  const key = await side.key(tenant, compared.scopes);
  const known = new Map<string, string[]>();
  const seen = new Map<string, Readonly<Record<string, unknown>>>();
  const tags = new Map<string, string[]>();
  const tagNames = unknown ? undefined : new Map<string, number>();
  const pages = new Map<string, { readonly query: string; readonly cursor: string | undefined }>();
  const before = await side.position();
  await side.settle();
  side.delivered();
  const byPath = new Set(
    side.plan.operations
      .filter(({ kind, method }) => kind === 'create' && method === 'PUT')
      .map(({ resource }) => resource),
  );
  const identity = (resource: string, nth: number): string => {
    const hex = hash('sha256', `${tenant} ${resource} ${nth}`);
    const made = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    if (byPath.has(resource)) return made;
    const all = known.get(resource) ?? [];
    return nth === none ? made : (all[nth % Math.max(1, all.length)] ?? made);
  };
  const isKnown = ({ resource, nth }: Later & { readonly later: 'record' }): boolean =>
    nth === none || byPath.has(resource) || (known.get(resource)?.length ?? 0) > 0;
  /** What a request sends; a reference is left out while there is no such record. */
  const resolved = (value: unknown, record: string): unknown => {
    if (isLater(value)) {
      if (value.later === 'own') return record;
      if (value.later === 'seen') return seen.get(record)?.[value.member];
      return isKnown(value) ? identity(value.resource, value.nth) : undefined;
    }
    if (Array.isArray(value)) return value.map((item) => resolved(item, record));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, resolved(inner, record)]));
  };
  const text = (part: string | Later): string => {
    if (typeof part === 'string') return part;
    return part.later === 'record' ? identity(part.resource, part.nth) : String(resolved(part, ''));
  };
  const wireOf = (sent: Sent): { readonly wire: Wire; readonly record: string; readonly query: string } => {
    const segments = sent.path.map(text);
    const record = segments[sent.path.findLastIndex((segment) => typeof segment !== 'string')] ?? '';
    const at = `/${segments.map(encodeURIComponent).join('/')}`;
    const page = sent.follows && pages.get(sent.operation);
    const query = sent.query.map(([parameter, value]) => `${parameter}=${encodeURIComponent(text(value))}`);
    const followed = page?.cursor === undefined ? query.join('&') : withCursor(page.query, page.cursor);
    const own = tags.get(record) ?? [];
    const match = { last: own.at(-1), first: own[0], other: '"other"' }[sent.match ?? 'last'];
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(sent.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(sent.match === undefined || match === undefined ? {} : { 'If-Match': match }),
      ...sent.headers,
    };
    const body = sent.body === undefined ? {} : { body: JSON.stringify(resolved(sent.body, record)) };
    const wire = { method: sent.method, path: at, query: followed, headers, ...body };
    return { record, query: followed, wire: named(wire, placed, name, version) };
  };
  const learn = (sent: Sent, query: string, record: string, { status, body, headers }: Answered): void => {
    if (status === 204 && sent.method === 'DELETE') for (const all of known.values()) drop(all, record);
    if (status >= 300 || body === undefined) return;
    const answer = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const operation = side.plan.operations.find((candidate) => candidate.name === sent.operation);
    const id = answer.id === undefined ? record : String(answer.id);
    if (operation?.kind === 'create') known.set(operation.resource!, [...(known.get(operation.resource!) ?? []), id]);
    if (operation?.kind.startsWith('list')) {
      pages.set(sent.operation, { query, cursor: typeof answer.next === 'string' ? answer.next : undefined });
    } else seen.set(id, answer);
    const tag = headers[headers.findIndex((header, i) => i % 2 === 0 && header.toLowerCase() === 'etag') + 1];
    if (tag !== undefined) tags.set(id, [...new Set([...(tags.get(id) ?? []), tag])]);
  };
  return {
    async ask(sent, moment, lines) {
      const { wire, record, query } = wireOf(sent);
      const line = `${wire.method} ${wire.path}?${wire.query} ${JSON.stringify({ ...sent.headers, match: sent.match })} ${wire.body ?? ''}`;
      if (lines.at(-1) !== line) lines.push(line);
      const answered = await side.ask(wire, moment);
      if (wire.method !== 'GET' && answered.status < 300) await side.settle();
      learn(sent, query, record, answered);
      return { text: stated(shown(answered, tagNames)), record: made(sent, record, answered) };
    },
    async present(kind, resource, record, moment, body) {
      const { path, method } = side.plan.operations.find(
        (operation) => operation.kind === kind && operation.resource === resource,
      )!;
      const newest = side.plan.versioning.versions[0]!.name;
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const wire = { method, path: path.replace(/\{\w+\}/, record), query: '', headers, ...sent };
      return side.ask(named(wire, placed, name, newest), moment);
    },
    async told() {
      const sent = side.delivered();
      const told = sent.map(({ url, headers, body }) => `${url} ${JSON.stringify(headers)} ${body}`);
      const streamed = await streamOf(side, before, key, compared);
      return stated([told, streamed.split('\n\n')].map(inOrder).join('\n'));
    },
  };
}

/** What is told of events, record by record: the order of events is promised for each. */
function inOrder(told: readonly string[]): string {
  const byRecord = Object.groupBy(told, (event) => /"(?:subject|id)":(?!"evt_)"?([^",}]*)/.exec(event)?.[1] ?? '');
  const records = Object.keys(byRecord).toSorted();
  return records.flatMap((record) => byRecord[record]!.map(plainEvents)).join('\n');
}

function made({ method }: Sent, record: string, { status, body }: Answered): string {
  if (method !== 'POST' || status >= 300 || body === undefined || record !== '') return record;
  return String((JSON.parse(body) as { readonly id: unknown }).id);
}

/** What the stream of the document tells since an event, if it has one. */
async function streamOf(side: Side, from: string, key: string, { placed, name, version }: Compared): Promise<string> {
  const found = side.plan.operations.find(({ kind }) => kind === 'stream events');
  if (found === undefined) return '';
  const headers = { Authorization: `Bearer ${key}`, 'Last-Event-ID': from, Accept: 'text/event-stream' };
  return side.streamed(named({ method: found.method, path: found.path, query: '', headers }, placed, name, version));
}

function drop<T>(all: T[], item: T): void {
  const at = all.indexOf(item);
  if (at !== -1) all.splice(at, 1);
}

/** Names the version of a request. */
function named(wire: Wire, placed: Placed, name: string, version: string): Wire {
  const value = name.replace('{version}', version);
  if (placed === 'path') return { ...wire, path: value + wire.path };
  if (placed === 'query')
    return { ...wire, query: [`${name}=${version}`, ...(wire.query === '' ? [] : [wire.query])].join('&') };
  if (placed === 'header') return { ...wire, headers: { ...wire.headers, [name]: version } };
  const { Accept: accept, 'Content-Type': type } = wire.headers;
  const body = type === 'application/json' ? { 'Content-Type': value } : {};
  const answer = { Accept: accept === undefined ? value : `${accept}, ${value}` };
  return { ...wire, headers: { ...wire.headers, ...body, ...answer } };
}

function withCursor(query: string, cursor: string): string {
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith('cursor='));
  return [...others, `cursor=${encodeURIComponent(cursor)}`].join('&');
}

/** Headers that tell of the version itself, which no document served alone can know to be an older one. */
const ofVersions = new Set(['deprecation', 'sunset', 'nonet-explain']);

/** An answer as both sides must give it: status, headers by name, body. */
function shown({ status, headers, body }: Answered, tags: Map<string, number> | undefined): string {
  const lines: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!.toLowerCase();
    if (ofVersions.has(name)) continue;
    const value = name === 'etag' ? tags && tagOf(headers[i + 1]!, tags) : plain(headers[i + 1]!);
    if (value) lines.push(`${name}: ${value}`);
  }
  return [status, ...lines.toSorted(), plain(body ?? '')].join('\n  ');
}

/** A tag by its number: two answers have equal tags on one side where they have on the other. */
function tagOf(tag: string, tags: Map<string, number>): string {
  const number = tags.get(tag) ?? tags.size;
  tags.set(tag, number);
  return tag.replace(/"[^"]*"/, String(number));
}

/** Cursors are opaque, and links to versions belong to the newer document alone. */
function plain(text: string): string {
  return text
    .replaceAll(/(?<=[?&]cursor=|"(?:next|previous)": ?")[\w.~%=-]+/g, 'cursor')
    .replaceAll(/(, )?<[^>]*>; rel="(successor-version|deprecation|sunset)"[^,]*/g, '');
}

/** Events have an identity and a number of their own, which a signature covers. */
function plainEvents(text: string): string {
  return text
    .replaceAll(/evt_\w+/g, 'evt')
    .replaceAll(/^id: ?\d+(-\w+)?$/gm, 'id')
    .replaceAll(/(?<="(?:sequence|webhook-signature)":")[^"]*/g, '');
}
