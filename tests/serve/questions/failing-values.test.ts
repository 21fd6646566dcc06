import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Documents that a row rule shows unless they are held, and rules that ask about others with values that can fail. */
const pageOf = (where: string): string =>
  documentText('Documents', {
    purpose: 'Keeps documents.\n\n- In scope: documents',
    resources: `### Document

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |
| level | integer | |

### Hold

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |
| level | integer | required |

### Booking

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| room | string | required |
| starts_at | date-time | required |
| length | integer | required |
| until | date-time | |

| Rule | Check | Error |
| --- | --- | --- |
| free | \`not Booking.exists(b, b.room == room and b.id != id and b.starts_at >= starts_at and b.starts_at < starts_at + minutes(length))\` | taken |
| open | \`Booking.count(b, b.room == room and b.id != id and (not has(until) or b.starts_at < until)) < 9\` | full |

### Amount

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| budget | string | required |
| value | integer | required |

| Rule | Check | Error |
| --- | --- | --- |
| within | \`not (Amount.sum(a, a.budget == budget, a.value) > 1000)\` | too_much |`,
    endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read Document | /documents | | |
| list Document | /documents | | 200 \`Document[]\` |
| create Hold | /holds | | |
| create Booking | /bookings | | |
| create Amount | /amounts | | |`,
    authentication: `${keyed(`| user | create Document, create Hold, create Booking, create Amount | |\n| user | read Document, list Document | \`${where}\` |`)}

### Caller

| Attribute | Type |
| --- | --- |
| level | integer |
`,
    errors: `| Code | Status | Condition |
| --- | --- | --- |
| taken | 409 | rule broken on create Booking |
| full | 409 | rule broken on create Booking |
| too_much | 409 | rule broken on create Amount |`,
  });

/** By Where: whether a caller without the attribute, of level 5 and of level 1 sees a free document, a held one, and one without a level. */
const seen: Readonly<Record<string, readonly string[]>> = {
  'not Hold.exists(h, h.name == name and h.level > caller.level)': ['', 'free held bare', 'free bare'],
  'Hold.count(h, h.name == name and h.level > caller.level) < 1': ['', 'free held bare', 'free bare'],
  'not Hold.exists(h, h.name == name and h.level > level)': ['free', 'free', 'free'],
  'not Hold.exists(h, h.name == name and h.level == caller.level)': [
    'free held bare',
    'free held bare',
    'free held bare',
  ],
  'not Hold.exists(h, h.name == name and (not has(level) or h.level > level))': ['free bare', 'free bare', 'free bare'],
  'not Hold.exists(h, h.name == name and (has(level) and h.level > level))': ['free bare', 'free bare', 'free bare'],
  'not Hold.exists(h, h.name == name and (h.level > caller.level or h.level == 9))': [
    '',
    'free held bare',
    'free bare',
  ],
  'not Hold.exists(h, h.name == name and caller.level > 2)': ['', 'free bare', 'free held bare'],
};

for (const [store, address] of everyStore) {
  for (const [where, expected] of Object.entries(seen)) {
    test(`\`${where}\` shows no record without a value that it needs, read or listed, ${store}`, async (t) => {
      const served = await serveIn(t, pageOf(where), { docs: false }, undefined, await address());
      const make = await served.key(['user'], {});
      for (const body of [{ name: 'free', level: 1 }, { name: 'held', level: 1 }, { name: 'bare' }])
        assert.equal((await served.ask('POST /documents', { key: make, body })).status, 201);
      await served.ask('POST /holds', { key: make, body: { name: 'held', level: 3 } });
      for (const [at, attributes] of [{}, { level: 5 }, { level: 1 }].entries()) {
        const key = await served.key(['user'], attributes);
        const got = await served.ask('GET /documents', { key });
        assert.equal(got.status, 200, got.text + served.logged.at(-1));
        const listed = got.json as readonly { readonly name: string }[];
        const read: string[] = [];
        for (const id of [1, 2, 3]) {
          const got = await served.ask(`GET /documents/${id}`, { key });
          if (got.status === 200) read.push(got.json.name);
        }
        assert.equal(listed.map(({ name }) => name).join(' '), expected[at], JSON.stringify(attributes));
        assert.equal(read.join(' '), expected[at], JSON.stringify(attributes));
      }
    });
  }

  test(`a rule does not hold where a value in its question, or its sum, cannot be computed, ${store}`, async (t) => {
    const served = await serveIn(t, pageOf('name == name'), { docs: false }, undefined, await address());
    const key = await served.key(['user'], {});
    const send = async (path: string, body: object): Promise<unknown> => {
      const { status, json } = await served.ask(`POST ${path}`, { key, body });
      return status === 201 ? status : json.code;
    };
    const book = (length: number, more: object = {}) =>
      send('/bookings', { room: 'a', starts_at: '2030-01-01T10:00:00Z', length, ...more });
    assert.deepEqual([await book(30), await book(30), await book(Number.MAX_SAFE_INTEGER)], [201, 'taken', 'taken']);
    const later = { room: 'a', starts_at: '2030-01-02T10:00:00Z', length: 5 };
    assert.equal(await send('/bookings', later), 201);
    const spend = (value: number) => send('/amounts', { budget: 'b', value });
    assert.deepEqual(
      [await spend(1001), await spend(1), await spend(Number.MAX_SAFE_INTEGER), await spend(999), await spend(1)],
      ['too_much', 201, 'too_much', 201, 'too_much'],
    );
  });
}
