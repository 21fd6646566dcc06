import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { moving, movingHandlers } from './left.fixture.ts';
import { type Block, type Reading, readStream } from './streams.fixture.ts';

/** An event as it was read: its type and its data. */
type Seen = readonly [event: string | undefined, data: unknown];

for (const [name, address] of everyStore) {
  describe(`records that leave streams ${name}`, () => {
    let served: Served;
    let writer: string;
    let ours: string;
    let theirs: string;
    const open: Reading[] = [];

    before(async () => {
      served = await serve(moving, {}, undefined, await address(), movingHandlers);
      writer = await served.key(['write'], {});
      ours = await served.key(['hear'], { shop: 'a' });
      theirs = await served.key(['hear'], { shop: 'b' });
    });
    after(async () => {
      for (const reading of open) reading.stop();
      await served?.close();
    });

    const stream = async (key: string, headers: Record<string, string> = {}): Promise<Reading> => {
      // PostgreSQL numbers events later: a stream begins after those that have a number.
      await allNumbered(served.store);
      const reading = await readStream(fetch, `${served.address}/stream`, key, headers);
      assert.equal(reading.status, 200);
      open.push(reading);
      return reading;
    };
    const ask = async (line: string, body?: object): Promise<{ readonly id: string }> => {
      const got = await served.ask(line, { key: writer, ...(body === undefined ? {} : { body }) });
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    const make = async (shop: string, more: object = {}): Promise<string> =>
      (await ask('POST /tasks', { shop, title: 'Paint', ...more })).id;
    const toSeen = ({ event, data }: Block): Seen => {
      const { kind: _, version: __, of, ...others } = JSON.parse(data!);
      return [event, of === undefined ? others.data : of];
    };
    /** Reads all that a stream got up to a task that is made now, without that task. */
    const all = async (reading: Reading, shop: string): Promise<readonly Seen[]> => {
      const last = await make(shop);
      for (let count = reading.blocks.length; ; count++) {
        await reading.events(count);
        if (reading.blocks.some(({ data }) => data!.includes(last))) break;
      }
      const at = reading.blocks.findIndex(({ data }) => data!.includes(last));
      return reading.blocks.slice(0, at).map(toSeen);
    };
    const left = (id: string): Seen => ['left', { resource: 'Task', id }];

    test('a record that a change takes to another tenant leaves by its identity alone, and comes to the other', async () => {
      const [mine, other] = [await stream(ours), await stream(theirs)];
      const task = await make('a');
      await ask(`PATCH /tasks/${task}`, { shop: 'b', title: 'Secret of b' });
      assert.deepEqual(await all(mine, 'a'), [['task.made', { id: task, shop: 'a' }], left(task)]);
      assert.deepEqual(await all(other, 'b'), [['task.changed', { id: task, shop: 'b', title: 'Secret of b' }]]);
      const block = mine.blocks[1]!;
      assert.deepEqual(JSON.parse(block.data!), { kind: 'left', version: '2', of: { resource: 'Task', id: task } });
      assert.equal(Number.parseInt(block.id!, 10), Number.parseInt(other.blocks[0]!.id!, 10));
    });

    test('S34: a record that never fitted is in no message of a stream, whatever happens to it', async () => {
      const [mine, other] = [await stream(ours), await stream(theirs)];
      const task = await make('b');
      await ask(`PATCH /tasks/${task}`, { title: 'Repaint' });
      await ask(`POST /tasks/${task}/archive`);
      await ask(`POST /tasks/${task}/reopen`);
      await ask(`PATCH /tasks/${task}`, { shop: 'c' });
      await ask(`PATCH /tasks/${task}`, { shop: 'd' });
      await ask(`DELETE /tasks/${task}`);
      assert.deepEqual(await all(mine, 'a'), []);
      const got = await all(other, 'b');
      assert.deepEqual(got.slice(2), [left(task), ['task.reopened', null], left(task)]);
      assert.ok(!mine.blocks.some(({ data }) => data!.includes(task)));
    });

    test('a transition takes a record out by its state, a handler by what it writes; an event of a change that fits stays an event', async () => {
      const mine = await stream(ours);
      const [first, second] = [await make('a'), await make('a')];
      await ask(`POST /tasks/${first}/archive`);
      await ask(`PATCH /tasks/${first}`, { title: 'Hidden' });
      await ask(`PATCH /tasks/${second}`, { title: 'Seen' });
      await ask(`POST /tasks/${second}/move`, { to: 'b' });
      assert.deepEqual((await all(mine, 'a')).slice(2), [
        left(first),
        ['task.changed', { id: second, shop: 'a', title: 'Seen' }],
        left(second),
      ]);
      const archived = JSON.parse(mine.blocks[2]!.data!);
      assert.deepEqual(
        [archived.specversion, archived.type, archived.subject, archived.data],
        ['1.0', 'left', first, { resource: 'Task', id: first }],
      );
    });

    test('a record that is created and taken elsewhere in one transaction leaves no stream', async () => {
      const [mine, other] = [await stream(ours), await stream(theirs)];
      const { id } = await ask('POST /found', { from: 'a', to: 'b' });
      const seen = await all(mine, 'a');
      assert.ok(!seen.some(([event]) => event === 'left'), JSON.stringify(seen));
      assert.deepEqual((await all(other, 'b')).at(-1), ['task.changed', { id, shop: 'b', title: 'Found' }]);
    });

    test('a rule through a reference is asked of the record that was referenced before, also when that one is deleted', async () => {
      const owner = async (id: string): Promise<Reading> => stream(await served.key(['boards'], {}, { subject: id }));
      const [ann, bob] = [await owner('ann'), await owner('bob')];
      const [of, other] = [await ask('POST /boards', { owner: 'ann' }), await ask('POST /boards', { owner: 'bob' })];
      const task = await make('z', { board: of.id });
      await ask(`PATCH /tasks/${task}`, { board: other.id });
      await ask(`DELETE /boards/${other.id}`);
      const ends = [await make('z', { board: of.id }), await make('z', { board: of.id })];
      const gotten = await ann.events(3);
      assert.deepEqual(gotten.map(toSeen).slice(0, 2), [['task.made', { id: task, shop: 'z' }], left(task)]);
      assert.ok(gotten[2]!.data!.includes(ends[0]!));
      const seen = await bob.events(2);
      assert.deepEqual(seen.map(toSeen), [['task.changed', { id: task, shop: 'z', title: 'Paint' }], left(task)]);
    });

    test('who has a row without a Where gets events alone, also of records that leave others', async () => {
      const whole = await stream(await served.key(['hear', 'everything'], { shop: 'a' }));
      const task = await make('a');
      await ask(`PATCH /tasks/${task}`, { shop: 'b' });
      const got = await whole.events(2);
      assert.deepEqual(
        got.map(({ event }) => event),
        ['task.made', 'task.changed'],
      );
    });

    test('a stream that is resumed gives the same as one that was open', async () => {
      const [mine, other] = [await stream(ours), await stream(theirs)];
      const before = mine.others[0]?.id ?? '0';
      const tasks = [await make('a'), await make('b'), await make('a')];
      for (const task of tasks) await ask(`PATCH /tasks/${task}`, { shop: 'c' });
      await ask(`PATCH /tasks/${tasks[0]}`, { shop: 'a' });
      await ask(`POST /tasks/${tasks[0]}/archive`);
      const live = [await all(mine, 'a'), await all(other, 'b')];
      const again = [
        await stream(ours, { 'Last-Event-ID': before }),
        await stream(theirs, { 'Last-Event-ID': before }),
      ];
      const resumed = [await all(again[0]!, 'a'), await all(again[1]!, 'b')];
      assert.deepEqual(resumed[0]!.slice(0, live[0]!.length), live[0]);
      assert.deepEqual(resumed[1]!.slice(0, live[1]!.length), live[1]);
      assert.deepEqual(
        live[0]!.filter(([event]) => event === 'left'),
        [left(tasks[0]!), left(tasks[2]!), left(tasks[0]!)],
      );
      const middle = mine.blocks.findIndex(({ event }) => event === 'left');
      const rest = await stream(ours, { 'Last-Event-ID': mine.blocks[middle]!.id! });
      assert.deepEqual(
        (await all(rest, 'a')).slice(0, 2).map(([event]) => event),
        ['left', 'task.changed'],
      );
    });

    test('an older version gets it under the same name, in place of the events that it has', async () => {
      const older = await stream(ours, { 'Api-Version': '1' });
      const task = await make('a');
      await ask(`PATCH /tasks/${task}`, { title: 'Seen' });
      await ask(`POST /tasks/${task}/archive`);
      await ask(`POST /tasks/${task}/reopen`);
      await ask(`PATCH /tasks/${task}`, { shop: 'b' });
      assert.deepEqual(await all(older, 'a'), [
        ['task.made', { key: task, shop: 'a' }],
        ['task.updated', { key: task, shop: 'a', title: 'Seen' }],
        left(task),
        left(task),
      ]);
      assert.equal(JSON.parse(older.blocks.at(-2)!.data!).version, '1');
    });

    test('an event stores of the record before only what row rules read, and only where that has changed', async () => {
      const task = await make('a');
      await ask(`PATCH /tasks/${task}`, { title: 'Seen' });
      await ask(`PATCH /tasks/${task}`, { shop: 'b' });
      await allNumbered(served.store);
      const stored = await served.store.events.after(0, 1_000, { recordId: task });
      assert.deepEqual(
        stored.map(({ before }) => before && JSON.parse(before)),
        [undefined, undefined, { id: task, shop: 'a', status: 'open' }],
      );
      const listed = await served.ask('GET /events', { key: ours });
      assert.ok(!listed.json.data.some(({ kind }: { kind: string }) => kind === 'left'));
    });
  });
}

test('a service whose streams have no row rules stores nothing of records before', async () => {
  const plain = moving.replace(
    /\| hear \|.*\n\| boards \|.*\n\| everything \|.*/,
    '| hear | stream events, list events | |',
  );
  const served = await serve(plain, {}, undefined, undefined, movingHandlers);
  try {
    const key = await served.key(['write', 'hear'], {});
    const { id } = (await served.ask('POST /tasks', { key, body: { shop: 'a', title: 'Paint' } })).json;
    await served.ask(`PATCH /tasks/${id}`, { key, body: { shop: 'b' } });
    const stored = await served.store.events.after(0, 10);
    assert.deepEqual(
      stored.map(({ kind, before }) => [kind, before]),
      [
        ['task.made', undefined],
        ['task.changed', undefined],
      ],
    );
  } finally {
    await served.close();
  }
});
