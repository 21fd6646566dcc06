import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { here } from '../../support/here.ts';
import { startIssuer } from '../../support/issuer.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { inFolder } from '../../support/process.ts';
import { planFor, serve, serveIn } from '../support/served.fixture.ts';
import { everyStore, storesInFolder } from '../support/stores.fixture.ts';
import { listTold } from './session-records.fixture.ts';
import { ada, openSigningIn, signingIn, useSigningIn } from './sign-in.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: the context of a hook
type Hook = any;

for (const [store, address] of everyStore) {
  describe(`sign ins among other constructs ${store}`, () => {
    test('record, account and session are one transaction: a hook of each undoes them all, and the attempt goes on', async (t) => {
      let failing = '';
      const within = Object.fromEntries(
        ['create User', 'create Account', 'create Session'].map((name) => [
          name,
          ({ refuse }: Hook) => failing === name && refuse('full'),
        ]),
      );
      const document = signingIn.replace(
        '| invalid | 422 |',
        '| full | 409 | raised by create User; raised by create Account; raised by create Session | |\n| invalid | 422 |',
      );
      const people = await openSigningIn(t, await address(), { document, handlers: { within } });
      people.google.repeats = true;
      const body = await people.prepare(ada);
      for (const name of Object.keys(within)) {
        failing = name;
        const got = await people.ask('POST /sign-in/return', body);
        assert.deepEqual([got.status, got.json.code], [409, 'full'], name);
      }
      failing = '';
      assert.deepEqual(await listTold(people.served, 'id'), []);
      assert.equal((await people.served.store.credentials.list()).length, 0);
      const done = await people.ask('POST /sign-in/return', body);
      assert.equal(done.status, 200, done.text);
      const told = (await listTold(people.served, 'id')).map((line) => line.split(' ')[0]);
      assert.deepEqual(told.sort(), ['account.linked', 'session.started', 'user.created']);
    });

    test('with hooks too, a new person who signs in several times at once gets one record', async (t) => {
      const handlers = { within: { 'create User': () => undefined, 'create Session': () => undefined } };
      const { ask, prepare } = await openSigningIn(t, await address(), { handlers });
      const bodies = await Promise.all(Array.from({ length: 3 }, () => prepare(ada)));
      const all = await Promise.all(bodies.map((body) => ask('POST /sign-in/return', body)));
      assert.deepEqual([...new Set(all.map(({ status }) => status))], [200], all.map(({ text }) => text).join());
      assert.equal(new Set(all.map(({ json }) => json.id)).size, 1);
    });

    test('code does not create accounts, and does not change whose they are', async (t) => {
      const document = signingIn
        .replace(
          '| create Note |',
          '| forge User (handler) | POST | /forge | `{ of: Note.owner }` | 204 |\n| create Note |',
        )
        .replace('| public | create User,', '| public | forge User, create User,');
      let work: (store: Hook, of: string) => Promise<unknown> = async () => undefined;
      const handlers = {
        'forge User': ({ store, input }: Hook) => work(store.asService, input.of).then(() => undefined),
      };
      const people = await openSigningIn(t, await address(), { document, handlers });
      const { id, token } = (await people.signIn(ada)).json;
      const [account] = (await people.ask('GET /accounts', undefined, token)).json.data;
      const forge = async (by: typeof work): Promise<number> => {
        work = by;
        return (await people.ask('POST /forge', { of: id })).status;
      };
      assert.equal(await forge((of, user) => of.create('Account', { user })), 500);
      assert.equal(await forge((of) => of.update('Account', account.id, { subject: 'ben' })), 500);
      assert.equal(await forge((of) => of.update('Account', account.id, { issuer: 'work' })), 500);
      const logged = people.served.logged.join('\n');
      assert.match(logged, /a Account is an account at an issuer, which only a sign in creates/);
      assert.equal((await people.signIn(ada)).json.id, id);
    });

    test('clients of an older version sign in as before, with the issuers that there are', async (t) => {
      const document = signingIn.replace(
        /## Versioning\n\nNone\./,
        [
          '## Versioning\n',
          '| Version | Status | Released |\n| --- | --- | --- |',
          '| 2 | current | 2026-11-01 |\n| 1 | supported | 2026-03-01 |\n',
          '| Sent in | Name | When absent |\n| --- | --- | --- |\n| header | Notes-Version | 2 |\n',
          '| Version | Change | What | Before | Old responses | Old requests |',
          '| --- | --- | --- | --- | --- | --- |',
          '| 2 | renamed | User.name | title | | |',
          '| 2 | value removed | Account.issuer school | | | |',
        ].join('\n'),
      );
      const people = await openSigningIn(t, await address(), { document });
      const headers = { 'Notes-Version': '1' };
      const older = (line: string, body: object) => people.served.ask(line, { body, headers });
      const started = (await older('POST /sign-in', { issuer: 'google' })).json;
      const back = { attempt: started.attempt, ...people.google.signIn(started.address, ada) };
      const { status, json } = await older('POST /sign-in/return', back);
      assert.deepEqual([status, json.title, json.name], [200, 'Ada', undefined]);
      const gone = await older('POST /sign-in', { issuer: 'school' });
      assert.ok(gone.status === 400 || gone.status === 422, gone.text);
    });
  });
}

test('two instances: an attempt of one is ended at the other, once', async (t) => {
  const address = await freshDatabase();
  const [google, work] = [await startIssuer(), await startIssuer()];
  t.after(() => Promise.all([google.close(), work.close()]));
  google.repeats = true;
  const settings = { signIn: { google: google.settings, work: work.settings } };
  const open = async () => useSigningIn(await serveIn(t, signingIn, settings, undefined, address), google, work);
  const [first, second] = [await open(), await open()];
  const body = await first.prepare(ada);
  const both = await Promise.all([first, second, first, second].map(({ ask }) => ask('POST /sign-in/return', body)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  const bodies = await Promise.all(
    [first, second, first, second].map((one) => one.prepare({ ...ada, sub: 'ben', email: '' })),
  );
  const all = await Promise.all(
    bodies.map((one, at) => (at % 2 === 0 ? first : second).ask('POST /sign-in/return', one)),
  );
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
  assert.equal(new Set(all.map(({ json }) => json.id)).size, 1, 'one record, whichever instance was first');
});

for (const [store, addressIn] of storesInFolder) {
  test(`accounts move with the records of people, on ${store}`, async (t) => {
    const [google, work] = [await startIssuer(), await startIssuer()];
    t.after(() => Promise.all([google.close(), work.close()]));
    const settings = { signIn: { google: google.settings, work: work.settings } };
    await inFolder(async (folder) => {
      const document = join(folder, 'people.md');
      writeFileSync(document, signingIn);
      const signIn = async (address: string) => {
        const served = await serve(signingIn, settings, undefined, address);
        try {
          return (await useSigningIn(served, google, work).signIn(ada)).json;
        } finally {
          await served.close();
        }
      };
      const from = await addressIn(folder);
      const { id } = await signIn(from);
      const lines = join(folder, 'all.jsonl');
      await here(0, 'export', document, '--store', from, '--out', lines);
      const to = store === 'SQLite' ? `sqlite:${join(folder, 'other.db')}` : await freshDatabase();
      await here(0, 'load', document, lines, '--store', to);
      assert.equal((await signIn(to)).id, id);
    });
  });
}

test('the plan names the issuers and the claims', () => {
  const { operations } = planFor(signingIn);
  const find = (path: string) => operations.find((operation) => operation.path === path)!;
  assert.deepEqual(find('/sign-in/return').session, {
    does: 'sign in',
    scheme: 'session',
    creates: ['email', 'name', 'picture'].map((name) => ({ field: name, claim: name })),
  });
  assert.deepEqual(find('/accounts').session, { does: 'sign in', scheme: 'session', links: true });
});
