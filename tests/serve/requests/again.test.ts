import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Store } from '../../../src/contracts/store.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Notes', {
  purpose: `Keeps notes.

- In scope: notes`,
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| shop | string | assigned from caller.shop |
| text | string | required |
| last | string | read-only |
| status | state | |

### Tag

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| shop | string | assigned from caller.shop |
| text | string | |

### Label

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required; unique |
| text | string | |`,
  states: `### Note

| State | Kind |
| --- | --- |
| open | initial |
| left | gone |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| open | delete | left | \`last = text\` |`,
  endpoints: `- Base URL: https://notes.example
- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | PUT | /notes/{id} | \`Note\` | 201 \`Note\`; 200 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note(text)\` | 200 \`Note\` |
| delete Note | DELETE | /notes/{id} | | 204 |
| create Tag | PUT | /tags/{id} | \`Tag\` | 201 \`Tag\`; 200 \`Tag\` |
| read Tag | GET | /tags/{id} | | 200 \`Tag\` |
| delete Tag | DELETE | /tags/{id} | | 204 |
| create Label | POST | /labels | \`Label\` | 201 \`Label\`; 200 \`Label\` when exists |
| read Label | GET | /labels/{id} | | 200 \`Label\` |
| delete Label | DELETE | /labels/{id} | | 204 |`,
  authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | current |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | Note.text | words |`,
});

for (const [name, address] of everyStore) {
  describe(`a request whose work its store runs again ${name}`, () => {
    let served: Served;
    const keys = new Map<string, string>();
    /** What happens between the first run of the next work, which is undone, and the second. */
    let between: (() => Promise<unknown>) | undefined;
    const twice = (store: Store): Store => ({
      ...store,
      async write(work, how) {
        const then = between;
        between = undefined;
        if (then === undefined) return store.write(work, how);
        await store.write(async (transaction) => {
          // What is sent along with its commit cannot be undone.
          Object.assign(transaction, { endsWithWrite: undefined });
          return { result: await work(transaction), undo: true };
        }, how);
        await then();
        return store.write(work, how);
      },
    });
    before(async () => {
      served = await serve(document, {}, undefined, await address(), undefined, undefined, twice);
      for (const shop of ['north', 'south']) keys.set(shop, await served.key(['all'], { shop }));
    });
    after(() => served.close());

    let count = 0;
    beforeEach(() => void count++);
    const ask = (line: string, body?: unknown, shop = 'north', headers = {}): Promise<Got> =>
      served.ask(line, { key: keys.get(shop)!, ...(body === undefined ? {} : { body }), headers });
    const nothing = async (): Promise<void> => undefined;
    /** A note of each shop. */
    const notes = async (): Promise<readonly (readonly [shop: string, path: string])[]> =>
      Promise.all(
        [...keys.keys()].map(async (shop) => {
          const path = `/notes/${shop}-${count}`;
          assert.equal((await ask(`PUT ${path}`, { text: 'first' }, shop)).status, 201);
          return [shop, path] as const;
        }),
      );
    const patch = [{ op: 'replace', path: '/text', value: 'second' }];
    const asPatch = { 'Content-Type': 'application/json-patch+json' };

    test('a JSON Patch is applied to the record as it then is', async () => {
      for (const [shop, path] of await notes()) {
        between = () => ask(`PATCH ${path}`, { text: 'between' }, shop);
        const got = await ask(
          `PATCH ${path}`,
          [{ op: 'test', path: '/text', value: 'first' }, ...patch],
          shop,
          asPatch,
        );
        assert.deepEqual([got.status, got.json.errors?.[0].pointer], [422, '/0']);
        between = nothing;
        const done = await ask(`PATCH ${path}`, patch, shop, asPatch);
        assert.deepEqual([done.status, done.json.text], [200, 'second'], done.text);
        between = nothing;
        assert.equal((await ask(`PATCH ${path}`, patch, shop === 'north' ? 'south' : 'north', asPatch)).status, 404);
      }
    });

    test('what an older caller sends is turned once', async () => {
      for (const [shop, path] of await notes()) {
        between = nothing;
        const got = await ask(`PATCH ${path}`, { words: 'older' }, shop, { V: '1' });
        assert.deepEqual([got.status, got.json.words], [200, 'older'], got.text);
        between = nothing;
        const patched = [{ op: 'replace', path: '/words', value: 'oldest' }];
        const done = await ask(`PATCH ${path}`, patched, shop, { V: '1', ...asPatch });
        assert.deepEqual([done.status, done.json.words], [200, 'oldest'], done.text);
      }
    });

    test('an update that changed nothing the first time writes what it changes the second', async () => {
      for (const [shop, path] of await notes()) {
        between = () => ask(`PATCH ${path}`, { text: 'between' }, shop);
        assert.equal((await ask(`PATCH ${path}`, { text: 'first' }, shop)).json.text, 'first');
        assert.equal((await ask(`GET ${path}`, undefined, shop)).json.text, 'first');
      }
    });

    test('a record that goes keeps what was written meanwhile', async () => {
      for (const [shop, path] of await notes()) {
        between = () => ask(`PATCH ${path}`, { text: `between ${shop}` }, shop);
        assert.equal((await ask(`DELETE ${path}`, undefined, shop)).status, 204);
        const query = served.store.prepare({ resource: 'Note', conditions: [{ kind: 'equal', field: 'id' }] });
        const row = (await query.one({ conditions: [path.slice(7)], now: 0 }))!;
        assert.deepEqual(row.slice(3), [shop, `between ${shop}`, `between ${shop}`, 'left']);
      }
    });

    test('a create by PUT finds the record that came meanwhile, and makes the one that went', async () => {
      for (const shop of keys.keys()) {
        const other = shop === 'north' ? 'south' : 'north';
        for (const [by, text, status] of [
          [shop, 'a', 200],
          [shop, 'b', 409],
          [other, 'a', 409],
        ] as const) {
          const path = `/tags/${shop}-${count}-${by}-${text}`;
          between = () => ask(`PUT ${path}`, { text }, by);
          assert.equal((await ask(`PUT ${path}`, { text: 'a' }, shop)).status, status, path);
          assert.equal((await ask(`GET ${path}`, undefined, by)).json.text, text);
        }
        const path = `/tags/${shop}-${count}`;
        assert.equal((await ask(`PUT ${path}`, { text: 'a' }, shop)).status, 201);
        between = () => ask(`DELETE ${path}`, undefined, shop);
        assert.equal((await ask(`PUT ${path}`, { text: 'a' }, shop)).status, 201);
        assert.equal((await ask(`GET ${path}`, undefined, shop)).status, 200);
      }
    });

    test('a create that may find its record finds the one that came meanwhile, and makes the one that went', async () => {
      for (const shop of keys.keys()) {
        const other = shop === 'north' ? 'south' : 'north';
        for (const [by, status] of [
          [shop, 200],
          [other, 409],
        ] as const) {
          const name = `${shop}-${count}-${by}`;
          let made: Got | undefined;
          between = async () => {
            made = await ask('POST /labels', { name, text: 'between' }, by);
          };
          const got = await ask('POST /labels', { name, text: 'a' }, shop);
          assert.deepEqual([made!.status, got.status], [201, status], got.text);
          if (status === 200) assert.deepEqual(got.json, made!.json);
          between = () => ask(`DELETE /labels/${made!.json.id}`, undefined, by);
          assert.equal((await ask('POST /labels', { name, text: 'a' }, by)).status, 201);
        }
      }
    });
  });
}
