import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { describeDocs } from '../../../src/describe/docs/index.ts';
import { buildWholePlan, readDocument } from '../../../src/parts/index.ts';
import { listOtherChanges } from '../../../src/plan/access/changes.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Teams list people, who belong to a firm; people are erased, rooms are kept as gone. */
const document = documentText('Teams', {
  resources: `### Firm

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| shop | string | assigned from caller.shop |
| firm | ref Firm | on delete cascade |
| friends | ref Person[] | on delete clear |
| leaves_at | date-time | |
| status | state | |

### Room

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| status | state | |

### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| members | ref Person[] | required; ..5 items; on delete clear |
| leads | ref Person[] or null | 1.. items; on delete clear |
| seats | (ref Person or null)[] | on delete clear |
| rooms | ref Room[] | on delete clear |
| locked | boolean | default false |
| total | integer | = \`size(members)\` |
| changed_at | date-time | assigned on update |
| status | state | |

| Rule | Check | Error |
| --- | --- | --- |
| few | \`total < 4\` | too_many |`,
  states: `### Person

| State | Kind |
| --- | --- |
| here | initial |

| From | Transition | To | Trigger |
| --- | --- | --- | --- |
| here | delete | | at leaves_at |
| here | delete | | |

### Room

| State | Kind |
| --- | --- |
| here | initial |
| left | gone |

| From | Transition | To |
| --- | --- | --- |
| here | delete | left |

### Team

| State | Kind |
| --- | --- |
| open | initial |
| away | gone |

| From | Transition | To | Guard | Error |
| --- | --- | --- | --- | --- |
| any | update | | \`not locked\` | locked |
| open | delete | away | | |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Firm | POST | /firms | \`Firm\` | 201 \`Firm\` |
| delete Firm | DELETE | /firms/{id} | | 204 |
| create Person | POST | /people | \`Person\` | 201 \`Person\` |
| read Person | GET | /people/{id} | | 200 \`Person\` |
| delete Person | DELETE | /people/{id} | | 204 |
| create Room | POST | /rooms | \`Room\` | 201 \`Room\` |
| delete Room | DELETE | /rooms/{id} | | 204 |
| create Team | POST | /teams | \`Team\` | 201 \`Team\` |
| read Team | GET | /teams/{id} | | 200 \`Team\` |
| update Team | PATCH | /teams/{id} | \`Team\` | 200 \`Team\` |
| delete Team | DELETE | /teams/{id} | | 204 |
| dismiss (handler) | POST | /dismiss | | 204 |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Team | header If-Match | allowed |`,
  authentication: keyed(`| authenticated | dismiss | |
| all | all Firm, all Person, all Room, all Team | \`shop == caller.shop\` |`),
  events: `| Event | When | Payload |
| --- | --- | --- |
| team.changed | update Team | \`Team(id, members, total)\` |
| person.left | delete Person | \`Person(id)\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| in_use | 409 | still referenced |
| locked | 409 | |
| too_many | 409 | |
| stale | 412 | precondition failed |
| gone | 410 | gone |
| missing | 404 | not found |`,
});

test('explain, access and the docs page say that a deletion removes items from lists', () => {
  const { service } = readDocument(createSource('teams.md', document));
  const plan = buildWholePlan(service);
  const { steps } = plan.operations.find(({ name }) => name === 'delete Person')!;
  const words = steps.map((step) => step.words);
  assert.deepEqual(
    words.filter((line) => line.startsWith('remove it')),
    [
      'remove it from friends of each Person',
      'remove it from members of each Team',
      'remove it from leads of each Team',
      'remove it from seats of each Team',
    ],
  );
  const [change] = listOtherChanges(plan).filter(({ operation }) => operation === 'delete Room');
  assert.deepEqual(change?.changes, ['Team.rooms']);
  const page = describeDocs({ plan }).replaceAll(/<[^>]+>/g, '');
  assert.ok(page.includes('Team.rooms: deleting the Room removes it from the list'), page);
  assert.ok(page.includes('Person.firm: deleting the Firm deletes the referencing records too'));
});

for (const [name, addressOf] of everyStore) {
  const open = async (t: Parameters<typeof serveIn>[0], now?: () => number, handlers: object = {}) => {
    const served = await serveIn(t, document, {}, now, await addressOf(), { dismiss: () => {}, ...handlers });
    const keys = await Promise.all(['north', 'south'].map((shop) => served.key(['all'], { shop })));
    const ask = (line: string, body?: object, shop = 0, headers = {}) =>
      served.ask(line, { key: keys[shop], headers, ...(body && { body }) });
    const make = async (path: string, body: object = {}, shop = 0) => {
      const got = await ask(`POST /${path}`, body, shop);
      assert.equal(got.status, 201, got.text + served.logged.join('\n'));
      return got.json.id;
    };
    const remove = async (path: string, shop = 0): Promise<string | number> => {
      const got = await ask(`DELETE /${path}`, undefined, shop);
      return got.json?.code ?? got.status;
    };
    const read = async (path: string, shop = 0) => (await ask(`GET /${path}`, undefined, shop)).json;
    return { served, ask, make, remove, read };
  };

  test(`a deleted record leaves each list that names it, by the rules of an update ${name}`, async (t) => {
    let now = Date.UTC(2026, 10, 1);
    const { served, ask, make, remove, read } = await open(t, () => now);
    const [ada, bob] = [await make('people'), await make('people')];
    const [cleo, foreign] = [await make('people', {}, 1), await make('teams', { members: [] }, 1)];
    const team = await make('teams', { members: [ada, bob, ada], seats: [null, ada, bob] });
    const other = await make('teams', { members: [bob] });
    const friend = await make('people', { friends: [ada, bob] });
    const theirs = await make('teams', { members: [cleo] }, 1);
    const etag = (await ask(`GET /teams/${team}`)).headers.get('etag')!;
    const before = await read(`teams/${other}`);
    await allNumbered(served.store);
    const last = (await served.store.events.after(0, 1_000)).at(-1)?.sequence ?? 0;
    now += 60_000;
    assert.equal(await remove(`people/${ada}`, 1), 'missing');
    assert.equal(await remove(`people/${ada}`), 204);
    const after = await read(`teams/${team}`);
    assert.deepEqual([after.members, after.seats, after.total], [[bob], [null, bob], 1]);
    assert.equal(after.changed_at, new Date(now).toISOString());
    assert.deepEqual(await read(`teams/${other}`), before);
    assert.deepEqual((await read(`people/${friend}`)).friends, [bob]);
    assert.deepEqual((await read(`teams/${theirs}`, 1)).members, [cleo]);
    assert.deepEqual((await read(`teams/${foreign}`, 1)).members, []);
    assert.equal((await ask(`PATCH /teams/${team}`, {}, 0, { 'If-Match': etag })).status, 412);
    await allNumbered(served.store);
    const { events } = compile(served.plan);
    const told = (await served.store.events.after(last, 1_000)).map((event) => {
      const { payload } = events.show(events.decode(event));
      return [event.kind, event.recordVersion, JSON.parse(payload!)];
    });
    assert.deepEqual(told, [
      ['team.changed', 2, { id: team, members: [bob], total: 1 }],
      ['team.changed', 3, { id: team, members: [bob], total: 1 }],
      ['person.left', 2, { id: ada }],
    ]);
    // The last one of a list leaves it empty.
    assert.equal(await remove(`people/${bob}`), 204);
    assert.deepEqual((await read(`teams/${other}`)).members, []);
    assert.deepEqual((await read(`teams/${team}`)).seats, [null]);
  });

  test(`a list that must keep its item, or a record that forbids the change, refuses the deletion ${name}`, async (t) => {
    const { ask, make, remove, read } = await open(t);
    const [ada, bob, cleo] = [await make('people'), await make('people'), await make('people')];
    const team = await make('teams', { members: [ada], leads: [ada, bob] });
    const locked = await make('teams', { members: [cleo], locked: true });
    assert.equal(await remove(`people/${ada}`), 204);
    assert.deepEqual((await read(`teams/${team}`)).leads, [bob]);
    assert.equal(await remove(`people/${bob}`), 'in_use');
    assert.deepEqual((await read(`teams/${team}`)).leads, [bob]);
    assert.equal((await ask(`PATCH /teams/${team}`, { leads: null })).status, 200);
    assert.equal(await remove(`people/${bob}`), 204);
    assert.equal(await remove(`people/${cleo}`), 'in_use');
    // A team that is gone has no rules any more, and no event.
    assert.equal(await remove(`teams/${locked}`), 204);
    assert.equal(await remove(`people/${cleo}`), 204);
  });

  test(`lists are cleared by cascades, soft deletions, timers and handlers ${name}`, async (t) => {
    let now = Date.UTC(2026, 10, 1);
    // biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
    const dismiss = async ({ store }: any): Promise<void> => {
      for (const { id, firm } of await store.list('Person')) if (firm === undefined) await store.delete('Person', id);
    };
    const { served, ask, make, remove, read } = await open(t, () => now, { dismiss });
    const firm = await make('firms');
    const [ada, bob] = [await make('people', { firm }), await make('people', { firm })];
    const room = await make('rooms');
    const soon = await make('people', { firm: await make('firms'), leaves_at: new Date(now + 60_000).toISOString() });
    const last = await make('people');
    const team = await make('teams', { members: [ada, soon, last], rooms: [room], leads: [soon, last] });
    const both = await make('people', { firm, friends: [ada] });
    assert.equal((await ask(`PATCH /teams/${team}`, { seats: [both, bob, last] })).status, 200);
    assert.equal(await remove(`firms/${firm}`), 204);
    assert.deepEqual((await read(`teams/${team}`)).seats, [last]);
    assert.deepEqual((await read(`teams/${team}`)).members, [soon, last]);
    assert.equal(await remove(`rooms/${room}`), 204);
    assert.deepEqual((await read(`teams/${team}`)).rooms, []);
    now += 120_000;
    for (let tries = 0; (await read(`teams/${team}`)).members.length > 1 && tries < 200; tries++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    assert.deepEqual((await read(`teams/${team}`)).leads, [last], served.logged.join('\n'));
    assert.equal((await ask('POST /dismiss')).status, 409, 'its last lead');
    assert.equal((await ask(`PATCH /teams/${team}`, { leads: null })).status, 200);
    assert.equal((await ask('POST /dismiss')).status, 204);
    assert.deepEqual((await read(`teams/${team}`)).members, []);
  });

  test(`of items and deletions at the same time no list keeps a deleted record ${name}`, async (t) => {
    const { ask, make, remove, read } = await open(t);
    const ends = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const [ada, bob, room] = [await make('people'), await make('people'), await make('rooms')];
      const teams = [await make('teams', { members: [ada, bob] }), await make('teams', { members: [ada] })];
      const [made, changed, ...gone] = await Promise.all([
        ask('POST /teams', { members: [ada, bob], rooms: [room] }),
        ask(`PATCH /teams/${teams[0]}`, { members: [bob, ada, bob], rooms: [room] }),
        remove(`people/${ada}`),
        remove(`people/${bob}`),
        remove(`rooms/${room}`),
      ]);
      ends.add(`${made.status} ${changed.status} ${gone}`);
      assert.deepEqual(gone, [204, 204, 204]);
      if (made.status === 201) teams.push(made.json.id);
      for (const team of teams) {
        const { members, rooms = [] } = await read(`teams/${team}`);
        assert.deepEqual([members, rooms], [[], []]);
      }
    }
    for (const end of ends) assert.match(end, /^(201|422) (200|422) /);
  });
}
