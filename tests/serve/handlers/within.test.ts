import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import type { Context } from './handlers.fixture.ts';
import { type HallHooks, halls, hookedChanges, listEventKinds, until } from './within.fixture.ts';

/** Refuses an eleventh booking of a hall. */
const atMostTen = async ({ record, store, refuse }: Context): Promise<void> => {
  const count = await store.count('Booking', { where: 'hall == input.hall', input: { hall: record.hall } });
  if (count > 10) refuse('full', { field: 'hall' });
};

for (const [name, address] of everyStore) {
  describe(`hooks inside the transaction ${name}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    let hooks: HallHooks = {};
    let moment = Date.now();
    const run: string[] = [];
    const within = Object.fromEntries(
      hookedChanges.map((change) => [
        change,
        (context: Context): unknown => {
          run.push(change);
          return hooks[change]?.(context);
        },
      ]),
    );
    let book: (context: Context) => unknown = () => undefined;
    before(async () => {
      const handlers = { book: (context: Context) => book(context), within };
      served = await serve(halls, {}, () => moment, await address(), handlers);
      ours = await served.key(['all'], { house: 'north' });
      theirs = await served.key(['all'], { house: 'south' });
    });
    beforeEach(() => {
      hooks = {};
      book = () => undefined;
      run.length = 0;
    });
    after(() => served?.close());

    const ask = (line: string, body?: unknown, key = ours, headers: Record<string, string> = {}): Promise<Got> =>
      served.ask(line, { key, body, headers });
    const createHall = async (key = ours): Promise<number> => (await ask('POST /halls', { name: 'Blue' }, key)).json.id;
    const createBooking = async (hall: number, guest = 'Ada', key = ours): Promise<Got> =>
      ask('POST /bookings', { hall, guest }, key);
    const entries = async (key = ours): Promise<readonly string[]> =>
      (await ask('GET /entries', undefined, key)).json.data.map(({ text }: { text: string }) => text);
    const bookings = async (hall: number, key = ours): Promise<readonly Context[]> =>
      (await ask('GET /bookings', undefined, key)).json.data.filter((booking: Context) => booking.hall === hall);

    test('a hook sees the new record, what was sent, who calls and when', async () => {
      const hall = await createHall();
      let seen: Context;
      hooks['create Booking'] = async ({ record, old, input, caller, now, store }) => {
        seen = {
          record,
          old,
          token: input.token,
          house: caller.house,
          now,
          stored: await store.get('Booking', record.id),
        };
      };
      const made = await ask('POST /bookings', { hall, guest: 'Ada', token: 'x' });
      assert.equal(made.status, 201, made.text);
      const { stored, record, now, ...others } = seen;
      assert.deepEqual(others, { old: undefined, token: 'x', house: 'north' });
      assert.equal(record.id, made.json.id);
      assert.equal(record.status, 'held');
      assert.equal(stored.guest, 'Ada');
      assert.deepEqual(now, new Date(moment));
    });

    test('a hook of an update and of a transition sees the record before, too', async () => {
      const { id } = (await createBooking(await createHall())).json;
      const seen: string[] = [];
      hooks['update Booking'] = ({ old, record }) => void seen.push(`${old.guest} ${record.guest}`);
      hooks['confirm Booking'] = ({ old, record }) => void seen.push(`${old.status} ${record.status}`);
      assert.equal((await ask(`PATCH /bookings/${id}`, { guest: 'Bob' })).status, 200);
      assert.equal((await ask(`PATCH /bookings/${id}`, { guest: 'Bob' })).status, 200);
      assert.equal((await ask(`POST /bookings/${id}/confirm`)).status, 200);
      assert.deepEqual(seen, ['Ada Bob', 'held confirmed']);
    });

    test('a hook refuses with a code of the page, and nothing is written', async () => {
      const hall = await createHall();
      hooks['create Booking'] = async ({ store, refuse }) => {
        await store.create('Entry', { text: 'never' });
        return refuse('full', { field: 'hall', message: 'is full' });
      };
      const got = await createBooking(hall);
      assert.deepEqual([got.status, got.json.code], [409, 'full'], got.text);
      assert.deepEqual(await bookings(hall), []);
      assert.equal((await entries()).includes('never'), false);
    });

    test('what a hook throws is an internal error, and nothing is written', async () => {
      const hall = await createHall();
      hooks['create Booking'] = async ({ store }) => {
        await store.create('Entry', { text: 'lost' });
        throw new Error('the hook is broken');
      };
      assert.equal((await createBooking(hall)).json.code, 'broken');
      hooks['create Booking'] = ({ store }) => void store.create('Entry', { text: 'lost' });
      assert.equal((await createBooking(hall)).json.code, 'broken');
      assert.deepEqual(await bookings(hall), []);
      assert.equal((await entries()).includes('lost'), false);
      assert.ok(served.logged.some((line) => line.includes('the hook is broken')));
      assert.ok(
        served.logged.some((line) =>
          line.includes("the hook within create Booking did not await store.create('Entry')"),
        ),
      );
    });

    test('a hook writes other records with their events; another house sees none of it', async () => {
      const hall = await createHall();
      hooks['create Booking'] = async ({ record, store }) => {
        await store.create('Entry', { text: `booked ${record.id}` });
      };
      await allNumbered(served.store);
      const last = await served.store.events.newest();
      const { id } = (await createBooking(hall)).json;
      assert.ok((await entries()).includes(`booked ${id}`));
      assert.deepEqual(await entries(theirs), []);
      await until(async () => (await listEventKinds(served, last)).length === 2);
      assert.deepEqual(await listEventKinds(served, last), ['booking.created', 'entry.created']);
    });

    test('the store of a hook shows what the caller may read', async () => {
      const foreign = await createHall(theirs);
      const other = (await createBooking(foreign, 'Eve', theirs)).json.id;
      let found: unknown[] = [];
      hooks['create Booking'] = async ({ store }) => {
        found = [await store.get('Booking', other), (await store.asService.get('Booking', other)).guest];
      };
      await createBooking(await createHall());
      assert.deepEqual(found, [undefined, 'Eve']);
    });

    test('a hook changes the record by the store alone, and the response shows it', async () => {
      hooks['create Booking'] = async ({ record, store }) => {
        record.guest = 'nobody';
        await store.update('Booking', record.id, { note: 'by the hook' });
      };
      const made = await createBooking(await createHall());
      assert.deepEqual([made.json.guest, made.json.note], ['Ada', 'by the hook']);
      const read = await ask(`GET /bookings/${made.json.id}`);
      assert.equal(read.json.note, 'by the hook');
      assert.equal(read.headers.get('ETag'), made.headers.get('ETag'));
      assert.deepEqual(run, ['create Booking', 'update Booking']);
    });

    test('a hook that deletes its own record is a mistake', async () => {
      const hall = await createHall();
      hooks['create Booking'] = ({ record, store }) => store.delete('Booking', record.id);
      assert.equal((await createBooking(hall)).json.code, 'broken');
      assert.ok(served.logged.some((line) => line.includes('the hook within create Booking deleted its record')));
    });

    test('Where of the operation holds for the records of its resource that a hook writes', async () => {
      const narrow = await served.key(['narrow'], { house: 'north' });
      const hall = await createHall();
      const rename =
        (guest: string, as: (store: Context) => Context) =>
        async ({ record, store }: Context) =>
          as(store).update('Booking', record.id, { guest });
      hooks['create Booking'] = rename('hidden', (store) => store);
      const got = await createBooking(hall, 'Ada', narrow);
      assert.deepEqual([got.status, await bookings(hall)], [403, []]);
      hooks['create Booking'] = rename('shown', (store) => store);
      assert.equal((await createBooking(hall, 'Ada', narrow)).json.guest, 'shown');
      hooks['create Booking'] = rename('hidden', (store) => store.asService);
      assert.equal((await createBooking(hall, 'Ada', narrow)).json.guest, 'hidden');
    });

    test('the hook of a delete finds the record and may forbid it', async () => {
      const { id } = (await createBooking(await createHall())).json;
      hooks['delete Booking'] = async ({ record, old, store, refuse }) => {
        assert.equal(record.guest, old.guest);
        assert.equal((await store.get('Booking', record.id)).guest, 'Ada');
        await store.update('Booking', record.id, { note: 'going' });
        if (run.length === 2) refuse('fixed');
      };
      run.length = 0;
      assert.equal((await ask(`DELETE /bookings/${id}`)).json.code, 'fixed');
      assert.equal((await ask(`GET /bookings/${id}`)).json.note, null);
      assert.equal((await ask(`DELETE /bookings/${id}`)).status, 204);
      assert.equal((await ask(`GET /bookings/${id}`)).status, 404);
    });

    test('a replace runs its hook for a new record and for a known one', async () => {
      const seen: unknown[] = [];
      hooks['replace Setting'] = ({ old, record }) => void seen.push([old?.value, record.value]);
      assert.equal((await ask('PUT /settings/a', { value: 1 })).status, 201);
      assert.equal((await ask('PUT /settings/a', { value: 2 })).status, 200);
      assert.equal((await ask('PUT /settings/a', { value: 2 })).status, 200);
      assert.deepEqual(seen, [
        [undefined, 1],
        [1, 2],
      ]);
    });

    test('effects, handlers and other hooks run the hook of what they run', async () => {
      const hall = await createHall();
      const first = (await createBooking(hall)).json.id;
      assert.equal((await ask(`POST /bookings/${first}/confirm`)).status, 200);
      run.length = 0;
      assert.equal((await ask(`POST /bookings/${first}/extend`)).status, 200);
      assert.deepEqual(run, ['create Booking', 'extend Booking']);
      run.length = 0;
      book = async ({ input, store, call }) => {
        const one = await store.create('Booking', { hall: input.hall, guest: input.guests[0] });
        await call('confirm Booking', one.id);
        const two = await call('create Booking', { hall: input.hall, guest: 'called' });
        await call('settle Booking', two.id);
        await store.deleteAll('Booking', { where: 'guest == "called"' });
      };
      const got = await ask('POST /book', { hall, guests: ['Bob'] });
      assert.equal(got.status, 204, got.text);
      assert.deepEqual(run, [
        'create Booking',
        'confirm Booking',
        'create Booking',
        'settle Booking',
        'delete Booking',
      ]);
    });

    test('a refusal or failure of a hook ends the request, whatever the code around it does', async () => {
      const hall = await createHall();
      hooks['create Booking'] = atMostTen;
      book = async ({ input, store }) => {
        for (const guest of input.guests) {
          await store.create('Booking', { hall: input.hall, guest }).catch(() => undefined);
        }
      };
      const eleven = Array.from({ length: 11 }, (_, i) => `guest ${i}`);
      const full = await ask('POST /book', { hall, guests: eleven });
      assert.deepEqual([full.status, full.json.code], [409, 'full'], full.text);
      hooks['create Booking'] = () => {
        throw new Error('a failure inside');
      };
      const failed = await ask('POST /book', { hall, guests: ['Ada'] });
      assert.deepEqual([failed.status, failed.json.code], [500, 'broken'], failed.text);
      assert.deepEqual(await bookings(hall), []);
      assert.equal((await ask('POST /book', { hall, guests: [] })).status, 204);
    });

    test('a hook that refuses one of many deletions undoes all of them, by whatever code', async () => {
      const hall = await createHall();
      for (const guest of ['Ada', 'Bob', 'Eve']) await createBooking(hall, guest);
      hooks['delete Booking'] = ({ record, refuse }) => void (record.guest === 'Bob' && refuse('missing'));
      book = ({ store, input }) =>
        store.deleteAll('Booking', { where: 'hall == input.hall', input: { hall: input.hall } });
      const got = await ask('POST /book', { hall, guests: [] });
      assert.deepEqual([got.status, got.json.code], [404, 'missing'], got.text);
      assert.equal((await bookings(hall)).length, 3);
    });

    test('a hook that runs itself without end is stopped', async () => {
      const hall = await createHall();
      hooks['create Booking'] = ({ store }) => store.create('Booking', { hall, guest: 'again' });
      assert.equal((await createBooking(hall)).json.code, 'broken');
      assert.deepEqual(await bookings(hall), []);
    });

    test('a repeated request with an idempotency key does not run the hook again', async () => {
      const hall = await createHall();
      const send = (guest: string) =>
        ask('POST /bookings', { hall, guest }, ours, { 'Idempotency-Key': `key-${guest}` });
      hooks['create Booking'] = async ({ record, store, refuse }) => {
        if (record.guest === 'Eve') refuse('full');
        await store.create('Entry', { text: `once ${record.guest}` });
      };
      const [first, second] = [await send('Ada'), await send('Ada')];
      assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
      const [refused, again] = [await send('Eve'), await send('Eve')];
      assert.deepEqual([refused.json.code, again.json.code], ['full', 'full']);
      assert.deepEqual(run, ['create Booking', 'create Entry', 'create Booking']);
      assert.equal((await entries()).filter((text) => text === 'once Ada').length, 1);
    });

    test('of fifty creates at once whose hook counts and refuses above ten, ten succeed', async () => {
      const [hall, foreign] = [await createHall(), await createHall(theirs)];
      hooks['create Booking'] = atMostTen;
      const all = await Promise.all([
        ...Array.from({ length: 50 }, (_, i) => createBooking(hall, `guest ${i}`)),
        ...Array.from({ length: 5 }, (_, i) => createBooking(foreign, `guest ${i}`, theirs)),
      ]);
      const statuses = Object.groupBy(all.slice(0, 50), ({ status }) => status);
      assert.deepEqual([statuses[201]?.length, statuses[409]?.length], [10, 40]);
      assert.equal((await bookings(hall)).length, 10);
      assert.deepEqual(
        all.slice(50).map(({ status }) => status),
        [201, 201, 201, 201, 201],
      );
    });

    test('of fifty hooks at once that add to one record, none is lost', async () => {
      const hall = await createHall();
      hooks['create Booking'] = async ({ record, store }) => {
        const { seats } = await store.get('Hall', record.hall);
        await store.update('Hall', record.hall, { seats: seats + 1 });
      };
      const all = await Promise.all(Array.from({ length: 50 }, (_, i) => createBooking(hall, `guest ${i}`)));
      const made = all.filter(({ status }) => status === 201).length;
      assert.equal((await ask(`GET /halls/${hall}`)).json.seats, made);
      assert.equal(made, 50);
    });

    test('so do ten of fifty of a resource that refers to nothing', async () => {
      hooks['create Entry'] = async ({ record, store, refuse }) => {
        const count = await store.count('Entry', { where: 'text == input.text', input: { text: record.text } });
        if (count > 10) refuse('full');
      };
      const create = (key: string) => ask('POST /entries', { text: 'one of ten' }, key);
      const all = await Promise.all(Array.from({ length: 50 }, () => create(ours)));
      const statuses = Object.groupBy(all, ({ status }) => status);
      assert.deepEqual([statuses[201]?.length, statuses[409]?.length], [10, 40]);
      assert.equal((await create(theirs)).status, 201);
    });

    test('a deletion runs the hooks of the records that it takes along, and they may forbid it', async () => {
      const hall = await createHall();
      await createBooking(hall, 'Ada');
      await createBooking(hall, 'Bob');
      hooks['delete Booking'] = async ({ record, old, store, refuse }) => {
        assert.deepEqual(record, old);
        await store.create('Entry', { text: `gone ${record.guest}` });
        if (record.guest === 'Bob') refuse('fixed');
      };
      const refused = await ask(`DELETE /halls/${hall}`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'fixed'], refused.text);
      assert.deepEqual([(await bookings(hall)).length, (await entries()).includes('gone Ada')], [2, false]);
      run.length = 0;
      hooks['delete Booking'] = ({ record, store }) => store.update('Booking', record.id, { note: 'gone' });
      assert.equal((await ask(`DELETE /halls/${hall}`)).status, 204);
      assert.deepEqual(run, ['delete Hall', 'delete Booking', 'update Booking', 'delete Booking', 'update Booking']);
      assert.deepEqual(await bookings(hall), []);
    });

    test('an effect shows the record as the hooks that it ran left it', async () => {
      const { id } = (await createBooking(await createHall())).json;
      await ask(`POST /bookings/${id}/confirm`);
      hooks['create Booking'] = ({ store }) => store.update('Booking', id, { note: 'extended' });
      const got = await ask(`POST /bookings/${id}/extend`);
      assert.deepEqual([got.status, got.json.note], [200, 'extended'], got.text);
      assert.equal((await ask(`GET /bookings/${id}`)).headers.get('ETag'), got.headers.get('ETag'));
    });

    test('a hook that the effects of other records run at once counts as exactly', async () => {
      const halls = await Promise.all(Array.from({ length: 12 }, () => createHall()));
      hooks['create Entry'] = async ({ record, store, refuse }) => {
        const count = await store.count('Entry', { where: 'text == input.text', input: { text: record.text } });
        if (count > 10) refuse('full');
      };
      const all = await Promise.all(halls.map((hall) => ask(`POST /halls/${hall}/ring`)));
      const statuses = Object.groupBy(all, ({ status }) => status);
      assert.deepEqual([statuses[200]?.length, statuses[409]?.length], [10, 2]);
    });

    test('a hook that an effect runs counts as exactly', async () => {
      const hall = await createHall();
      const ids = await Promise.all(Array.from({ length: 6 }, async () => (await createBooking(hall)).json.id));
      await Promise.all(ids.map((id) => ask(`POST /bookings/${id}/confirm`)));
      hooks['create Booking'] = atMostTen;
      const all = await Promise.all([...ids, ...ids].map((id) => ask(`POST /bookings/${id}/extend`)));
      const statuses = Object.groupBy(all, ({ status }) => status);
      assert.deepEqual([statuses[200]?.length, statuses[409]?.length], [4, 8]);
    });

    test('a timer runs the hook of its transition, which may forbid it', async () => {
      const { id } = (await createBooking(await createHall())).json;
      const other = (await createBooking(await createHall())).json.id;
      hooks['expire Booking'] = async ({ record, old, caller, store, refuse }) => {
        assert.deepEqual([old.status, record.status, caller], ['held', 'ended', undefined]);
        if (record.id === other) refuse('broken');
        await store.asService.create('Entry', { text: `expired ${record.id}`, house: record.house });
      };
      moment += 3_600_000;
      assert.equal((await ask(`GET /bookings/${id}`)).status, 200);
      await until(async () => (await entries()).includes(`expired ${id}`));
      assert.equal((await ask(`GET /bookings/${id}`)).json.status, 'ended');
      assert.equal((await ask(`GET /bookings/${other}`)).json.status, 'held');
      assert.ok(served.logged.some((line) => line.includes('a timed transition')));
    });
  });
}
