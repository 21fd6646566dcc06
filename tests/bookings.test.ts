import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from './serve/support/served.fixture.ts';
import { everyStore } from './serve/support/stores.fixture.ts';
import { root } from './support/process.ts';

const document = readFileSync(join(root, 'examples/bookings/bookings.md'), 'utf8');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

for (const [name, address] of everyStore) {
  describe(`the bookings of a club ${name}`, () => {
    let served: Served;
    let moment = Date.parse('2030-01-01T12:00:00Z');
    const keys = new Map<string, Promise<string>>();
    before(async () => {
      served = await serve(document, {}, () => moment, await address());
    });
    after(() => served?.close());

    const ask = async (who: string, line: string, body?: unknown): Promise<Got> => {
      const [user = '', club = 'north'] = who.split('@');
      const scopes = user === 'staff' ? ['staff'] : ['member'];
      const key = keys.get(who) ?? served.key(scopes, { club }, { subject: who });
      keys.set(who, key);
      return served.ask(line, { key: await key, ...(body === undefined ? {} : { body }) });
    };
    const must = async (who: string, line: string, body?: unknown): Promise<Got['json']> => {
      const got = await ask(who, line, body);
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    const refused = async (expected: string, who: string, line: string, body?: unknown): Promise<void> => {
      const { status, json } = await ask(who, line, body);
      assert.equal(`${status} ${json?.code}`, expected, line);
    };
    let count = 0;
    const room = async (more: object = {}, who = 'staff'): Promise<string> =>
      (await must(who, 'POST /rooms', { name: `Room ${++count}`, seats: 6, ...more })).id;
    /** A booking that begins so many hours from now. */
    const at = (from: number, to: number, people = 4): object => ({
      begins_at: new Date(moment + from * hour).toISOString(),
      ends_at: new Date(moment + to * hour).toISOString(),
      people,
    });

    test('the holds of a member in one club do not count in another', async () => {
      const [north, south] = await Promise.all(
        ['north', 'south'].map((club) => served.key(['member'], { club }, { subject: 'gil' })),
      );
      const [near, far] = [await room(), await room({}, 'staff@south')];
      for (const from of [60, 62, 64])
        assert.equal(
          (await served.ask(`POST /rooms/${near}/bookings`, { key: north!, body: at(from, from + 1) })).status,
          201,
        );
      const full = await served.ask(`POST /rooms/${near}/bookings`, { key: north!, body: at(66, 67) });
      assert.equal(full.json.code, 'too_many_holds');
      const other = await served.ask(`POST /rooms/${far}/bookings`, { key: south!, body: at(60, 61) });
      assert.equal(other.status, 201, other.text);
    });

    test('no two members have a room at once', async () => {
      const id = await room();
      const path = `POST /rooms/${id}/bookings`;
      const first = await must('ann', path, at(2, 4));
      assert.deepEqual([first.status, first.member, first.room], ['held', 'ann', id]);
      for (const [from, to] of [
        [3, 5],
        [1, 3],
        [2, 4],
        [1, 8],
        [2.5, 3],
      ] as const)
        await refused('409 taken', 'bob', path, at(from, to));
      await must('bob', path, at(4, 5));
      await must('bob', path, at(1, 2));
      await must('ann', `POST /bookings/${first.id}/cancel`);
      await must('bob', path, at(2, 4));
    });

    test('of twenty members at once exactly one gets the room', async () => {
      const path = `POST /rooms/${await room()}/bookings`;
      const got = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`racer${n}`, path, at(30 + n / 20, 32))));
      const codes = got.map(({ status, json }) => (status === 201 ? 'made' : `${status} ${json.code}`)).sort();
      assert.deepEqual(codes, [...Array.from({ length: 19 }, () => '409 taken'), 'made']);
    });

    test('a booking lies ahead, fits the room, and a member has few holds', async () => {
      const [id, closed] = [await room(), await room({ open: false })];
      const path = `POST /rooms/${id}/bookings`;
      for (const [from, to] of [
        [2, 1],
        [-1, 1],
        [1, 9.5],
      ] as const)
        await refused('422 not_a_time', 'cat', path, at(from, to));
      await refused('422 too_many_people', 'cat', path, at(1, 2, 7));
      await refused('409 closed', 'cat', `POST /rooms/${closed}/bookings`, at(1, 2));
      const held = await must('cat', path, at(40, 41));
      await must('cat', path, at(41, 42));
      await must('cat', path, at(42, 43));
      await refused('409 too_many_holds', 'cat', path, at(43, 44));
      await must('cat', `POST /bookings/${held.id}/confirm`);
      await must('cat', path, at(43, 44));
      await refused('422 too_many_people', 'cat', `PATCH /bookings/${held.id}`, { people: 7 });
      assert.equal((await must('cat', `PATCH /bookings/${held.id}`, { people: 6 })).people, 6);
    });

    test('a hold ends after ten minutes, a booking is cancelled in time or missed', async () => {
      const id = await room();
      const path = `POST /rooms/${id}/bookings`;
      const [held, soon, later] = [
        await must('dan', path, at(1, 2)),
        await must('dan', path, at(3, 4)),
        await must('dan', path, at(48, 49)),
      ];
      for (const booking of [soon, later]) await must('dan', `POST /bookings/${booking.id}/confirm`);
      assert.equal((await must('staff', `GET /rooms/${id}`)).upcoming, 2);
      await refused('409 too_late', 'dan', `POST /bookings/${soon.id}/cancel`);
      assert.equal((await must('dan', `POST /bookings/${later.id}/cancel`)).status, 'cancelled');
      moment += 11 * minute;
      await refused('409 wrong_state', 'dan', `POST /bookings/${held.id}/confirm`);
      assert.equal((await must('dan', `GET /bookings/${held.id}`)).status, 'expired');
      moment += 4 * hour;
      await refused('409 wrong_state', 'staff', `POST /bookings/${soon.id}/check_in`);
      assert.equal((await must('dan', `GET /bookings/${soon.id}`)).status, 'missed');
      assert.equal((await must('staff', `GET /rooms/${id}`)).upcoming, 0);
      moment += day;
    });

    test('members see their own bookings, and clubs see nothing of each other', async () => {
      const id = await room();
      const { id: own } = await must('eve', `POST /rooms/${id}/bookings`, at(5, 6));
      assert.equal((await ask('fay', `GET /bookings/${own}`)).status, 404);
      assert.equal((await ask('fay', `POST /bookings/${own}/cancel`)).status, 404);
      assert.equal((await ask('fay', `GET /rooms/${id}/bookings`)).status, 403);
      assert.deepEqual(
        (await must('staff', `GET /rooms/${id}/bookings`)).data.map((booking: { id: string }) => booking.id),
        [own],
      );
      for (const line of [`GET /rooms/${id}`, `GET /rooms/${id}/bookings`, `GET /bookings/${own}`])
        assert.equal((await ask('staff@south', line)).status, 404, line);
      assert.equal((await ask('eve@south', `POST /rooms/${id}/bookings`, at(7, 8))).status, 404);
      const elsewhere = await room({ name: `Room ${count}` }, 'staff@south');
      await must('eve@south', `POST /rooms/${elsewhere}/bookings`, at(5, 6));
    });
  });
}
