import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { formats } from '../../src/parts/resources/formats/index.ts';
import { migrated } from '../../src/stores/migration.fixture.ts';
import { readStream } from '../serve/streams/streams.fixture.ts';
import { planFor, type Served, serve } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { documentText, keyed, versioned } from '../support/document-text.fixture.ts';

// A text may be written into JSON as it is only if its own format was checked: an older version and a stored event have other formats.

/** What a client of one version sends, and what would be code in the JSON of another. */
const hostile = 'x","admin":true,"z":"y\\';

/** The formats whose values are written as they are, each with the field that has it. */
const plain = formats
  .filter((format) => format.plain === true)
  .map(({ name, argument, asExpression }) => ({
    field: `as_${name.replace('-', '_')}`,
    format: argument === undefined ? name : `${name} abc`,
    isText: asExpression.kind === 'string' || asExpression.kind === 'date',
  }));

const rows = (lines: readonly string[]): string => lines.join('\n');

const items = (fields: string, more: { changes?: string; payload?: string } = {}): string =>
  documentText('Items', {
    purpose: 'Keeps items.',
    resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
${fields}

### Bag

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| item | ref Item | on delete clear |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` |
| read Item | GET | /items/{id} | | 200 \`Item\` |
| update Item | PATCH | /items/{id} | \`Item\` | 200 \`Item\` |
| delete Item | DELETE | /items/{id} | | 204 |
| list Item | GET | /items | | 200 \`{ data: Item[] }\` |
| wrap Item (handler) | POST | /items/{id}/wrap | | 200 \`{ all: Item[] }\` |
| create Bag | POST | /bags | \`Bag\` | 201 \`Bag(id, item: Item)\` |
| list events | GET | /events | | 200 \`{ data: { data: payload }[] }\` |
| stream events | GET | /stream | | 200 |`,
    authentication: keyed('| all | all | `shop == caller.shop` |'),
    events: `| Event | When | Payload |
| --- | --- | --- |
| item.changed | create Item, update Item | \`Item\` |
| item.bagged | create Bag | \`Bag(id, item: Item)\` |

| Delivery | To | Events | Envelope |
| --- | --- | --- | --- |
| sse | GET /stream | all | cloudevents 1.0 |`,
    versioning: more.changes === undefined ? 'None.' : versioned(['2', '1'], more.changes),
  });

const handlers = {
  'wrap Item': async ({ store }: { store: { list(name: string): Promise<object[]> } }) => ({
    all: await store.list('Item'),
  }),
};

type Ask = (line: string, body?: object) => Promise<unknown>;

/** Asks as a client of a version. An older description states a format that the text of a newer client does not have. */
function askerOf(served: Served, key: string, version: string): Ask {
  return async (line, body) => {
    const [method = '', path] = line.split(' ');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', V: version };
    const text = body === undefined ? null : JSON.stringify(body);
    const got = await fetch(`${served.address}${path}`, { method, headers, body: text });
    assert.ok(got.status < 300, `${line} ${got.status} ${served.logged}`);
    return got.json();
  };
}

/** All that a caller is shown of one item with hostile values, by where it is shown. */
async function shown(ask: Ask, id: number): Promise<ReadonlyMap<string, unknown>> {
  const list = (await ask('GET /items')) as { data: unknown[] };
  const wrapped = (await ask(`POST /items/${id}/wrap`)) as { all: unknown[] };
  const bag = (await ask('POST /bags', { item: id })) as { item: unknown };
  return new Map<string, unknown>([
    ['read', await ask(`GET /items/${id}`)],
    ['update', await ask(`PATCH /items/${id}`, {})],
    ['list', list.data[0]],
    ['handler', wrapped.all[0]],
    ['reference', bag.item],
  ]);
}

/** The data of the events of a version, as they are listed and streamed. */
async function told(served: Served, key: string, version: string, count: number): Promise<readonly unknown[]> {
  while (await served.store.events.assignSequences(1_000)) await pause(5);
  const list = (await askerOf(served, key, version)('GET /events')) as { data: readonly { data: unknown }[] };
  assert.ok(list.data.length >= count);
  const headers = { V: version, 'Last-Event-ID': '0' };
  const stream = await readStream(fetch, `${served.address}/stream`, key, headers);
  const blocks = await stream.events(count);
  stream.stop();
  return [
    ...list.data.map(({ data }) => data),
    ...blocks.map(({ data }) => (JSON.parse(data!) as { data: unknown }).data),
  ];
}

for (const [store, addressOf] of storesInFolder) {
  const address = async (t: TestContext): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    t.after(() => rmSync(folder, { recursive: true }));
    return addressOf(folder);
  };

  test(`S43: a text of one version adds nothing to the JSON of an older one, whatever its format is there on ${store}`, async (t) => {
    // An expression turns no text into a moment or a decimal without reading it.
    const texts = plain.filter(({ isText }) => isText);
    assert.ok(texts.length > 8);
    const fields = rows([
      ...texts.map(({ field }) => `| ${field} | string | |`),
      '| word | one of a, "x\\",\\"admin\\":true,\\"z\\":\\"y" | |',
      '| note | string | |',
      '| twice | string | = `note + note` |',
    ]);
    const changes = rows([
      ...texts.map(
        ({ field, format }) => `| 2 | type | Item.${field} | ${format} | = \`${field}\` | = \`input.${field}\` |`,
      ),
      '| 2 | value added | Item.word "x\\",\\"admin\\":true,\\"z\\":\\"y" | | | |',
      '| 2 | removed | Item.gone | uri | = `note` | ignored |',
    ]);
    const served = await serve(items(fields, { changes }), {}, undefined, await address(t), handlers);
    t.after(() => served.close());
    const key = await served.key(['all'], { shop: 'north' });
    const other = await served.key(['all'], { shop: 'south' });
    const word = hostile.slice(0, -1);
    const body = { ...Object.fromEntries(texts.map(({ field }) => [field, hostile])), word, note: hostile };
    const made = await served.ask('POST /items', { key, body });
    assert.equal(made.status, 201, made.text);
    const { id } = made.json;
    const present = { id, shop: 'north', ...body, twice: hostile + hostile };
    for (const [version, wanted] of [
      ['2', present],
      ['1', { ...present, gone: hostile }],
    ] as const) {
      for (const [where, item] of await shown(askerOf(served, key, version), id)) assert.deepEqual(item, wanted, where);
      const events = (await told(served, key, version, 2)) as { item?: unknown }[];
      assert.ok(events.length >= 4);
      for (const event of events) assert.deepEqual(event.item ?? event, wanted);
    }
    assert.deepEqual(await askerOf(served, other, '1')('GET /items'), { data: [] });
  });
}

/** Types of values, each with one, which a field may have had when an event was stored, or has now; `kind`: what of JSON they are. */
const types: readonly (readonly [name: string, cells: string, kind: string, value?: unknown])[] = [
  ['string', 'string |', 'string', hostile],
  ['choice', 'one of a, "x\\",\\"admin\\":true,\\"z\\":\\"y" |', 'string', hostile.slice(0, -1)],
  ...plain.map(({ field, format }) => [field, `${format} |`, 'string'] as const),
  ['integer', 'integer |', 'integer', 7],
  ['wide', 'int64 |', 'integer', 9_007_199_254_740_000],
  ['number', 'number |', 'number', 0.5],
  ['boolean', 'boolean |', 'boolean', true],
  ['list', 'string[] |', 'list', [hostile]],
  ['wides', 'int64[] |', 'list', [7]],
  ['objects', 'Part[] |', 'list', [{ open: hostile }]],
  ['map', 'map of string |', 'object', { [hostile]: hostile }],
  ['object', 'Part |', 'object', { open: hostile }],
  ['any', 'any |', 'any', { [hostile]: [hostile] }],
];

/** The names of all members of the objects in a value. */
function listNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(listNames);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...listNames(inner)]);
}

const part = `### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| open | string | |
| pin | string | write-only |

`;

for (const [store, addressOf] of storesInFolder) {
  test(`S43: a stored event adds nothing to its JSON when its fields have other types now on ${store}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const address = await addressOf(folder);
    const pairs = types.flatMap(([from, before, , value]) =>
      value === undefined
        ? []
        : types.map(([to, after, kind]) => ({ field: `${from}_to_${to}`, before, after, kind, value })),
    );
    const documentOf = (when: 'before' | 'after'): string =>
      items(rows(pairs.map((pair) => `| ${pair.field} | ${pair[when]} |`))).replace('### Bag', `${part}### Bag`);
    const body = Object.fromEntries(pairs.map(({ field, value }) => [field, value]));
    const before = await serve(documentOf('before'), {}, undefined, address, handlers);
    const key = await before.key(['all'], { shop: 'north' });
    const made = await before.ask('POST /items', { key, body });
    assert.equal(made.status, 201, made.text);
    assert.equal((await before.ask('POST /bags', { key, body: { item: made.json.id } })).status, 201);
    assert.equal((await before.ask(`DELETE /items/${made.json.id}`, { key })).status, 204);
    const all = { id: made.json.id, shop: 'north', ...body };
    for (const event of (await told(before, key, '', 2)) as { item?: unknown }[])
      assert.deepEqual(event.item ?? event, all);
    await before.close();
    assert.equal((await migrated(address, planFor(documentOf('after')))).done, true);
    const after = await serve(documentOf('after'), {}, undefined, address, handlers);
    t.after(() => after.close());
    const known = new Set(listNames(all));
    const kept = pairs.filter(({ before, after }) => before === after);
    assert.ok(kept.length > 5);
    for (const event of (await told(after, key, '', 2)) as { item?: object }[]) {
      const record = (event.item ?? event) as Readonly<Record<string, unknown>>;
      assert.deepEqual(
        listNames(record).filter((name) => !known.has(name)),
        [],
      );
      for (const { field, value } of kept) if (typeof value !== 'object') assert.equal(record[field], value, field);
    }
  });
}
