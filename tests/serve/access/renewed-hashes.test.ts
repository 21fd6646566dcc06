import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { type ScryptCosts, writePasswordHash } from '../../../src/text/hashes/password-hash.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { recorded } from './session-records.fixture.ts';
import { openPeople, type People, passwordOf } from './sessions.fixture.ts';

/** People whose sessions are records, and who change their password with the present one. */
const document = recorded
  .replace(
    '\n### Idempotency',
    '| update User as change | PATCH | /me/password | `User(password)` | 204 |\n\n### Idempotency',
  )
  .replace('\n### leave', '\n### change\n\n- Record: caller.id\n- Present password: current\n\n### leave')
  .replace('| authenticated |', '| authenticated | change | |\n| authenticated |');

/** A hash as `cheap-passwords.ts` makes them. */
function hashWith(costs: ScryptCosts, password: string, salt: Uint8Array = Buffer.alloc(16, 7)): string {
  return writePasswordHash({
    costs,
    salt,
    key: scryptSync(password, salt, 32, { N: 2 ** (costs.log - 10), p: costs.p }),
  });
}

const isPresent = (hash: string): boolean => hash.startsWith('$scrypt$ln=17,r=8,p=1$');

/** The stored hash of a person, with its version. */
async function stored({ store, plan }: Served, id: string): Promise<readonly [hash: string, version: number]> {
  const query = store.prepare({ resource: 'User', conditions: [{ kind: 'equal', field: 'id' }] });
  const row = (await query.one({ conditions: [id], now: 0 }))!;
  return [compile(plan).resources.get('User')!.toRecord(row).password as string, Number(row[0])];
}

/** Gives a person another hash of the same password. */
async function put(served: Served, id: string, hash: string): Promise<void> {
  const [was] = await stored(served, id);
  const location = { resource: 'User', field: 'password', id };
  const done = await served.store.write(async (transaction) => ({
    result: await transaction.exchange(location, was, hash),
    undo: false,
  }));
  assert.equal(done, true);
}

async function idOf({ ask }: People, token: string): Promise<string> {
  return (await ask('GET /me', undefined, token)).json.id;
}

const logIn = (people: People, name: string, password = passwordOf(name)) =>
  people.ask('POST /sessions', { email: `${name}@example.com`, password });

for (const [store, address] of everyStore) {
  describe(`hashes of passwords with other costs ${store}`, () => {
    for (const costs of [
      { log: 14, p: 5 },
      { log: 19, p: 1 },
    ]) {
      test(`a log in replaces ln=${costs.log},p=${costs.p}: nothing else changes, and nobody else`, async (t) => {
        const served = await serveIn(t, document, {}, undefined, await address());
        const people = openPeople(served);
        const [ann, ben] = [await people.signUp('ann'), await people.signUp('ben')];
        const [of, ofBen] = [await idOf(people, ann), await idOf(people, ben)];
        const old = hashWith(costs, passwordOf('ann'));
        const oldBen = hashWith(costs, passwordOf('ben'));
        await put(served, of, old);
        await put(served, ofBen, oldBen);
        const tag = (await people.ask('GET /me', undefined, ann)).headers.get('ETag');
        const [, first] = await stored(served, of);
        const events = (await served.store.events.newest()) as number;
        assert.equal((await logIn(people, 'ann', 'another password')).status, 401);
        assert.deepEqual((await stored(served, of))[0], old, 'a wrong password replaces nothing');
        assert.equal((await logIn(people, 'ann')).status, 200);
        const [renewed, version] = await stored(served, of);
        assert.ok(isPresent(renewed), renewed);
        assert.equal(version, first);
        assert.equal((await people.ask('GET /me', undefined, ann)).headers.get('ETag'), tag);
        assert.equal((await people.ask('PATCH /me', {}, ann, { 'If-Match': tag! })).status, 200);
        assert.equal((await people.ask('GET /me', undefined, ann)).status, 200, 'the other session goes on');
        assert.equal((await stored(served, ofBen))[0], oldBen);
        assert.equal((await logIn(people, 'ann')).status, 200);
        assert.equal((await stored(served, of))[0], renewed, 'it is replaced once');
        assert.equal((await logIn(people, 'ann', 'another password')).status, 401);
        const told = (await served.store.events.after(events, 100)).map(({ kind }) => kind);
        assert.deepEqual(
          [...new Set(told)].filter((kind) => kind !== 'session.started'),
          [],
        );
      });
    }

    test('log ins and a change with the present password at the same time meet one hash', async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const people = openPeople(served);
      const ann = await people.signUp('ann');
      const of = await idOf(people, ann);
      const body = { current: passwordOf('ann'), password: 'the next password' };
      for (let round = 0; round < 8; round++) {
        await put(served, of, hashWith({ log: 14, p: 1 + round }, passwordOf('ann'), Buffer.alloc(16, round)));
        const all = await Promise.all([logIn(people, 'ann'), logIn(people, 'ann'), logIn(people, 'ann')]);
        assert.deepEqual(
          all.map(({ status }) => status),
          [200, 200, 200],
        );
        assert.ok(isPresent((await stored(served, of))[0]));
        await put(served, of, hashWith({ log: 14, p: 1 + round }, passwordOf('ann'), Buffer.alloc(16, 99)));
        const [changed] = await Promise.all([people.ask('PATCH /me/password', body, ann), logIn(people, 'ann')]);
        assert.equal(changed.status, 204, changed.text);
        assert.equal((await logIn(people, 'ann')).status, 401, 'no log in brings the old password back');
        assert.equal((await logIn(people, 'ann', body.password)).status, 200);
        const back = { current: body.password, password: passwordOf('ann') };
        assert.equal((await people.ask('PATCH /me/password', back, ann)).status, 204);
      }
    });

    test('a hash is exchanged only while it is the stored one', async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const people = openPeople(served);
      const of = await idOf(people, await people.signUp('ann'));
      const exchange = (was: string, hash: string, undo = false) =>
        served.store.write(async (transaction) => ({
          result: await transaction.exchange({ resource: 'User', field: 'password', id: of }, was, hash),
          undo,
        }));
      const [first, version] = await stored(served, of);
      const other = hashWith({ log: 15, p: 3 }, 'x');
      assert.equal(await exchange(other, other), false);
      assert.equal(await exchange(first, other, true), true);
      assert.deepEqual(await stored(served, of), [first, version]);
      assert.equal(await exchange(first, other), true);
      assert.equal(await exchange(first, first), false);
      assert.deepEqual(await stored(served, of), [other, version]);
    });
  });
}
