import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatPosition } from '../../src/parts/events/serve/position.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { handlers, readStream, streaming } from '../serve/streams/streams.fixture.ts';
import { type Got, serveIn } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { traceparent } from './hidden.fixture.ts';

// What one tenant learns of the events of another (S34): nothing but their numbers, which every stream tells.

const document = streaming.replace(
  '### list events\n\n| Parameter | Maps to |\n| --- | --- |\n| limit | page size |\n| cursor | cursor |\n',
  '### list events\n\n| Parameter | Maps to |\n| --- | --- |\n| limit | page size |\n| after | after id |\n',
);

/** All that could tell two answers apart. */
function shown({ status, headers, text }: Got, id: string): object {
  const others = [...headers].filter(([name]) => name !== 'date');
  return { status, text: text.replaceAll(id, 'ID'), headers: others };
}

for (const [store, addressOf] of everyStore) {
  describe(`events of another tenant ${store}`, () => {
    test('S34: an event of another tenant is answered byte for byte as one that never was, wherever its id is sent', async (t) => {
      assert.notEqual(document, streaming);
      const served = await serveIn(t, document, { explain: 'never' }, undefined, await addressOf(), handlers);
      const scopes = ['read', 'write', 'hear'];
      const a = await served.key(scopes, { shop: 'a' });
      const b = await served.key(scopes, { shop: 'b' });
      const make = async (key: string): Promise<void> => {
        const body = { name: 'Ann', email: `${Math.random()}@x.example` };
        assert.equal((await served.ask('POST /customers', { key, body })).status, 201);
      };
      for (const key of [b, a, b, a]) await make(key);
      await allNumbered(served.store);
      const events = await served.store.events.after(0, 10);
      const [mine, hidden] = [events[0]!.id, events[1]!.id];
      // As long as an id is, and of its form.
      const unknown = `${hidden.slice(0, -1)}${hidden.endsWith('0') ? '1' : '0'}`;
      const ask = (line: string): Promise<Got> => served.ask(line, { key: b, headers: { traceparent } });
      for (const line of [
        'GET /events?after=ID',
        'GET /events?limit=1&after=ID',
        'GET /events/ID',
        'HEAD /events/ID',
      ]) {
        const [theirs, none] = [await ask(line.replace('ID', hidden)), await ask(line.replace('ID', unknown))];
        assert.deepEqual(shown(theirs, hidden), shown(none, unknown), line);
        assert.equal(theirs.status, line.includes('after') ? 422 : 404, line);
      }
      const own = await ask(`GET /events?after=${mine}`);
      assert.deepEqual(
        own.json.data.map((event: { nth: number }) => event.nth),
        [3],
        own.text,
      );
    });

    test('S34: a Last-Event-ID that is the position of a hidden event is answered as any other', async (t) => {
      const served = await serveIn(t, document, { explain: 'never' }, undefined, await addressOf(), handlers);
      const scopes = ['read', 'write', 'hear'];
      const a = await served.key(scopes, { shop: 'a' });
      const b = await served.key(scopes, { shop: 'b' });
      for (const key of [b, a, a, b]) {
        const body = { name: 'Ann', email: `${Math.random()}@x.example` };
        assert.equal((await served.ask('POST /customers', { key, body })).status, 201);
      }
      await allNumbered(served.store);
      const stored = await served.store.events.after(0, 10);
      const positions = stored.map((event) => formatPosition(served.platform, event));
      const answers: object[] = [];
      for (const id of positions.slice(0, 3)) {
        const stream = await readStream(fetch, `${served.address}/stream`, b, { 'Last-Event-ID': id, traceparent });
        const [event] = await stream.events(1);
        stream.stop();
        const others = [...stream.headers].filter(([name]) => name !== 'date');
        assert.equal(stream.others[0]!.id, id);
        answers.push({ status: stream.status, others, event });
      }
      assert.deepEqual(answers[1], answers[0]);
      assert.deepEqual(answers[2], answers[0]);
      // The position of the newest event is no secret: a stream tells it to whomever may open one.
      const now = await readStream(fetch, `${served.address}/stream`, b);
      while (now.others.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      now.stop();
      assert.equal(now.others[0]!.id, positions[3]);
      const guess = async (id: string) => {
        const got = await served.ask('GET /stream', { key: b, headers: { traceparent, 'Last-Event-ID': id } });
        return shown(got, id);
      };
      const none = await guess('9-00000000');
      assert.deepEqual([await guess('2-00000000'), await guess('1-00000000')], [none, none]);
      assert.match(JSON.stringify(none), /410/);
    });
  });
}
