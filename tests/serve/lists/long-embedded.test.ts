import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Long', {
  resources: `### User

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| about | string | required |

### Issue

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| shop | string | |
| author | ref User | |
| watchers | ref User[] | |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create User | | /users | | |
| create Issue | | /issues | | 201 \`Issue(id)\` |
| list Issue | | /issues | | 200 \`{ data: Issue(id, author: User)[], next: next cursor, prev: previous cursor }\` |
| read Issue | | /issues/{id} | | 200 \`Issue(id, watchers: User[])\` |
| list Issue as expanded | | /expanded | | |
| list Issue as pages | | /pages | | 200 \`Issue(id, author: User)[]\` |
| read User as written | | /users/{id} | | 200 \`User(id, issues: Issue(id, author: User)[..100])\` |

### expanded

| Parameter | Maps to |
| --- | --- |
| expand | expand author, watchers |

### pages

| Parameter | Maps to |
| --- | --- |
| page | page number |
| limit | page size |`,
  authentication: `- Tenant: shop

${keyed('| all | all User, all Issue | |')}`,
});

const length = 1_000_000;
/** As many such records as a response embeds. */
const most = 33;
const count = 40;

for (const [name, address] of everyStore) {
  describe(`responses with long embedded records ${name}`, () => {
    let served: Served;
    let north: string;
    let south: string;
    let user: string;
    const read = async (line: string) => served.ask(`GET ${line}`, { key: north });
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      north = await served.key(['all'], { shop: 'north' });
      south = await served.key(['all'], { shop: 'south' });
      const create = async (path: string, body: object, key = north) => {
        const { status, json, text } = await served.ask(`POST ${path}`, { key, body });
        assert.equal(status, 201, text.slice(0, 300));
        return json.id;
      };
      user = await create('/users', { about: 'x'.repeat(length) });
      for (let at = 0; at < count; at++) await create('/issues', { author: user });
      await create('/issues', { watchers: Array.from({ length: most - 1 }, () => user) });
      await create('/issues', { watchers: Array.from({ length: most + 1 }, () => user) });
      const other = await create('/users', { about: 'south' }, south);
      await create('/issues', { author: other }, south);
    });
    after(() => served.close());

    test('a page ends before they are too long, and its cursors go on in both directions', async () => {
      const first = (await read('/issues?limit=100')).json;
      assert.equal(first.data.length, most);
      assert.equal(first.data[0].author.about.length, length);
      const second = (await read(`/issues?limit=100&cursor=${first.next}`)).json;
      assert.deepEqual(
        second.data.map(({ id }: { id: number }) => id),
        Array.from({ length: count + 2 - most }, (_, at) => first.data.at(-1).id + 1 + at),
      );
      const back = (await read(`/issues?limit=100&cursor=${second.prev}`)).json;
      assert.deepEqual(back.data, first.data);
      const short = (await read(`/issues?limit=3&cursor=${second.prev}`)).json;
      assert.deepEqual(short.data, first.data.slice(-3));
    });

    test('an older page ends at its beginning', async () => {
      const all = (await read('/issues?limit=30')).json;
      const rest = (await read(`/issues?limit=30&cursor=${all.next}`)).json;
      const back = (await read(`/issues?limit=100&cursor=${rest.prev}`)).json;
      assert.equal(back.data.length, 30);
      assert.equal(back.prev ?? null, null);
    });

    test('records that are shown where the client expands them count too', async () => {
      const first = (await read('/expanded?limit=100&expand=author')).json;
      assert.equal(first.data.length, most);
      assert.equal((await read('/expanded?limit=100')).json.data.length, count + 2);
    });

    test('a page without a cursor is refused', async () => {
      const { status, text } = await read('/pages?limit=40');
      assert.equal(status, 422);
      assert.match(text, /makes the response with its embedded records too long: request fewer records/);
      assert.equal((await read('/pages?limit=30')).json.length, 30);
    });

    test('one record is always shown; a record counts as often as it is shown', async () => {
      const { data } = (await read('/expanded?limit=100')).json;
      const [fits, long] = data.slice(-2) as readonly { readonly id: number }[];
      assert.equal((await read(`/issues/${fits!.id}`)).json.watchers.length, most - 1);
      assert.equal((await read(`/issues/${long!.id}`)).json.watchers.length, most + 1);
      assert.equal((await read(`/users/${user}`)).json.issues.length, count);
      const sizes: number[] = [];
      for (let query = `&cursor=${(await read(`/expanded?limit=${count - 1}`)).json.next}`; query !== ''; ) {
        const { json } = await read(`/expanded?limit=100&expand=watchers${query}`);
        sizes.push(json.data.length);
        query = json.next === null || json.next === undefined ? '' : `&cursor=${json.next}`;
      }
      assert.deepEqual(sizes, [2, 1]);
    });

    test('another tenant is not affected', async () => {
      const { json } = await served.ask('GET /issues?limit=100', { key: south });
      assert.equal(json.data.length, 1);
    });
  });
}
