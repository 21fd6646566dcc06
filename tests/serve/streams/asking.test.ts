import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { type Reading, readStream } from './streams.fixture.ts';

const member = 'Member.exists(m, m.team == team and m.user == caller.id)';

/** Tasks of teams, told to those who are members at that time. */
const document = documentText('Tasks', {
  resources: `### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| lead | string | required |

### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| team | ref Team | required; on delete cascade |
| user | string | required; unique with team |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| team | ref Team | required; on delete cascade |
| title | string | required |`,
  endpoints: `| Operation | Path | Response |
| --- | --- | --- |
| create Team | /teams | |
| create, delete Member | /members | |
| create, update, delete Task | /tasks | |
| list events | /events | 200 \`{ data: { id: event id, body: payload }[] }\` |
| read event | /events/{id} | 200 \`{ id: event id, body: payload }\` |
| stream events | /stream | 200 |

### list events

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| since | after id |`,
  authentication: keyed(
    `| all | all Team, all Member, all Task | |
| member | stream events, list events, read event | \`${member}\` |
| lead | stream events, list events, read event | \`team.lead == caller.id and not (${member})\` |`,
  ),
  events: `| Event | When | Payload |
| --- | --- | --- |
| task.made | create Task | \`Task(id, title)\` |
| task.changed | update Task | \`Task(id, title)\` |
| task.deleted | delete Task | \`Task(id)\` |

| Delivery | To | Events | Envelope |
| --- | --- | --- | --- |
| sse | GET /stream | all | \`{ kind: event type, of: payload }\` |`,
  errors: '- Codes: named after conditions',
  versioning: versioned(['2', '1'], '| 2 | renamed | Task.title | name | | |'),
});

for (const [name, address] of everyStore) {
  describe(`events that a Where asks of, ${name}`, () => {
    let served: Served;
    let writer: string;
    const open: Reading[] = [];
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      writer = await served.key(['all'], {});
    });
    after(async () => {
      for (const reading of open) reading.stop();
      await served?.close();
    });

    const ask = async (line: string, body?: object): Promise<string> => {
      const got = await served.ask(line, { key: writer, ...(body === undefined ? {} : { body }) });
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json?.id;
    };
    const keyOf = (user: string, ...scopes: string[]): Promise<string> => served.key(scopes, {}, { subject: user });
    const stream = async (key: string, headers: Record<string, string> = {}): Promise<Reading> => {
      await allNumbered(served.store);
      const reading = await readStream(fetch, `${served.address}/stream`, key, headers);
      assert.equal(reading.status, 200);
      open.push(reading);
      return reading;
    };
    const join = (team: string, user: string): Promise<string> => ask('POST /members', { team, user });
    const make = (team: string, title: string): Promise<string> => ask('POST /tasks', { team, title });
    /** Reads what came up to the event with a title, without what came before the first of `from`. */
    const until = async (reading: Reading, title: string): Promise<readonly string[]> => {
      for (let count = 1; ; count++) {
        const blocks = await reading.events(count);
        if (blocks.at(-1)!.data!.includes(`"${title}"`)) break;
      }
      return reading.blocks.map(({ event, data }) => {
        const { of } = JSON.parse(data!);
        return event === 'left' ? 'left' : (of.title ?? of.name ?? event);
      });
    };

    test('members hear of their own team from when they join until they leave, on an open stream', async () => {
      const [north, south] = [await ask('POST /teams', { lead: 'none' }), await ask('POST /teams', { lead: 'none' })];
      const [ann, bob] = [await keyOf('ann', 'member'), await keyOf('bob', 'member')];
      await join(north, 'ann');
      const bobs = await join(south, 'bob');
      const [hears, other] = [await stream(ann), await stream(bob)];
      await make(north, 'n1');
      await make(south, 's1');
      // An event is judged when it is sent: the next one comes after it.
      await make(north, 'n2');
      assert.deepEqual(await until(hears, 'n2'), ['n1', 'n2']);
      await join(south, 'ann');
      await make(south, 's2');
      assert.deepEqual(await until(other, 's2'), ['s1', 's2']);
      await ask(`DELETE /members/${bobs}`);
      await make(south, 's3');
      await join(north, 'bob');
      await make(north, 'n3');
      assert.deepEqual(await until(hears, 'n3'), ['n1', 'n2', 's2', 's3', 'n3']);
      assert.deepEqual(await until(other, 'n3'), ['s1', 's2', 'n3']);
    });

    test('a record that goes to another team leaves the streams of the first, and each version says so', async () => {
      const [north, south] = [await ask('POST /teams', { lead: 'none' }), await ask('POST /teams', { lead: 'none' })];
      await join(north, 'cid');
      await join(south, 'dot');
      const [cid, dot] = [await keyOf('cid', 'member'), await keyOf('dot', 'member')];
      const readings = [await stream(cid), await stream(cid, { V: '1' }), await stream(dot)];
      const task = await make(north, 'moving');
      await ask(`PATCH /tasks/${task}`, { team: south, title: 'moved' });
      await ask(`DELETE /tasks/${task}`);
      await make(north, 'end');
      await make(south, 'end');
      const [first, older, second] = await Promise.all(readings.map((reading) => until(reading, 'end')));
      assert.deepEqual(first, ['moving', 'left', 'end']);
      assert.deepEqual(older, ['moving', 'left', 'end']);
      assert.deepEqual(second, ['moved', 'task.deleted', 'end']);
      const left = JSON.parse(readings[0]!.blocks[1]!.data!);
      assert.deepEqual(left.of, { resource: 'Task', id: task });
    });

    test('a stream that is resumed gives what its subscriber may see now', async () => {
      const team = await ask('POST /teams', { lead: 'eve' });
      const eve = await keyOf('eve', 'lead');
      const hears = await stream(eve);
      for (let at = 0; at < 120; at++) await make(team, `t${at}`);
      const all = await until(hears, 't119');
      assert.equal(all.length, 120);
      const from = hears.blocks[9]!.id!;
      const again = await stream(eve, { 'Last-Event-ID': from });
      assert.deepEqual(await until(again, 't119'), all.slice(10));
      // As a member too, the lead has no row that holds.
      await join(team, 'eve');
      await make(team, 'unseen');
      const other = await ask('POST /teams', { lead: 'eve' });
      await make(other, 'seen');
      assert.deepEqual((await until(again, 'seen')).slice(110), ['seen']);
    });

    test('lists of events, and one of them, are asked for as the memberships are now', async () => {
      const [north, south] = [await ask('POST /teams', { lead: 'none' }), await ask('POST /teams', { lead: 'none' })];
      const fay = await keyOf('fay', 'member');
      const titles = async (query = ''): Promise<readonly string[]> => {
        const got = await served.ask(`GET /events${query}`, { key: fay });
        assert.equal(got.status, 200, got.text);
        return got.json.data.map(({ body }: { body: { title: string } }) => body.title);
      };
      const id = await join(north, 'fay');
      for (const title of ['a', 'b']) await make(north, title);
      await make(south, 'hidden');
      await make(north, 'c');
      await allNumbered(served.store);
      assert.deepEqual(await titles(), ['a', 'b', 'c']);
      const page = await served.ask('GET /events?limit=2', { key: fay });
      assert.deepEqual(await titles(`?limit=2&since=${page.json.data[1].id}`), ['c']);
      const event = page.json.data[0].id;
      assert.deepEqual(await titles(`?since=${event}`), ['b', 'c']);
      assert.equal((await served.ask(`GET /events/${event}`, { key: fay })).json.body.title, 'a');
      await ask(`DELETE /members/${id}`);
      assert.deepEqual(await titles(), []);
      assert.equal((await served.ask(`GET /events/${event}`, { key: fay })).status, 404);
      assert.equal((await served.ask(`GET /events?since=${event}`, { key: fay })).status, 422);
      await join(south, 'fay');
      assert.deepEqual(await titles(), ['hidden']);
    });
  });
}
