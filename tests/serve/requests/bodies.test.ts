import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { addressed } from './bodies.fixture.ts';

for (const [store, addressOf] of everyStore) {
  describe(`JSON Patch and forms ${store}`, () => {
    let served: Served;
    let key: string;
    let other: string;
    let made = 0;
    before(async () => {
      served = await serve(addressed, {}, undefined, await addressOf());
      key = await served.key(['read', 'write', 'tags'], { shop: 'north' });
      other = await served.key(['read', 'write'], { shop: 'south' });
    });
    after(() => served.close());

    const create = async (more: object = {}): Promise<Got> => {
      const body = { name: 'A', email: `a${++made}@example.com`, ...more };
      const got = await served.ask('POST /customers', { key, body });
      assert.equal(got.status, 201, got.text);
      return got;
    };
    const patch = (path: string, body: unknown, who = key, headers: Record<string, string> = {}): Promise<Got> =>
      served.ask(`PATCH ${path}`, {
        key: who,
        body,
        headers: { 'Content-Type': 'application/json-patch+json', ...headers },
      });
    const form = (line: string, text: string, who = key): Promise<Got> =>
      served.ask(line, { key: who, text, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });

    test('a JSON Patch changes the record in the order of its operations', async () => {
      const { json } = await create({ data: { a: [1, null] }, level: 7, marks: [1, 2] });
      const got = await patch(`/customers/${json.id}`, [
        { op: 'test', path: '/id', value: json.id },
        { op: 'replace', path: '/name', value: 'B' },
        { op: 'add', path: '/marks/-', value: 3 },
        { op: 'add', path: '/data/b', value: null },
        { op: 'copy', from: '/data/a', path: '/data/c' },
        { op: 'move', from: '/name', path: '/note' },
        { op: 'add', path: '/name', value: 'C' },
        { op: 'remove', path: '/data/a' },
      ]);
      assert.equal(got.status, 200, got.text);
      assert.deepEqual(
        [got.json.name, got.json.note, got.json.marks, got.json.data],
        ['C', 'B', [1, 2, 3], { b: null, c: [1, null] }],
      );
      assert.equal(got.json.level, 7);
      const wide = await served.ask(`PATCH /customers/${json.id}`, {
        key,
        text: '[{"op":"test","path":"/level","value":7.0},{"op":"replace","path":"/level","value":9007199254740993}]',
        headers: { 'Content-Type': 'application/json-patch+json' },
      });
      assert.ok(wide.text.includes('"level":9007199254740993'), wide.text);
      assert.equal((await served.ask(`GET /customers/${json.id}`, { key })).text, wide.text);
    });

    test('a nullable field is set to null, another is taken away, and what must be there is missed', async () => {
      const { json } = await create({ note: 'x', seats: 4, address: { city: 'Bern', street: 'y' } });
      const got = await patch(`/customers/${json.id}`, [
        { op: 'replace', path: '/note', value: null },
        { op: 'remove', path: '/seats' },
        { op: 'replace', path: '/address/street', value: null },
      ]);
      assert.equal(got.status, 200, got.text);
      assert.deepEqual([got.json.note, Object.hasOwn(got.json, 'seats')], [null, false]);
      assert.deepEqual(got.json.address, { city: 'Bern', street: null });
      const missing = await patch(`/customers/${json.id}`, [{ op: 'remove', path: '/name' }]);
      assert.deepEqual([missing.status, missing.json.errors[0].pointer], [422, '/name']);
      const inner = await patch(`/customers/${json.id}`, [{ op: 'remove', path: '/address/city' }]);
      assert.deepEqual([inner.status, inner.json.errors[0].pointer], [422, '/address/city']);
    });

    test('a patch is all or nothing: a failing test, a path to nowhere or a wrong result leaves the record as it was', async () => {
      const { json, headers } = await create({ seats: 1 });
      const first = { op: 'replace', path: '/name', value: 'Z' };
      for (const [last, status, pointer] of [
        [{ op: 'test', path: '/seats', value: 2 }, 422, '/1'],
        [{ op: 'remove', path: '/nowhere' }, 422, '/1'],
        [{ op: 'replace', path: '/seats', value: 'two' }, 422, '/seats'],
        [{ op: 'add', path: '/nowhere', value: 1 }, 422, '/nowhere'],
        [{ op: 'replace', path: '', value: [] }, 422, ''],
        [{ op: 'remove', path: '' }, 422, ''],
        [{ op: 'replace', path: '/id', value: 'x' }, 422, '/id'],
        [{ op: 'replace', path: '/shop', value: 'south' }, 422, '/shop'],
        [{ op: 'remove', path: '/created_at' }, 422, '/created_at'],
        [{ op: 'spam', path: '/name' }, 400, '/1'],
        [{ op: 'add', path: 'name', value: 1 }, 400, '/1'],
      ] as const) {
        const got = await patch(`/customers/${json.id}`, [first, last]);
        assert.deepEqual([got.status, got.json.errors[0].pointer], [status, pointer], JSON.stringify(last));
      }
      for (const body of [{ name: 'Z' }, null, 'x']) {
        const got = await patch(`/customers/${json.id}`, body);
        assert.deepEqual([got.status, got.json.code], [400, 'malformed']);
      }
      const now = await served.ask(`GET /customers/${json.id}`, { key });
      assert.deepEqual([now.json.name, now.headers.get('etag')], ['A', headers.get('etag')]);
    });

    test('a patch that changes nothing writes nothing, and If-Match holds for it as for every update', async () => {
      const { json, headers } = await create({ seats: 1 });
      const same = await patch(`/customers/${json.id}`, [
        { op: 'test', path: '/seats', value: 1 },
        { op: 'replace', path: '/name', value: 'A' },
      ]);
      assert.deepEqual([same.status, same.headers.get('etag')], [200, headers.get('etag')]);
      const stale = await patch(`/customers/${json.id}`, [{ op: 'remove', path: '/seats' }], key, {
        'If-Match': '"9-x"',
      });
      assert.equal(stale.status, 412);
      const theirs = await patch(`/customers/${json.id}`, [{ op: 'test', path: '/name', value: 'A' }], other);
      assert.equal(theirs.status, 404);
    });

    test('what is never shown is neither tested nor copied by a patch, and stays when it is not named', async () => {
      const { json } = await create({ pin: '1234', address: { city: 'Bern', gate: '99' } });
      const path = `/customers/${json.id}`;
      for (const operation of [
        { op: 'test', path: '/pin', value: '1234' },
        { op: 'copy', from: '/pin', path: '/note' },
        { op: 'test', path: '/address/gate', value: '99' },
        { op: 'copy', from: '/address/gate', path: '/note' },
      ]) {
        const got = await patch(path, [operation]);
        assert.deepEqual([got.status, got.json.errors[0].pointer], [422, '/0'], JSON.stringify(operation));
      }
      const kept = await patch(path, [{ op: 'replace', path: '/address/city', value: 'Basel' }]);
      assert.equal(kept.status, 200, kept.text);
      const query = served.store.prepare({ resource: 'Customer', conditions: [{ kind: 'equal', field: 'id' }] });
      const stored = async (): Promise<string> => JSON.stringify(await query.one({ conditions: [json.id], now: 0 }));
      assert.match(await stored(), /1234/);
      assert.match(await stored(), /Basel.*99|99.*Basel/);
      const changed = await patch(path, [{ op: 'add', path: '/pin', value: '5678' }]);
      assert.equal(changed.status, 200, changed.text);
      assert.match(await stored(), /5678/);
    });

    test('fields that the state fixes may be named in a patch with their present value only', async () => {
      const customer = (await create()).json.id;
      const line = { text: 'x', quantity: 1, price: 100 };
      const body = { customer, currency: 'EUR', lines: [line, line], due_on: '2999-01-01' };
      const { json } = await served.ask('POST /invoices', { key, body });
      const sent = await served.ask(`POST /invoices/${json.id}/send`, { key });
      const tag = { 'If-Match': sent.headers.get('etag')! };
      const refused = await patch(`/invoices/${json.id}`, [{ op: 'remove', path: '/lines/0' }], key, tag);
      assert.deepEqual([refused.status, refused.json.code], [409, 'wrong_state'], refused.text);
      const price = await patch(
        `/invoices/${json.id}`,
        [{ op: 'replace', path: '/lines/0/price', value: 1 }],
        key,
        tag,
      );
      assert.equal(price.status, 409);
      const memo = await patch(
        `/invoices/${json.id}`,
        [
          { op: 'test', path: '/lines/0/price', value: 100 },
          { op: 'add', path: '/memo', value: 'm' },
        ],
        key,
        tag,
      );
      assert.deepEqual([memo.status, memo.json.memo], [200, 'm'], memo.text);
    });

    test('a form is read as the members of the Request, by their types', async () => {
      const text =
        'name=A+%26+B&email=form%40example.com&seats=4&level=9007199254740993&member=true&marks=1&marks=2&note=';
      const got = await form('POST /customers', text);
      assert.equal(got.status, 201, got.text);
      const { name, email, seats, member, marks, note } = got.json;
      assert.deepEqual(
        { name, email, seats, member, marks, note },
        {
          name: 'A & B',
          email: 'form@example.com',
          seats: 4,
          member: true,
          marks: [1, 2],
          note: '',
        },
      );
      assert.ok(got.text.includes('9007199254740993'));
      const wrong = await form(
        'POST /customers',
        'name=A&email=x%40example.com&seats=04&member=yes&marks=a&address=b&other=1',
      );
      assert.equal(wrong.status, 422);
      assert.deepEqual(wrong.json.errors.map((error: { pointer: string }) => error.pointer).toSorted(), [
        '/address',
        '/marks/0',
        '/member',
        '/other',
        '/seats',
      ]);
      for (const broken of ['name=A&name=B&email=x%40example.com', 'name=%zz', 'name=%ff']) {
        const refused = await form('POST /customers', broken);
        assert.deepEqual([refused.status, refused.json.code], [400, 'malformed'], broken);
      }
      const hostile = await form('POST /customers', '__proto__=1&constructor=2&name=A&email=y%40example.com');
      assert.equal(hostile.status, 422);
    });

    test('a type that ends in +json is read as JSON where it is stated; an update takes what is stated, a creation no patch', async () => {
      const body = { name: 'A', email: 'vnd@example.com' };
      const got = await served.ask('POST /customers', {
        key,
        body,
        headers: { 'Content-Type': 'application/vnd.shop+json; charset=utf-8' },
      });
      assert.equal(got.status, 201, got.text);
      const formed = await form(`PATCH /customers/${got.json.id}`, 'name=B');
      assert.deepEqual([formed.status, formed.json.name, formed.json.email], [200, 'B', 'vnd@example.com']);
      const update = await served.ask(`PATCH /customers/${got.json.id}`, {
        key,
        text: 'B',
        headers: { 'Content-Type': 'text/plain' },
      });
      assert.deepEqual(
        [
          update.status,
          update.headers.get('accept-patch'),
          update.headers.get('accept'),
          update.headers.get('accept-encoding'),
        ],
        [
          415,
          'application/merge-patch+json, application/json, application/x-www-form-urlencoded, application/vnd.shop+json, application/json-patch+json',
          null,
          null,
        ],
      );
      const creation = await served.ask('POST /customers', {
        key,
        text: '[]',
        headers: { 'Content-Type': 'application/json-patch+json' },
      });
      assert.deepEqual(
        [creation.status, creation.headers.get('accept')],
        [415, 'application/json, application/x-www-form-urlencoded, application/vnd.shop+json'],
      );
      const options = await served.ask(`OPTIONS /customers/${got.json.id}`);
      assert.equal(options.headers.get('accept-patch'), update.headers.get('accept-patch'));
    });
  });
}
