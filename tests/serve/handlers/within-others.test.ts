import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import type { Context } from './handlers.fixture.ts';

/** Notes with keys, a computed field, a timer, an order that finds what exists, and a state of deleted ones. */
const notes = documentText('Notes', {
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| text | string | required; 1..40 characters |
| slug | string | unique |
| watched | boolean | read-only |
| parent | ref Note | on delete cascade |
| hint | ref Note | on delete clear |
| status | state | |`,
  states: `### Note

| State | Kind |
| --- | --- |
| fresh | initial |
| old | |
| deleted | gone |

| From | Transition | To | Trigger |
| --- | --- | --- | --- |
| fresh | age | old | after 1 hour |
| fresh, old | delete | deleted | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note(text, slug?, parent?, hint?)\` | 201 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note(text?, hint?)\` | 200 \`Note\` |
| delete Note | DELETE | /notes/{id} | | 204 |
| list Note | GET | /notes | | 200 \`{ data: Note[] }\` |

### Idempotency

| Operations | Key | Kept for |
| --- | --- | --- |
| create Note | header Idempotency-Key | 24 hours |`,
  authentication: keyed('| all | all | |'),
  errors: `| Code | Status | Condition |
| --- | --- | --- |
| full | 409 | raised by create Note |
| kept | 409 | raised by delete Note |
| reused | 422 | idempotency key reused |
| busy | 409 | idempotency key in progress |
| broken | 500 | internal error |`,
});

for (const [name, address] of everyStore) {
  describe(`hooks inside the transaction and what is around them ${name}`, () => {
    let served: Served;
    let key: string;
    let hooks: Record<string, (context: Context) => unknown> = {};
    let prepare: (context: Context) => unknown = () => undefined;
    let moment = Date.now();
    const hookOf = (change: string) => (context: Context) => hooks[change]?.(context);
    before(async () => {
      const changes = ['create Note', 'update Note', 'delete Note', 'age Note'];
      const handlers = {
        before: { 'create Note': (context: Context) => prepare(context) },
        within: Object.fromEntries(changes.map((change) => [change, hookOf(change)])),
        computed: { 'Note.watched': (records: Context[]) => records.map(({ text }) => text === 'seen') },
      };
      served = await serve(notes, {}, () => moment, await address(), handlers);
      key = await served.key(['all'], {});
    });
    beforeEach(() => {
      hooks = {};
      prepare = () => undefined;
    });
    after(() => served?.close());
    const ask = (line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Got> =>
      served.ask(line, { key, body, headers });
    const create = (body: object, idempotencyKey?: string) =>
      ask('POST /notes', body, idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey });

    test('a hook gets what the hook before has prepared, and its change is in the computed fields of the response', async () => {
      prepare = async ({ input }) => {
        await later(5);
        return `${input.text} prepared`;
      };
      hooks['create Note'] = async ({ record, prepared, store }) => {
        if (prepared === undefined) return;
        assert.equal(prepared, 'new prepared');
        await store.update('Note', record.id, { text: 'seen' });
        await store.create('Note', { text: 'another' });
      };
      let seen: unknown = 'nothing';
      hooks['update Note'] = ({ prepared }) => {
        seen = prepared;
      };
      const made = await create({ text: 'new' }, 'once');
      assert.deepEqual(
        [made.status, made.json.text, made.json.watched, seen],
        [201, 'seen', true, undefined],
        made.text,
      );
      const again = await create({ text: 'new' }, 'once');
      assert.equal(again.text, made.text);
    });

    test('a deletion whose hooks make records refer to it again without end fails', async () => {
      const parent = (await create({ text: 'parent' })).json.id;
      const child = (await create({ text: 'child', parent, hint: parent })).json.id;
      hooks['delete Note'] = async ({ record, store }) => {
        if (record.parent === parent) await store.create('Note', { text: 'again', parent });
      };
      const endless = async () => {
        const got = await ask(`DELETE /notes/${parent}`);
        assert.deepEqual([got.status, got.json.code], [500, 'broken'], got.text);
        const logged = served.logged.splice(0).join('\n');
        assert.match(logged, /records of Note come to refer to a deleted record of Note without end/);
        assert.equal((await ask(`GET /notes/${child}`)).json.parent, parent);
      };
      await endless();
      hooks = {
        'delete Note': async ({ record, store }) => {
          if (record.text === 'child') await store.create('Note', { text: 'last', parent });
        },
      };
      assert.equal((await ask(`DELETE /notes/${parent}`)).status, 204);
      const { data } = (await ask('GET /notes')).json;
      assert.deepEqual(
        data.filter((note: Context) => note.parent === parent),
        [],
      );
    });

    test('keyed requests at once whose hook counts and refuses are exact', async () => {
      hooks['create Note'] = async ({ store, refuse }) => {
        if ((await store.count('Note', { where: 'text == "keyed"' })) > 5) refuse('full');
      };
      const all = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ text: 'keyed' }, `at-once-${i}`)));
      const statuses = Object.groupBy(all, ({ status }) => status);
      assert.deepEqual([statuses[201]?.length, statuses[409]?.length], [5, 15]);
      const again = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ text: 'keyed' }, `at-once-${i}`)));
      assert.deepEqual(
        again.map(({ text }) => text),
        all.map(({ text }) => text),
      );
    });

    test('a hook that awaits something other than its store is a mistake', async () => {
      hooks['create Note'] = async ({ store }) => {
        await store.count('Note');
        await later(1_500);
      };
      const got = await create({ text: 'slow' });
      assert.deepEqual([got.status, got.json.code], [500, 'broken'], got.text);
      assert.ok(served.logged.some((line) => line.includes('awaited something other than its store')));
    });

    test('code does not call an operation with a hook before its transaction', async () => {
      const { id } = (await create({ text: 'calling' })).json;
      hooks['update Note'] = ({ call }) => call('create Note', { text: 'called' });
      const got = await ask(`PATCH /notes/${id}`, { text: 'changed' });
      assert.deepEqual([got.status, got.json.code], [500, 'broken'], got.text);
      const why = 'call: create Note has a hook before its transaction, so code cannot call it';
      assert.ok(served.logged.some((line) => line.includes(why)));
    });

    test('code inside code has the signal of the request', async () => {
      const { id } = (await create({ text: 'outer' })).json;
      const signals: unknown[] = [];
      hooks['update Note'] = async ({ signal, store }) => {
        signals.push(signal);
        await store.create('Note', { text: 'inner' });
      };
      hooks['create Note'] = ({ signal }) => void signals.push(signal);
      assert.equal((await ask(`PATCH /notes/${id}`, { text: 'changed' })).status, 200);
      assert.ok(signals[0] instanceof AbortSignal);
      assert.equal(signals[1], signals[0]);
    });

    test('the hook of a record that is kept as gone sees its state, and may change it', async () => {
      const { id } = (await create({ text: 'kept' })).json;
      const child = (await create({ text: 'child', parent: id })).json.id;
      const hinting = (await create({ text: 'hinting', hint: id })).json.id;
      const seen: string[] = [];
      hooks['delete Note'] = async ({ record, old, store }) => {
        seen.push(`delete ${record.text} ${old.status} ${record.status}`);
        await store.update('Note', record.id, { text: `${record.text} gone` });
      };
      hooks['update Note'] = ({ record, old }) =>
        void seen.push(`update ${record.text} ${old.hint === id} ${record.hint}`);
      assert.equal((await ask(`DELETE /notes/${id}`)).status, 204);
      assert.equal((await ask(`GET /notes/${child}`)).status, 410);
      assert.equal((await ask(`GET /notes/${hinting}`)).json.hint, undefined);
      assert.deepEqual(seen, [
        'delete kept fresh deleted',
        'update kept gone false undefined',
        'delete child fresh deleted',
        'update child gone false undefined',
        'update hinting true undefined',
      ]);
      hooks['delete Note'] = ({ refuse }) => refuse('kept');
      assert.equal((await ask(`DELETE /notes/${hinting}`)).json.code, 'kept');
    });

    test('the store of a hook of a timer reads what the public may read, and all as the service', async () => {
      const { id } = (await create({ text: 'timed' })).json;
      let found: readonly unknown[] = [];
      hooks['age Note'] = async ({ record, store, caller, call }) => {
        if (record.id !== id) return;
        const timed = await store.asService.list('Note', { where: 'text == "timed"' });
        const { status } = await store.asService.get('Note', id);
        found = [caller, await store.get('Note', id), status, timed.length, typeof call];
      };
      moment += 3_600_000;
      for (let i = 0; i < 60 && found.length === 0; i++) await later(50);
      await later(100);
      assert.deepEqual(found, [undefined, undefined, 'old', 1, 'function']);
      assert.equal((await ask(`GET /notes/${id}`)).json.status, 'old');
    });
  });
}

/** A record that hooks alone create, with an event. */
const logged = documentText('Logged', {
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| text | string | required; 1..40 characters |

### Entry

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| text | string | required |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| list Entry | GET | /entries | | 200 \`{ data: Entry[] }\` |`,
  authentication: keyed('| all | all | |'),
  events: `| Event | When | Payload |
| --- | --- | --- |
| entry.created | create Entry | \`Entry\` |`,
  errors: `| Code | Status | Condition |
| --- | --- | --- |
| rude | 409 | raised by create Note |`,
});

for (const [name, address] of everyStore) {
  test(`records that hooks alone create have events in a document without handlers, ${name}`, async (t) => {
    const within = {
      'create Note': async ({ record, store, refuse }: Context) => {
        if (record.text === 'rude') refuse('rude');
        await store.create('Entry', { text: record.text });
      },
    };
    const served = await serveIn(t, logged, {}, undefined, await address(), { within });
    const key = await served.key(['all'], {});
    assert.equal((await served.ask('POST /notes', { key, body: { text: 'rude' } })).json.code, 'rude');
    assert.equal((await served.ask('POST /notes', { key, body: { text: 'kind' } })).status, 201);
    const kinds = async () => (await served.store.events.after(0, 10)).map(({ kind }) => kind);
    for (let i = 0; i < 60 && (await kinds()).length === 0; i++) await later(50);
    assert.deepEqual(await kinds(), ['entry.created']);
  });
}
