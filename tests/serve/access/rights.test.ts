import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { said } from '../../../src/cli/shared/terminal.fixture.ts';
import { rotateCredential } from '../../../src/operator/credentials/rotating.ts';
import { createCredentials } from '../../../src/operator/credentials.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText } from '../../support/document-text.fixture.ts';
import { type Reading, readStream } from '../streams/streams.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { storesInFolder } from '../support/stores.fixture.ts';

/** Notes of shops whose callers have plans: a scope for each, with a rate of its own. */
const document = documentText('Notes', {
  intro: 'Notes of shops.',
  purpose: 'Keeps notes.\n\n- In scope: notes',
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid note | assigned |
| shop | string | required |
| text | string | required |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| list Note | GET | /notes | | 200 \`Note[]\` |
| login (handler) | POST | /login | \`{ name: Note.text }\` | 200 \`{ text: Note.text }\` |
| upgrade (handler) | POST | /upgrade | \`{ name: Note.text, scope: Note.text, fail?: Note.text }\` | 200 \`{ text: Note.text }\` |
| issue token | POST | /token | | 200 |
| stream events | GET | /stream | | 200 |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |
| client | oauth2 client credentials | header Authorization: Bearer | access token | 1 hour |
| session | access token | header Authorization: Bearer | token | 1 hour |

| Scope | Allows | Where |
| --- | --- | --- |
| public | login, issue token | |
| write | create Note | \`shop == caller.shop\` |
| read | list Note, stream events | \`shop == caller.shop\` |
| free | list Note | \`shop == caller.shop\` |
| admin | upgrade | |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| note.made | create Note | \`Note(id, shop)\` |

| Delivery | To | Events |
| --- | --- | --- |
| sse | GET /stream | all |`,
  errors: `- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| unauthenticated | 401 | no credential; invalid credential | |
| not_allowed | 403 | forbidden | |
| slow_down | 429 | rate limit | |`,
  limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| plan_free | rate | free | credential | 2 per hour | slow_down |`,
});

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by \`nonet generate types\`, not in tests
type Context = any;

const handlers = {
  login: async ({ input, issue }: Context) => ({
    text: await issue('session', { id: input.name, scopes: ['read'], attributes: { shop: input.name } }),
  }),
  upgrade: async ({ input, changeRights }: Context) => {
    const done = await changeRights({ id: input.name }, { addScopes: [input.scope] });
    if (input.fail !== undefined) throw new Error('undone');
    return { text: String(done) };
  },
};

for (const [name, addressOf] of storesInFolder) {
  describe(`rights that change on ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    let address: string;
    let here: Served;
    let there: Served;
    let rights: ReturnType<typeof createCredentials>;
    const open: Reading[] = [];

    before(async () => {
      address = await addressOf(folder);
      here = await serve(document, {}, undefined, address, handlers);
      there = await serve(document, {}, undefined, address, handlers);
      rights = createCredentials(here.service, here.store, here.platform);
    });
    after(async () => {
      for (const reading of open) reading.stop();
      await here?.close();
      await there?.close();
      rmSync(folder, { recursive: true });
    });

    const idOf = async (key: string): Promise<string> => (await here.service.keys.recordOf(key))!.id;
    const statusAt = async (served: Served, line: string, key: string, body?: object): Promise<number> =>
      (await served.ask(line, { key, ...(body === undefined ? {} : { body }) })).status;
    /** Waits until an instance has learned of a change, which it does within a second and a bit. */
    const becomes = async (served: Served, line: string, key: string, status: number, body?: object): Promise<void> => {
      const until = Date.now() + 5_000;
      while ((await statusAt(served, line, key, body)) !== status) {
        assert.ok(Date.now() < until, `${line} does not become ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const note = (shop: string): object => ({ shop, text: 'x' });

    test('a scope that is granted or taken holds at the next request here, and within seconds at another instance; others keep theirs', async () => {
      const key = await rights.createKey({ subject: 'a', scopes: ['read'], attributes: { shop: 'a' } });
      const other = await rights.createKey({ subject: 'a', scopes: ['read'], attributes: { shop: 'a' } });
      for (const served of [here, there]) assert.equal(await statusAt(served, 'POST /notes', key, note('a')), 403);
      const id = await idOf(key);
      const [changed] = await rights.changeRights(id, { addScopes: ['write'] });
      assert.deepEqual([changed!.id, changed!.scopes, 'hash' in changed!], [id, ['read', 'write'], false]);
      assert.equal(await statusAt(here, 'POST /notes', key, note('a')), 201);
      await becomes(there, 'POST /notes', key, 201, note('a'));
      for (const served of [here, there]) assert.equal(await statusAt(served, 'POST /notes', other, note('a')), 403);
      await rights.changeRights(id, { removeScopes: ['write'] });
      assert.equal(await statusAt(here, 'POST /notes', key, note('a')), 403);
      await becomes(there, 'POST /notes', key, 403, note('a'));
      assert.equal(await statusAt(there, 'GET /notes', key), 200);
    });

    test('an attribute takes the key to the records of another tenant, and away from its own', async () => {
      const key = await rights.createKey({ subject: 'c', scopes: ['read', 'write'], attributes: { shop: 'c' } });
      assert.equal(await statusAt(here, 'POST /notes', key, note('c')), 201);
      await rights.changeRights(await idOf(key), { attributes: { shop: 'd' } });
      assert.deepEqual((await here.ask('GET /notes', { key })).json, []);
      assert.equal(await statusAt(here, 'POST /notes', key, note('c')), 403);
      await becomes(there, 'POST /notes', key, 201, note('d'));
      await rights.changeRights(await idOf(key), { attributes: { shop: undefined } });
      assert.deepEqual((await here.ask('GET /notes', { key })).json, []);
    });

    test('a plan that is a scope changes the rate with it', async () => {
      const key = await rights.createKey({ subject: 'f', scopes: ['free'], attributes: { shop: 'f' } });
      const three = [1, 2, 3].map(() => statusAt(here, 'GET /notes', key));
      assert.deepEqual((await Promise.all(three)).toSorted(), [200, 200, 429]);
      await rights.changeRights(await idOf(key), { scopes: ['read'] });
      assert.equal(await statusAt(here, 'GET /notes', key), 200);
      assert.equal(await statusAt(here, 'GET /notes', key), 200);
      await rights.changeRights(await idOf(key), { scopes: ['free'] });
      assert.equal(await statusAt(here, 'GET /notes', key), 429);
    });

    test('an open stream is judged anew: by another attribute it gets the events of that tenant, without the scope it ends', async () => {
      const key = await rights.createKey({ subject: 's', scopes: ['read'], attributes: { shop: 's' } });
      const writer = async (shop: string): Promise<string> =>
        rights.createKey({ subject: shop, scopes: ['write'], attributes: { shop } });
      const [own, foreign] = [await writer('s'), await writer('t')];
      const id = await idOf(key);
      const stay = await rights.createKey({ subject: 's', scopes: ['read'], attributes: { shop: 's' } });
      const readings = [
        await readStream(fetch, `${there.address}/stream`, key),
        await readStream(fetch, `${there.address}/stream`, stay),
      ];
      open.push(...readings);
      const [mine, others] = readings as [Reading, Reading];
      assert.equal(await statusAt(there, 'POST /notes', own, note('s')), 201);
      await mine.events(1);
      await rights.changeRights(id, { attributes: { shop: 't' } });
      // The instance of the stream learns of the change within a second, and looks at its streams within a quarter of one.
      for (let round = 0; round < 30 && mine.blocks.length < 2; round++) {
        assert.equal(await statusAt(there, 'POST /notes', foreign, note('t')), 201);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.equal(JSON.parse(mine.blocks[1]!.data!).shop, 't');
      await rights.changeRights(id, { removeScopes: ['read'] });
      assert.equal(await mine.ended, 'in order');
      assert.equal(await statusAt(there, 'POST /notes', own, note('s')), 201);
      await allNumbered(there.store);
      const seen = await others.events(2);
      assert.deepEqual(
        seen.map(({ data }) => JSON.parse(data!).shop),
        ['s', 's'],
      );
    });

    test('the tokens of a client lose what the client loses, and get no scope that they were not given', async () => {
      const { id, secret } = await rights.createClient({ scopes: ['read', 'write'], attributes: { shop: 'o' } });
      const token = async (
        served: Served,
        scope?: string,
      ): Promise<{ status: number; token: string; scope: string }> => {
        const form = new URLSearchParams({
          grant_type: 'client_credentials',
          ...(scope === undefined ? {} : { scope }),
        });
        const response = await fetch(`${served.address}/token`, {
          method: 'POST',
          headers: {
            Authorization: `Basic ${btoa(`${id}:${secret}`)}`,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: form.toString(),
        });
        const json = (await response.json()) as { access_token: string; scope: string };
        return { status: response.status, token: json.access_token, scope: json.scope };
      };
      const [whole, narrow] = [await token(here), await token(there, 'read')];
      assert.deepEqual([whole.scope, narrow.scope], ['read write', 'read']);
      assert.equal(await statusAt(there, 'POST /notes', whole.token, note('o')), 201);
      const changed = await rights.changeRights(id, { scopes: ['write', 'free'], attributes: { shop: 'p' } });
      assert.deepEqual(changed.map(({ kind, scopes }) => [kind, scopes]).toSorted(), [
        ['secret', ['write', 'free']],
        ['token', []],
        ['token', ['write']],
      ]);
      assert.equal(await statusAt(here, 'POST /notes', whole.token, note('p')), 201);
      assert.equal(await statusAt(here, 'GET /notes', narrow.token), 403);
      // The other instance may not know of the change yet: the token it gives has the present rights all the same.
      const later = await token(there);
      assert.deepEqual([later.status, later.scope], [200, 'write free']);
      assert.equal((await token(there, 'read')).status, 400);
      const held = (await here.service.keys.recordOf(later.token))!;
      assert.deepEqual([held.scopes, held.attributes], [['write', 'free'], { shop: 'p' }]);
      const file = join(folder, 'notes.md');
      writeFileSync(
        file,
        document
          .replace(/^\| (login|upgrade) \(handler\).*\n/gm, '')
          .replace('| login, issue', '| issue')
          .replace('| admin | upgrade | |\n', ''),
      );
      const words = ['keys', 'change', file, id, '--remove-scope', 'free', '--store', address];
      const { status, out, err } = await said(words);
      assert.equal(status, 0, err.join('\n'));
      assert.match(out.join('\n'), /^cred_\w+: changed\. secret of .*; scopes write; .*\nTokens changed with it: 3$/);
      const old = (await rights.listCredentials()).find(({ client }) => client === id)!;
      await assert.rejects(rights.changeRights(old.id, { scopes: [] }), /is a secret of the client/);
      await assert.rejects(
        rights.changeRights(held.id, { addScopes: ['read'] }),
        new RegExp(
          `^Error: ${held.id} is a token of the client ${id}\\. It has the rights of the client: change those of ${id}\\.$`,
        ),
      );
    });

    test('a secret that is made while rights are taken from its client, or it is revoked, has no more than the client', async () => {
      for (let round = 0; round < 12; round++) {
        const { id } = await rights.createClient({ scopes: ['read', 'write'], attributes: { shop: 'r' } });
        const revokes = round % 2 === 1;
        const [rotated] = await Promise.allSettled([
          rights.rotate(id),
          revokes ? rights.revoke(id) : rights.changeRights(id, { removeScopes: ['write'] }),
        ]);
        if (rotated.status === 'rejected')
          assert.match(String(rotated.reason), /No active| has ended in the meantime, so it was not rotated\./);
        const left = (await rights.listCredentials()).filter(
          ({ client, state }) => client === id && state === 'active',
        );
        assert.equal(left.length > 0, !revokes);
        for (const { scopes } of left) assert.deepEqual(scopes, ['read']);
      }
    });

    test('a rotation that waits while another one and a change are done has the changed rights', async () => {
      const { plan, store, platform } = here;
      const { id } = await rights.createClient({ scopes: ['read', 'write'], attributes: { shop: 'w' } });
      const gate = Promise.withResolvers<void>();
      const write: typeof store.write = async (work) => {
        await gate.promise;
        return store.write(work);
      };
      const later = () => new Promise((resolve) => setTimeout(resolve, 5));
      const [waiting, first] = [{ ...store, write }, store].map((of) => async () => {
        const rotated = await rotateCredential({ plan, store: of, platform, id, gracePeriod: 0 }, () => ({}));
        return rotated.made.record.id;
      });
      const second = waiting!();
      await later();
      await first!();
      await later();
      await rights.changeRights(id, { removeScopes: ['write'], attributes: { shop: 'x' } });
      gate.resolve();
      const made = await second;
      const all = (await rights.listCredentials()).filter(({ client }) => client === id);
      assert.equal(all.length, 3);
      assert.deepEqual(
        all.filter(({ state }) => state === 'active').map((one) => [one.id, one.scopes, one.attributes]),
        [[made, ['read'], { shop: 'x' }]],
      );
    });

    test('a handler changes the rights of a subject with its request, and of no other; what fails changes nothing', async () => {
      const login = async (who: string): Promise<string> =>
        (await here.ask('POST /login', { body: { name: who } })).json.text;
      const [ann, bob] = [await login('ann'), await login('bob')];
      const admin = await rights.createKey({ subject: 'admin', scopes: ['admin'] });
      const upgrade = (body: object) => here.ask('POST /upgrade', { key: admin, body });
      assert.equal((await upgrade({ name: 'ann', scope: 'write', fail: 'yes' })).status, 500);
      assert.equal(await statusAt(here, 'POST /notes', ann, note('ann')), 403);
      assert.equal((await upgrade({ name: 'ann', scope: 'write' })).json.text, 'true');
      assert.equal(await statusAt(here, 'POST /notes', ann, note('ann')), 201);
      await becomes(there, 'POST /notes', ann, 201, note('ann'));
      assert.equal(await statusAt(here, 'POST /notes', bob, note('bob')), 403);
      assert.equal((await upgrade({ name: 'nobody', scope: 'write' })).json.text, 'false');
      assert.equal((await upgrade({ name: 'ann', scope: 'wrote' })).status, 500);
      assert.ok(here.logged.some((line) => /changeRights: the document has no scope wrote/.test(line)));
    });

    test('what the document does not state, and what is not active, is refused', async () => {
      const key = await rights.createKey({ subject: 'z', scopes: ['read'], attributes: { shop: 'z' } });
      const id = await idOf(key);
      await assert.rejects(rights.changeRights(id, { scopes: ['wrote'] }), /the document has no scope wrote/);
      await assert.rejects(rights.changeRights(id, { attributes: { shop: 5 } }), /the attribute shop must be a string/);
      await assert.rejects(rights.changeRights(id, { removeScopes: ['write'] }), /does not have the scope write/);
      await assert.rejects(
        rights.changeRights(id, { addScopes: ['write'], removeScopes: ['write'] }),
        /the scope write cannot be both given and removed/,
      );
      assert.equal(await rights.revoke(id), true);
      await assert.rejects(rights.changeRights(id, { scopes: [] }), /No active key or client has the ID/);
      await assert.rejects(rights.changeRights('nobody', { scopes: [] }), /No active key or client has the ID nobody/);
    });
  });
}
