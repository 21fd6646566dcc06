import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { Store, Transaction } from '../../../src/contracts/store.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

// A small request must not keep a synchronous store, and with it the process, busy for long.

const page = documentText('Boxes', {
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| kind | string | required |
| count | integer | default 0; read-only |

### Paper

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| box | ref Box | required; on delete cascade |
| text | string | required |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| kind | string | required |`,
  states: `### Order

| Transition | Effect |
| --- | --- |
| create | \`input.lines.each(l, Box.each(b, b.shop == shop and b.kind == l.kind, b.count = b.count + 1))\` |

### Box

| Transition | Effect |
| --- | --- |
| create | \`input.papers.each(p, create Paper(box: id, text: p.text, shop: shop))\` |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Box | /boxes | \`Box(kind, papers?: Paper(text)[])\` | |
| read, delete Box | /boxes/{id} | | |
| create Order | /orders | \`Order(all, lines: Line[])\` | 201 \`Order\` |`,
  authentication: `${keyed('| user | all Box, all Order | `shop == caller.shop` |')}`,
});

/** Counts what transactions of a store do, and calls a function at each. */
function counted(store: Store, done: (what: 'update' | 'delete') => void): Store {
  const { write } = store;
  return Object.assign(store, {
    write: ((work, how) =>
      write.call(
        store,
        (transaction: Transaction) => {
          for (const what of ['update', 'delete'] as const) {
            const { [what]: own } = Object.getPrototypeOf(transaction) as Transaction;
            const counting = (...given: unknown[]): unknown => {
              done(what);
              return Reflect.apply(own, transaction, given);
            };
            Object.assign(transaction, { [what]: counting });
          }
          return work(transaction);
        },
        how,
      )) as Store['write'],
  });
}

const items = <T>(length: number, of: T): readonly T[] => Array.from({ length }, () => of);

test('a request does at most 10,000 effects, and none of more', async (t) => {
  const served = await serveIn(t, page, { docs: false });
  const [a, b] = [await served.key(['user'], { shop: 'a' }), await served.key(['user'], { shop: 'b' })];
  const other = (await served.ask('POST /boxes', { key: b, body: { kind: 'x' } })).json;
  let last: { readonly id: number } | undefined;
  for (let i = 0; i < 11; i++) last = (await served.ask('POST /boxes', { key: a, body: { kind: 'x' } })).json;
  const order = (length: number) =>
    served.ask('POST /orders', { key: a, body: { lines: items(length, { kind: 'x' }) } });
  const count = async (key: string, id: number): Promise<unknown> =>
    (await served.ask(`GET /boxes/${id}`, { key })).json.count;
  assert.equal((await order(909)).status, 201);
  assert.equal(await count(a, last!.id), 909);
  const { status, json } = await order(910);
  assert.deepEqual([status, json.errors], [422, [{ pointer: '', message: 'would do more than 10000 effects' }]]);
  assert.deepEqual([await count(a, last!.id), await count(b, other.id)], [909, 0]);
});

for (const [name, address] of everyStore) {
  test(`an effect finds its records, however many others there are, ${name}`, async (t) => {
    const served = await serveIn(t, page, { docs: false }, undefined, await address());
    const [a, b] = [await served.key(['user'], { shop: 'a' }), await served.key(['user'], { shop: 'b' })];
    const code = compile(served.plan).resources.get('Box')!;
    await served.store.write(async (part) => {
      const box = (id: number) => code.toRow({ id, shop: 'b', kind: 'x', count: 0 }, 1, []);
      for (let id = 1; id <= 10_001; id++) await part.insert('Box', box(id));
      await part.insert('Box', code.toRow({ id: 20_000, shop: 'a', kind: 'x', count: 0 }, 1, []));
      return { result: undefined, undo: false };
    });
    assert.equal((await served.ask('POST /orders', { key: a, body: { lines: [{ kind: 'x' }] } })).status, 201);
    assert.equal((await served.ask('GET /boxes/20000', { key: a })).json.count, 1);
    assert.equal((await served.ask('GET /boxes/1', { key: b })).json.count, 0);
  });

  test(`effects and deletions end when the time of their request is over, by the clock, ${name}`, async (t) => {
    let ahead = 0;
    const { now } = performance;
    t.mock.method(performance, 'now', () => now.call(performance) + ahead);
    const seen = { update: 0, delete: 0 };
    let late = Number.POSITIVE_INFINITY;
    const store = await address();
    const served = await serveIn(t, page, { docs: false }, undefined, store, undefined, undefined, (opened) =>
      counted(opened, (what) => {
        seen[what] += 1;
        if (seen[what] === late) ahead += 3_600_000;
      }),
    );
    const [a, b] = [await served.key(['user'], { shop: 'a' }), await served.key(['user'], { shop: 'b' })];
    const other = (await served.ask('POST /boxes', { key: b, body: { kind: 'x' } })).json;
    const made = await served.ask('POST /boxes', { key: a, body: { kind: 'x', papers: items(50, { text: 't' }) } });
    const path = `/boxes/${made.json.id}`;
    late = 5;
    assert.equal((await served.ask('POST /orders', { key: a, body: { lines: items(50, { kind: 'x' }) } })).status, 503);
    assert.equal(seen.update, 5);
    assert.equal((await served.ask(`DELETE ${path}`, { key: a })).status, 503);
    assert.equal(seen.delete, 5);
    assert.equal((await served.ask(`GET ${path}`, { key: a })).json.count, 0);
    assert.equal((await served.ask(`GET /boxes/${other.id}`, { key: b })).json.count, 0);
  });
}
