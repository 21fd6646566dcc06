import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { beat } from '../../../src/serve/timers.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { type Instance, instancesOf } from '../support/instances.fixture.ts';
import { timed } from '../timers/timed.fixture.ts';

const start = Date.UTC(2026, 10, 1, 9);
const minute = 60_000;
const day = 24 * 60 * minute;

const telling = timed.replace(
  '## Events\n\nNone.',
  `## Events

| Event | When | Payload |
| --- | --- | --- |
| ticket.made | create Ticket | \`Ticket(id, title)\` |
| ticket.freed | expire Ticket to new | \`{ id: Ticket.id, was: = old.status, rounds: Ticket.rounds }\` |
| ticket.reminded | remind Ticket | \`Ticket(id, reminders)\` |
| ticket.erased | delete Ticket | \`Ticket(id, status)\` |`,
);

async function made(instance: Instance, body: object, shop = 'north'): Promise<string> {
  const got = await instance.ask('POST /tickets', body, shop);
  assert.equal(got.status, 201, JSON.stringify(got.json));
  return got.json.id;
}

async function kinds(instance: Instance): Promise<readonly string[]> {
  await allNumbered(instance.store);
  return (await instance.store.events.after(0, 1_000)).map(({ kind, recordId }) => `${kind} ${recordId}`);
}

/** Resolves when the feed of an instance has told of a number. */
function told({ service }: Instance, number: number): Promise<void> {
  return new Promise((done) => {
    if (service.feed!.newest >= number) return done();
    const end = service.feed!.subscribe((newest) => {
      if (newest < number) return;
      end();
      done();
    });
  });
}

/** The tests of events over several instances and over time. */
export function numberingSuite(name: string, open: OpenForTest): void {
  describe(`events of several instances ${name}`, () => {
    const instances = (t: TestContext) => instancesOf(t, open, telling);

    test('a timed transition makes its event once, whichever instance takes it, also when it comes due while none runs', async (t) => {
      const { start: begin } = await instances(t);
      const [instance, other] = [await begin(start), await begin(start)];
      const ticket = await made(instance, { title: 'a' });
      assert.equal((await instance.ask(`POST /tickets/${ticket}/hold`)).status, 200);
      await Promise.all([instance.clock.advance(11 * minute), other.clock.advance(11 * minute)]);
      const all = await kinds(instance);
      assert.deepEqual(
        all.filter((kind) => !kind.startsWith('ticket.made')),
        [`ticket.reminded ${ticket}`, `ticket.freed ${ticket}`],
      );
      const late = await made(instance, { title: 'erase me', due_on: '2026-10-01' });
      await instance.clock.advance(beat);
      await Promise.all([instance.close(), other.close()]);
      const third = await begin(start + 3 * day);
      await third.clock.advance(beat);
      assert.deepEqual(
        (await kinds(third)).filter((kind) => kind.endsWith(late)),
        [`ticket.made ${late}`, `ticket.erased ${late}`],
      );
    });

    test('a transition that time has done before a request makes its event though the request is refused', async (t) => {
      const { start: begin } = await instances(t);
      const instance = await begin(start);
      const ticket = await made(instance, { title: 'a' });
      await instance.ask(`POST /tickets/${ticket}/hold`);
      instance.clock.move(11 * minute);
      assert.equal((await instance.ask(`POST /tickets/${ticket}/extend`)).status, 409);
      assert.ok((await kinds(instance)).includes(`ticket.freed ${ticket}`));
    });

    test('every instance is told of what each has written, of two tenants, and reads on without missing any', async (t) => {
      const { start: begin } = await instances(t);
      const [instance, other] = [await begin(start), await begin(start)];
      for (const shop of ['north', 'south']) await instance.ask('GET /tickets', undefined, shop);
      const writing = Array.from({ length: 24 }, (_, nth) =>
        made(nth % 2 === 0 ? instance : other, { title: `t${nth}` }, nth % 3 === 0 ? 'north' : 'south'),
      );
      const ids = await Promise.all(writing);
      // Clocks of tests stand still: the second's asking is done by hand, as often as it takes.
      const heard = Promise.all([told(instance, ids.length), told(other, ids.length)]);
      let done = false;
      void heard.then(() => {
        done = true;
      });
      for (let round = 0; round < 200 && !done; round++) {
        await Promise.all([instance.clock.advance(1_000), other.clock.advance(1_000)]);
        await pause(5);
      }
      await heard;
      for (const { store } of [instance, other]) {
        const events = (await store.events.after(0, 1_000)).filter(({ kind }) => kind === 'ticket.made');
        assert.deepEqual(events.map(({ recordId }) => recordId).toSorted(), ids.toSorted());
      }
    });

    test('events that happened longer ago than they are kept are removed while the service runs', async (t) => {
      const { start: begin } = await instances(t);
      const instance = await begin(start);
      await made(instance, { title: 'a' });
      await kinds(instance);
      await instance.clock.advance(6 * day);
      assert.equal(await instance.store.events.oldest(), 1);
      await made(instance, { title: 'b' });
      await kinds(instance);
      await instance.clock.advance(2 * day);
      for (let round = 0; round < 400 && (await instance.store.events.oldest()) === 1; round++) await pause(5);
      assert.equal(await instance.store.events.oldest(), 2);
    });
  });
}
