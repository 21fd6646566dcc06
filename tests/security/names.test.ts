import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/parts/index.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { createSource } from '../../src/text/location.ts';
import { telling } from '../serve/events/events.fixture.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

// S65: names that every object of JavaScript knows, in the place of names of a document.

const words = ['__proto__', 'constructor', 'then', 'toJSON', 'hasOwnProperty'];

/** The code of the document with events; none of it is called. */
const handlers = Object.fromEntries(
  ['remind Invoice', 'split Invoice', 'owing', 'close Invoice'].map((name) => [name, () => undefined]),
);

/** What is renamed, and the name that it has in the shop. */
const positions: readonly (readonly [what: string, name: string])[] = [
  ['a resource', 'Tag'],
  ['a field', 'memo'],
  ['a field with a state table', 'due_on'],
  ['a ref', 'customer'],
  ['a member of an object', 'quantity'],
  ['an object', 'Line'],
  ['a state', 'open'],
  ['a transition', 'withdraw'],
  ['a scope', 'bills'],
  ['a caller attribute and a field', 'shop'],
  ['a code', 'overpaid'],
  ['a rule', 'worth_something'],
  ['a parameter', 'due_before'],
  ['an operation', 'owed'],
];

/** What a shop is asked, its names replaced as those of its document are. */
const requests: readonly (readonly [line: string, body?: string])[] = [
  ['POST /customers', '{"name":"Ada","email":"ada@example.com"}'],
  [
    'POST /invoices',
    '{"customer":"$1","currency":"EUR","due_on":"2999-01-01","memo":"first","lines":[{"text":"x","quantity":2,"price":350}]}',
  ],
  ['GET /invoices/$2'],
  ['GET /invoices?due_before=3000-01-01&expand=customer'],
  ['GET /invoices?customer=$1&fields=memo,lines'],
  ['PATCH /invoices/$2', '{"memo":"second"}'],
  ['GET /customers/$1/invoices'],
  ['POST /invoices/$2/send'],
  ['POST /invoices/$2/pay', '{"amount":900}'],
  ['POST /invoices/$2/withdraw'],
  ['POST /invoices/$2/withdraw'],
  ['GET /invoices?status=open'],
  ['PUT /tags/one', '{"color":"red","invoice":"$2"}'],
  ['GET /tags/one'],
  ['GET /public/tags'],
  ['DELETE /invoices/$2'],
];

const renamed = (text: string, name: string, word: string): string =>
  text.replaceAll(new RegExp(`(?<![\\w/])${name}\\b(?!\\.example)`, 'g'), word);

/** What a shop answers, in the shop's own names. */
async function answersOf(document: string, name: string, word: string, address: string): Promise<readonly string[]> {
  const served = await serve(document, { explain: 'never' }, undefined, address);
  const answers: string[] = [];
  const made: string[] = [];
  const put = (text: string): string =>
    renamed(text, name, word).replaceAll(/\$([12])/g, (_, at) => made[Number(at) - 1]!);
  try {
    const attribute = name === 'shop' ? word : 'shop';
    const attributes = (value: string): Record<string, unknown> => Object.fromEntries([[attribute, value]]);
    const all = ['read', 'write', 'tags'];
    const [key, other] = [await served.key(all, attributes('a')), await served.key(all, attributes('b'))];
    for (const [line, body] of requests) {
      // The path is not renamed where it stands for what it is: only its query is.
      const [path, query] = line.split('?') as [string, string | undefined];
      const whole = `${path.replaceAll(/\$([12])/g, (_, at) => made[Number(at) - 1]!)}${query === undefined ? '' : `?${put(query)}`}`;
      const headers = line.startsWith('PATCH') ? { 'If-Match': '*' } : {};
      const got = await served.ask(whole, { key, headers, ...(body === undefined ? {} : { text: put(body) }) });
      if (made.length < 2) made.push(got.json?.id);
      const foreign =
        made.includes(undefined as never) || !line.includes('$')
          ? ''
          : (await served.ask(whole, { key: other, headers })).status;
      const text = got.text
        .replaceAll(word, name)
        .replaceAll(/\b(?:cus|inv)_\w{26}\b|\d{4}-\d\d-\d\dT[\d:.]+Z|urn:uuid:[\w-]+/g, '~')
        .replaceAll(/"next":"[^"]*"/g, '');
      answers.push(`${line} ${got.status} ${foreign} ${text}`);
    }
    return answers;
  } finally {
    await served.close();
  }
}

const errorsOf = (text: string): readonly string[] =>
  readDocument(createSource('shop.md', text))
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

for (const [store, addressOf] of everyStore) {
  test(`S65: names that every object knows work as plain names, or are refused when the document is read ${store}`, async (t) => {
    const expected = await answersOf(shop, 'nothing', 'nothing', await addressOf());
    assert.match(expected[0]!, / 201 /);
    let [worked, refused] = [0, 0];
    for (const [what, name] of positions) {
      // A database of its own is dear on PostgreSQL: there the most awkward word stands for all.
      for (const word of store === 'on SQLite' ? words : words.slice(1, 2)) {
        const document = renamed(shop, name, word);
        if (errorsOf(document).length > 0) {
          refused++;
          continue;
        }
        const got = await answersOf(document, name, word, await addressOf());
        assert.deepEqual(got, expected, `${word} as ${what}`);
        assert.equal(({} as Record<string, unknown>).polluted, undefined);
        worked++;
      }
    }
    t.diagnostic(`${worked} worked, ${refused} were refused`);
    assert.ok(worked > 8, `${worked} worked, ${refused} were refused`);
  });
}

for (const [store, addressOf] of everyStore) {
  test(`S65: such names as names of events are reported as they are, or are refused when the document is read ${store}`, async () => {
    let worked = 0;
    // A database of its own is dear on PostgreSQL.
    for (const word of store === 'on SQLite' ? words : words.slice(0, 2)) {
      for (const name of [word, `customer.${word}`]) {
        const document = telling.replace('| customer.changed |', `| ${name} |`);
        if (errorsOf(document).length > 0) continue;
        const served = await serve(document, {}, undefined, await addressOf(), handlers);
        try {
          const [key, other] = [
            await served.key(['read', 'write', 'hear'], { shop: 'a' }),
            await served.key(['hear'], { shop: 'b' }),
          ];
          const body = { name: 'Ada', email: 'ada@example.com' };
          assert.equal((await served.ask('POST /customers', { key, body })).status, 201);
          await allNumbered(served.store);
          const { data } = (await served.ask('GET /events', { key })).json;
          assert.deepEqual(
            data.map((event: { kind: string; body: { name: string } }) => [event.kind, event.body.name]),
            [[name, 'Ada']],
          );
          assert.equal((await served.ask(`GET /events/${data[0].id}`, { key })).json.kind, name);
          assert.deepEqual((await served.ask('GET /events', { key: other })).json.data, []);
        } finally {
          await served.close();
        }
        worked++;
      }
    }
    assert.ok(worked > 2, String(worked));
  });
}
