import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

/** Customers with every kind of field that clients may not set, or may not see. */
const document = shop
  .replace(
    '| data | object | | |',
    `| data | object | | |
| role | string | read-only; default "plain" | |
| note | string | internal | |
| kind | string | create-only; default "person" | |
| total | integer | = \`size(name)\` | |
| pin | string | write-only; 4..20 characters | |
| password | password | write-only; 8..64 characters | |
| signing | secret | write-only | |
| inner | Inner | | |
| level | state | | |`,
  )
  .replace(
    '### Payment (object)',
    `### Inner (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| open | string | ..20 characters | |
| fixed | string | read-only | |
| hidden | string | internal | |
| pin | string | write-only; ..20 characters | |
| below | Inner[] | | |

### Payment (object)`,
  )
  .replace(
    '### Reminder\n\n| State |',
    `### Customer

| State | Kind | Meaning |
| --- | --- | --- |
| new | initial | |
| trusted | final | |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| new | trust | trusted | | | | |

### Reminder

| State |`,
  )
  .replace(
    '| delete Customer | DELETE |',
    '| trust Customer | POST | /customers/{id}/trust | | 200 `Customer` | |\n| delete Customer | DELETE |',
  )
  .replace('create Customer, update Customer,', 'create Customer, trust Customer, update Customer,');

/** With JSON Patch besides. */
const patched = document.replace(
  '- Unknown fields: refused',
  '- Unknown fields: refused\n- Request media types: application/json, application/json-patch+json',
);

/** Members that no client may set, and a value for each. */
const forbidden: readonly (readonly [pointer: string, member: object])[] = [
  ['/id', { id: 'cus_01h455vb4pex5vsknk084sn02q' }],
  ['/shop', { shop: 'b' }],
  ['/created_at', { created_at: '2000-01-01T00:00:00Z' }],
  ['/role', { role: 'admin' }],
  ['/note', { note: 'planted' }],
  ['/total', { total: 99 }],
  ['/level', { level: 'trusted' }],
  ['/version', { version: 9 }],
  ['/level_since', { level_since: 1 }],
  ['/inner/fixed', { inner: { open: 'x', fixed: 'planted' } }],
  ['/inner/hidden', { inner: { hidden: 'planted' } }],
  ['/inner/below/0/hidden', { inner: { below: [{ hidden: 'planted' }] } }],
  ['/__proto__', JSON.parse('{"__proto__":{"role":"admin"}}') as object],
  ['/constructor', { constructor: { prototype: { role: 'admin' } } }],
];

async function rowsOf({ store }: Served): Promise<string> {
  const query = store.prepare({
    resource: 'Customer',
    conditions: [],
    order: [{ field: 'id', descending: false }],
  });
  return JSON.stringify((await query.many({ conditions: [], now: 0 })).rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

for (const [name, addressOf] of everyStore) {
  test(`S37: fields that clients must not set are refused in create, PUT and PATCH, nested and twice, and never stored ${name}`, async () => {
    const served = await serve(patched, {}, undefined, await addressOf());
    try {
      const key = await served.key(['read', 'write'], { shop: 'a' });
      const their = await served.key(['read', 'write'], { shop: 'b' });
      const base = { name: 'Ada', email: 'ada@example.com' };
      const made = await served.ask('POST /customers', { key, body: base });
      assert.equal(made.status, 201, made.text);
      assert.equal((await served.ask('POST /customers', { key: their, body: base })).status, 201);
      const path = `/customers/${made.json.id}`;
      const before = await rowsOf(served);
      const lines = ['POST /customers', `PUT ${path}`, `PATCH ${path}`];
      const refused = async (line: string, text: string, pointer?: string): Promise<void> => {
        const got = await served.ask(line, { key, text });
        assert.ok(got.status === 422 || got.status === 400, `${line} ${text}: ${got.status} ${got.text}`);
        if (pointer !== undefined) assert.equal(got.json.errors?.[0]?.pointer, pointer, `${line} ${text}: ${got.text}`);
        assert.equal(await rowsOf(served), before, `${line} ${text}`);
      };
      for (const [pointer, member] of forbidden) {
        const sent = JSON.stringify({ ...base, email: 'new@example.com', name: 'Eve' });
        const text = `${sent.slice(0, -1)},${JSON.stringify(member).slice(1)}`;
        for (const line of lines) await refused(line, text, pointer);
      }
      await refused(`PUT ${path}`, JSON.stringify({ ...base, kind: 'robot' }), '/kind');
      await refused(`PATCH ${path}`, JSON.stringify({ kind: 'robot' }), '/kind');
      for (const twice of [
        '"role":"plain","role":"admin"',
        '"name":"Eve","name":"Ada"',
        '"shop":"a","sh\\u006fp":"b"',
      ]) {
        for (const line of lines) await refused(line, `{"name":"Eve","email":"e@example.com",${twice}}`);
      }
      for (const line of lines)
        await refused(line, `{"name":"Eve","email":"e@example.com","inner":{"open":"a","open":"b"}}`);
      const patch = async (...operations: readonly object[]): Promise<void> => {
        const headers = { 'Content-Type': 'application/json-patch+json' };
        const got = await served.ask(`PATCH ${path}`, { key, body: operations, headers });
        assert.ok([422, 409].includes(got.status), `${JSON.stringify(operations)}: ${got.status} ${got.text}`);
        assert.equal(await rowsOf(served), before, JSON.stringify(operations));
      };
      for (const [pointer, member] of forbidden) {
        const names = pointer.slice(1).split('/');
        const value = names.reduce<unknown>((of, name) => Object.getOwnPropertyDescriptor(of, name)?.value, member);
        await patch({ op: 'add', path: pointer, value });
        await patch({ op: 'replace', path: pointer, value });
        await patch({ op: 'copy', from: '/email', path: pointer });
        const [first = '', second] = names;
        const whole = Object.getOwnPropertyDescriptor(member, first)?.value as unknown;
        if (second !== undefined) await patch({ op: 'add', path: `/${first}`, value: whole });
      }
      await patch({ op: 'remove', path: '/shop' });
      await patch({ op: 'move', from: '/role', path: '/name' });
      // Nothing that was refused has made the good request another.
      const good = await served.ask(`PATCH ${path}`, { key, body: { name: 'Ada L.', role: 'plain', shop: 'a' } });
      assert.deepEqual([good.status, good.json.role, good.json.level], [200, 'plain', 'new'], good.text);
    } finally {
      await served.close();
    }
  });

  test(`S38: what is write-only or internal is in no answer, error, header or line of the log ${name}`, async () => {
    const served = await serve(document, {}, undefined, await addressOf(), undefined, 'debug');
    try {
      const key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
      const other = await served.key(['read', 'write', 'tags'], { shop: 'b' });
      const hidden = { pin: 'HIDDEN-pin', password: 'HIDDEN-password', signing: 'HIDDEN-signing' };
      const inner = { open: 'shown', pin: 'HIDDEN-inner', below: [{ pin: 'HIDDEN-deep', open: 'deep' }] };
      const body = { name: 'Ada', email: 'ada@example.com', ...hidden, inner };
      const told: string[] = [];
      const ask = async (line: string, asked: Parameters<Served['ask']>[1] = {}): Promise<number> => {
        const got = await served.ask(line, { key, ...asked });
        told.push(`${line} ${got.status} ${[...got.headers].flat().join(' ')} ${got.text}`);
        return got.status;
      };
      const made = await served.ask('POST /customers', { key, body });
      told.push(made.text);
      assert.equal(made.status, 201, made.text);
      assert.equal(made.json.inner.below[0].open, 'deep');
      const path = `/customers/${made.json.id}`;
      const due = { customer: made.json.id, currency: 'EUR', due_on: '2999-01-01' };
      assert.equal(
        await ask('POST /invoices', { body: { ...due, lines: [{ text: 'x', quantity: 1, price: 1 }] } }),
        201,
      );
      assert.equal(await ask(`GET ${path}`), 200);
      assert.equal(await ask('GET /customers'), 200);
      assert.equal(await ask('GET /invoices?expand=customer'), 200);
      assert.equal(await ask(`GET ${path}/invoices`), 200);
      assert.equal(await ask(`PATCH ${path}`, { body: { name: 'B', ...hidden, inner } }), 200);
      assert.equal(await ask(`PUT ${path}`, { body: { ...body, name: 'C' } }), 200);
      assert.equal(await ask(`POST ${path}/trust`), 200);
      // Refusals of bodies that hold them: too long, of another type, unknown beside them, taken, in the wrong state.
      const long = `HIDDEN-${'x'.repeat(90)}`;
      for (const wrong of [{ pin: long }, { password: long }, { inner: { pin: long } }, { pin: { HIDDEN: 1 } }]) {
        assert.equal(await ask('POST /customers', { body: { ...body, email: 'n@example.com', ...wrong } }), 422);
        assert.equal(await ask(`PATCH ${path}`, { body: wrong }), 422);
      }
      assert.equal(await ask('POST /customers', { body }), 409);
      assert.equal(await ask('POST /customers', { body: { ...body, unknown: 1 } }), 422);
      assert.equal(await ask(`POST ${path}/trust`), 409);
      assert.equal(await ask('POST /customers', { text: `{"pin":"HIDDEN-cut` }), 400);
      assert.equal(await ask(`PATCH ${path}`, { key: other, body: hidden }), 404);
      assert.equal(await ask(`DELETE ${path}`), 409);
      assert.doesNotMatch(told.join('\n'), /HIDDEN/);
      assert.ok(served.logged.length >= told.length);
      assert.doesNotMatch(served.logged.join(''), /HIDDEN/);
      assert.ok(told.some((line) => line.includes('shown')));
      assert.doesNotMatch(await rowsOf(served), /HIDDEN-password/);
    } finally {
      await served.close();
    }
  });
}
