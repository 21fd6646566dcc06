import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

// What strings do on their way in and out (S43 to S45): nothing but be there.

const document = shop
  .replace(
    '| data | object | | |',
    '| data | object | | |\n| extra | map of string | | |\n| anything | any | | |\n| list | string[] | | |',
  )
  .replace(
    '| read Tag | GET | /tags/{name} | | 200 `Tag` | |',
    '| read Tag | GET | /tags/{name} | | 200 `Tag` header X-Color `string(color)` | |',
  )
  .replace(
    '| create Tag | PUT | /tags/{name} | `Tag` | 201 `Tag`; 200 `Tag` | |',
    '| create Tag | PUT | /tags/{name} | `Tag` | 201 `Tag` header Location; 200 `Tag` | |',
  )
  .replace(
    '| email | filter email = | | |',
    '| email | filter email = | | |\n| name | filter name = | | |\n| q | search name | | |',
  );

/** Texts that are code somewhere else. */
const foreign: readonly string[] = [
  '\'; DROP TABLE "Customer"; --',
  "' OR '1'='1",
  "x' UNION SELECT hash FROM nonet_credential --",
  '"; DELETE FROM customer; --',
  "\\'; SELECT 1; --",
  '$1, $2, ?, :name, @x',
  '{"$gt":""}',
  '[$ne]=1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is sent as it stands
  '${7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  '{{constructor.constructor("return process")()}}',
  '*)(uid=*))(|(uid=*',
  '$(reboot)`id`;|&&ls',
  '../../../../etc/passwd',
  'a\r\nSet-Cookie: b=c\r\n\r\n<html>',
  'log\n{"level":60,"msg":"planted"}',
  '\u001b[31mred\u001b[0m\u0007\b',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '%s%n%x%d %00',
  'record.shop == caller.shop or true',
  'caller.shop',
  '__proto__',
  '=1+1',
  '%',
  '_',
  '\\',
  '"',
  "'",
];

/** Characters at the edges. */
const characters: readonly string[] = [
  '\u202eRTL\u202c',
  '\u200b\ufeff',
  '\uffff\ufffe',
  '\u{1ffff}',
  'e\u0301',
  '\u00e9',
  '\u2028\u2029',
  '\u0001\u001f\u007f\u0080',
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67',
  '\u{10ffff}',
];

for (const [store, addressOf] of everyStore) {
  describe(`what is stored ${store}`, () => {
    let served: Served;
    let key: string;
    let other: string;
    before(async () => {
      served = await serve(document, {}, undefined, await addressOf(), undefined, 'debug');
      key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
      other = await served.key(['read', 'write', 'tags'], { shop: 'b' });
      const kept = await served.ask('POST /customers', {
        key: other,
        body: { name: 'kept', email: 'kept@example.com' },
      });
      assert.equal(kept.status, 201, kept.text);
    });
    after(() => served.close());

    let count = 0;
    const roundTrip = async (text: string): Promise<void> => {
      const told = JSON.stringify(text);
      const values = { data: { [text]: text, in: [text] }, extra: { [text]: text }, anything: text, list: [text] };
      const body = { name: text, email: `m${++count}@example.com`, ...values };
      const made = await served.ask('POST /customers', { key, body });
      assert.equal(made.status, 201, `${told} ${made.text}`);
      const { id } = made.json;
      const read = (await served.ask(`GET /customers/${id}`, { key })).json;
      for (const [name, value] of Object.entries(body)) assert.deepEqual(read[name], value, `${name} ${told}`);
      const found = await served.ask(`GET /customers?name=${encodeURIComponent(text)}`, { key });
      assert.deepEqual(
        found.json?.data.map((customer: { id: string }) => customer.id),
        [id],
        `filtered by ${told}: ${found.text}`,
      );
      assert.ok(
        [200, 422].includes((await served.ask(`GET /customers?q=${encodeURIComponent(text)}`, { key })).status),
      );
      const due = { currency: 'EUR', due_on: '2999-01-01' };
      const lines = [{ text, quantity: 1, price: 1 }];
      const invoice = await served.ask('POST /invoices', { key, body: { customer: id, ...due, lines, memo: text } });
      assert.deepEqual([invoice.status, invoice.json.memo, invoice.json.lines[0].text], [201, text, text], told);
      const reminder = await served.ask('POST /reminders', { key, body: { invoice: invoice.json.id, text } });
      assert.equal(reminder.json.text, text, told);
    };

    test('S43: texts of other languages are stored, filtered by and given back byte for byte, in every field, and do nothing else', async () => {
      for (const text of foreign) await roundTrip(text);
      const kept = await served.ask('GET /customers', { key: other });
      assert.deepEqual([kept.json.count, kept.json.data[0].name], [1, 'kept']);
      assert.ok(served.logged.length > foreign.length);
      for (const line of served.logged) {
        assert.match(line, /^\{[^\r\n\u001b]*\}\n$/);
        assert.equal((JSON.parse(line) as { level: number }).level, 30, line);
        for (const text of foreign.filter((string) => string.length > 4)) assert.ok(!line.includes(text), line);
      }
      assert.equal(({} as { planted?: unknown }).planted, undefined);
    });

    test('S43: a text is found literally, not by what it would mean to a pattern of a database', async () => {
      for (const text of ['%', '_', '\\', 'k_pt', 'k%', "kept' --", 'KEPT']) {
        const got = await served.ask(`GET /customers?name=${encodeURIComponent(text)}`, { key: other });
        assert.deepEqual(got.json.data, [], text);
      }
      for (const text of ['%', '_', 'k_pt', 'k%t']) {
        const got = await served.ask(`GET /customers?q=${encodeURIComponent(text)}`, { key: other });
        assert.deepEqual(got.json.data, [], text);
      }
    });

    test('S44: a value that reaches a header is encoded or left out, and never splits it', async () => {
      const nasty = [
        'a\r\nX-Evil: 1',
        'a\nX-Evil: 1',
        'a\rX-Evil: 1',
        'a\r\n\r\n<html>',
        'ü€😀',
        '\u0001',
        ' x ',
        '\u2028',
      ];
      for (const [i, text] of nasty.entries()) {
        const name = encodeURIComponent(text);
        const made = await served.ask(`PUT /tags/${name}`, { key, body: { color: text } });
        assert.equal(made.status, 201, made.text);
        const plain = await served.ask(`PUT /tags/plain${i}`, { key, body: { color: text } });
        assert.equal(plain.status, 201, plain.text);
        const read = await served.ask(`GET /tags/${name}`, { key });
        for (const got of [made, plain, read]) {
          assert.ok(got.status < 300, `${JSON.stringify(text)} ${got.status} ${got.text}`);
          assert.equal(got.headers.get('X-Evil'), null);
          assert.equal(got.json.color, text);
        }
        const location = made.headers.get('Location')!;
        assert.match(location, /^\/tags\/[!-~]*$/);
        assert.equal((await served.ask(`GET ${location}`, { key })).json.name, text);
      }
    });

    test('S45: characters of every kind come back as they were, at full length too; NUL and unpaired surrogates are refused', async () => {
      for (const text of characters) await roundTrip(text);
      await roundTrip('\u{1f600}'.repeat(200));
      const long = await served.ask('POST /customers', {
        key,
        body: { name: '\u{1f600}'.repeat(201), email: 'l@example.com' },
      });
      assert.equal(long.status, 422);
      const half = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud800x"'];
      for (const text of half) {
        for (const member of [
          `"name":${text}`,
          `"data":{"a":${text}}`,
          `"data":{${text}:1}`,
          `"extra":{"a":${text}}`,
          `"anything":[${text}]`,
          `"list":[${text}]`,
        ]) {
          const sent = `{"name":"x","email":"h@example.com",${member}}`.replace(
            '"name":"x",',
            member.startsWith('"name"') ? '' : '"name":"x",',
          );
          const got = await served.ask('POST /customers', { key, text: sent });
          assert.equal(got.status, 422, `${sent} ${got.text}`);
        }
      }
      for (const path of [
        '/tags/%00',
        '/tags/a%00',
        '/customers?name=%00',
        '/customers?q=%00',
        '/tags/%ed%a0%80',
        '/tags/%ff',
      ]) {
        assert.ok([400, 404, 422].includes((await served.ask(`GET ${path}`, { key })).status), path);
      }
    });
  });
}
