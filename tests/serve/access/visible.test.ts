import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** People of two shops, who see themselves at `/me`, and tasks that everybody sees. */
const document = documentText('Desks', {
  purpose: 'Keeps tasks of people.',
  resources: `### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| owner | ref Person | required |

### Roster (object)

| Field | Type | Constraints |
| --- | --- | --- |
| names | string[] | required |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Person | POST | /people | \`Person\` | 201 \`Person\` |
| read Person as me | GET | /me | | 200 \`Person\` |
| update Person as rename_me | PATCH | /me | \`Person\` | 200 \`Person\` |
| read Person | GET | /people/{id} | | 200 \`Person\` |
| read Person as card | GET | /cards/{id} | | 200 \`Person(name)\` |
| list Person | GET | /people | | 200 \`Person[]\` |
| update Person | PATCH | /people/{id} | \`Person\` | 200 \`Person\` |
| create Task | POST | /tasks | \`Task\` | 201 \`Task\` |
| list Task | GET | /tasks | | 200 \`Task(id, owner: Person)[]\` |
| roster (handler) | POST | /roster | | 200 \`Roster\` |

### me

- Record: \`caller.person\`

### rename_me

- Record: \`caller.person\``,
  authentication: keyed(
    `| authenticated | me, create Task, list Task, roster | |
| self | rename_me | \`name != "fixed"\` |
| people:make | create Person | |
| people:read | read Person | \`shop == caller.shop\` |
| people:list | list Person | \`shop == caller.shop\` |
| people:write | update Person | \`shop == caller.shop\` |
| cards | card | |`,
    `| shop | string |
| person | string |`,
  ),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| malformed | 400 | malformed request |
| unauthenticated | 401 | no credential; invalid credential |
| forbidden | 403 | forbidden |
| not_found | 404 | not found; unknown path; method not allowed |
| invalid | 422 | invalid input; unsupported media type; not acceptable |`,
});

const handlers = {
  async roster({ store }: { store: { list(name: string, asked: object): Promise<{ name: string }[]> } }) {
    return { names: (await store.list('Person', {})).map(({ name }) => name).toSorted() };
  },
};
const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';

for (const [name, addressOf] of everyStore) {
  describe(`whom the operations of a record let in ${name}`, () => {
    let served: Served;
    const ids: Record<string, string> = {};
    const tasks: Record<string, string> = {};
    /** The key of somebody who works in a shop and is its one person. */
    const key = (shop: string, ...scopes: string[]): Promise<string> =>
      served.key(scopes, { shop, ...(ids[shop] === undefined ? {} : { person: ids[shop] }) });
    const rename = (id: string, by: string, to = 'new'): Promise<Got> =>
      served.ask(`PATCH /people/${id}`, { key: by, body: { name: to } });
    const bare = ({ status, text }: Got): string => `${status} ${text.replace(/"urn:uuid:[^"]*"/, '')}`;

    before(async () => {
      served = await serve(document, {}, undefined, await addressOf(), handlers);
      for (const shop of ['north', 'south']) {
        const makes = await key(shop, 'people:make', 'people:read');
        ids[shop] = (await served.ask('POST /people', { key: makes, body: { name: shop } })).json.id;
        tasks[shop] = (await served.ask('POST /tasks', { key: makes, body: { owner: ids[shop] } })).json.id;
      }
    });
    after(() => served.close());

    test('an operation whose record is fixed shows that one, and lets nobody know of others', async () => {
      for (const [shop, other] of [
        ['north', 'south'],
        ['south', 'north'],
      ] as const) {
        assert.equal((await served.ask('GET /me', { key: await key(shop) })).json.id, ids[shop]);
        const writes = await key(shop, 'people:write');
        assert.equal(bare(await rename(ids[other]!, writes)), bare(await rename(nobody, writes)));
        assert.equal((await rename(ids[shop]!, writes, shop)).status, 200);
        assert.deepEqual((await served.ask('POST /roster', { key: await key(shop) })).json.names, []);
        const reads = await key(shop, 'people:read');
        assert.deepEqual((await served.ask('POST /roster', { key: reads })).json.names, [shop]);
      }
    });

    test('of two operations with the same fixed record one tells whether the other hides it', async () => {
      const made = await served.ask('POST /people', {
        key: await key('north', 'people:make'),
        body: { name: 'fixed' },
      });
      const by = await served.key(['self'], { shop: 'north', person: made.json.id });
      assert.equal((await served.ask('PATCH /me', { key: by, body: { name: 'new' } })).status, 403);
      const strange = await served.key(['self'], { shop: 'north', person: nobody });
      assert.equal((await served.ask('PATCH /me', { key: strange, body: { name: 'new' } })).status, 404);
    });

    test('whoever may read a record by any of its operations is told that a change of it is not allowed', async () => {
      const sees = await key('south', 'people:write', 'cards');
      assert.equal((await rename(ids.north!, sees)).status, 403);
      assert.equal((await rename(nobody, sees)).status, 404);
    });

    test('a reference takes a record that the caller may read, not one that only its own operation shows', async () => {
      const status = async (owner: string, by: string): Promise<number> =>
        (await served.ask('POST /tasks', { key: by, body: { owner } })).status;
      const [none, reads, makes] = [
        await key('south'),
        await key('south', 'people:read'),
        await key('south', 'people:make'),
      ];
      assert.deepEqual([await status(ids.north!, none), await status(ids.south!, none)], [422, 422]);
      assert.deepEqual([await status(ids.north!, reads), await status(ids.south!, reads)], [422, 201]);
      assert.deepEqual([await status(ids.south!, makes), await status(nobody, makes)], [201, 422]);
    });

    test('a record is embedded for those who may read or list it; others are shown its identity alone', async () => {
      const owners = async (...scopes: string[]): Promise<unknown[]> => {
        const { json } = await served.ask('GET /tasks', { key: await key('south', ...scopes) });
        return ['north', 'south'].map((shop) => json.find((task: { id: string }) => task.id === tasks[shop]).owner);
      };
      const [north, south] = [{ id: ids.north }, { id: ids.south }];
      const whole = { ...south, shop: 'south', name: 'south' };
      assert.deepEqual(await owners(), [north, south]);
      assert.deepEqual(await owners('people:make'), [north, south]);
      assert.deepEqual(await owners('people:write'), [north, south]);
      assert.deepEqual(await owners('people:read'), [north, whole]);
      assert.deepEqual(await owners('people:list'), [north, whole]);
    });
  });
}
