import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Asked, type Got, type Served, serve } from '../serve/support/served.fixture.ts';
import { schemes, schemesCode } from '../serve/verifying/schemes.fixture.ts';
import { basic, dumpOf, hour, makingCredentials, removeStore, stores } from './credentials.fixture.ts';

for (const [name, address] of stores) {
  describe(`credentials on ${name}`, () => {
    let served: Served;
    let other: Served;
    let now = Date.parse('2026-03-01T12:00:00Z');
    const sent: string[] = [];
    let place = '';
    const north = { shop: 'north', level: 1 };
    const south = { shop: 'south', level: 2 };

    const { key, client, login } = makingCredentials({ served: () => served, now: () => now, sent });
    const ask = (line: string, headers: Record<string, string> = {}, more: Asked = {}): Promise<Got> =>
      served.ask(line, { ...more, headers });
    const bearer = (text: string): Record<string, string> => ({ Authorization: `Bearer ${text}` });
    const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1300));

    before(async () => {
      place = await address();
      served = await serve(schemes, {}, () => now, place, schemesCode, 'debug');
      other = name === 'SQLite' ? served : await serve(schemes, {}, () => now, place, schemesCode, 'debug');
    });
    after(async () => {
      if (other !== served) await other.close();
      await served.close();
      removeStore(place);
    });

    test('S25: no, empty, malformed, wrong, truncated or changed credentials are answered alike, with a challenge', async () => {
      const good = await key(north);
      const token = await login({ name: 'north' });
      const secret = await client('c25', north);
      const changedAt = (at: number): string => good.slice(0, at) + (good[at] === 'a' ? 'b' : 'a') + good.slice(at + 1);
      const bad: Record<string, string>[] = [
        {},
        { Authorization: '' },
        { Authorization: 'Bearer' },
        { Authorization: 'Bearer ' },
        { Authorization: good },
        { Authorization: `Digest ${good}` },
        { Authorization: `Basic ${good}` },
        bearer('x'),
        ...Array.from(good, (_, at) => bearer(changedAt(at))),
        ...Array.from(good, (_, at) => bearer(good.slice(0, at))),
        bearer(`${good}0`),
        bearer(`0${good}`),
        bearer(good.toUpperCase()),
        bearer(token.replace('session_', 'key_')),
        bearer(good.replace('key_', 'session_')),
        bearer('a.b.c'),
        { 'X-Api-Key': token },
        { 'X-Api-Key': changedAt(8) },
        { Cookie: `session=${good}` },
        { Cookie: 'session=' },
        { Authorization: basic('c25', 'wrong') },
        { Authorization: basic('nobody', secret) },
        { Authorization: basic('c25', secret.slice(0, -1)) },
        { Authorization: basic('c25', good) },
        { Authorization: 'Basic !!!' },
        bearer(secret.replace('legacy_', 'session_')),
        bearer(secret),
      ];
      const paths = ['GET /notes', 'GET /notes/note_01h455vb4pex5vsknk084sn02q', 'POST /notes', 'POST /logout'];
      const bodies = new Set<string>();
      for (const line of paths) {
        for (const headers of bad) {
          const got = await ask(line, headers, line.startsWith('POST') ? { body: {} } : {});
          assert.equal(got.status, 401, `${line} ${JSON.stringify(headers)}`);
          assert.match(got.headers.get('WWW-Authenticate') ?? '', /^ApiKey realm="Notes"/);
          bodies.add(got.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, ''));
        }
      }
      assert.equal(bodies.size, 1, [...bodies].join('\n'));
      assert.equal((await ask('GET /notes', bearer(good))).status, 200);
    });

    test('S25: each way of sending a credential has a challenge, and only a client that sent a token sees the error', async () => {
      const challenge = async (headers: Record<string, string>): Promise<string | null> =>
        (await ask('GET /notes', headers)).headers.get('WWW-Authenticate');
      const places = [
        'ApiKey realm="Notes", in="header", name="X-Api-Key"',
        'Bearer realm="Notes"',
        'ApiKey realm="Notes", in="query", name="key"',
        'ApiKey realm="Notes", in="cookie", name="session"',
        'Basic realm="Notes", charset="UTF-8"',
      ];
      assert.equal(await challenge({}), places.join(', '));
      assert.equal(await challenge({ 'X-Api-Key': 'x' }), places.join(', '));
      const error = places.with(1, 'Bearer realm="Notes", error="invalid_token"').join(', ');
      assert.equal(await challenge({ Authorization: 'bearer x' }), error);
      const poor = await key(north, { scopes: [] });
      const forbidden = await ask('GET /notes', bearer(poor));
      assert.equal(forbidden.status, 403);
      const scope = 'Bearer realm="Notes", error="insufficient_scope", scope="notes"';
      assert.equal(forbidden.headers.get('WWW-Authenticate'), scope);
      assert.equal((await ask('GET /notes', { 'X-Api-Key': poor })).headers.get('WWW-Authenticate'), null);
    });

    test('S26: a credential counts only where its scheme is carried, and its value never reaches the log', async () => {
      const good = await key(north);
      const token = await login({ name: 'north' });
      const secret = await client('c26', north);
      const right: (readonly [string, Record<string, string>])[] = [
        ['GET /notes', { 'X-Api-Key': good }],
        ['GET /notes', { Authorization: `bEARER ${good}` }],
        [`GET /notes?key=${good}`, {}],
        ['GET /notes', { Cookie: `a=b; session=${token}` }],
        ['GET /notes', { Authorization: `Bearer ${token}` }],
        ['GET /notes', { Authorization: basic('c26', secret) }],
        [`GET /notes?key=${good}`, { 'X-Api-Key': good }],
      ];
      for (const [line, headers] of right) assert.equal((await ask(line, headers)).status, 200, `${line}`);
      const wrong: (readonly [string, Record<string, string>, object?])[] = [
        [`GET /notes?session=${token}`, {}],
        [`GET /notes?key=${token}`, {}],
        [`GET /notes?access_token=${token}`, {}],
        [`GET /notes?X-Api-Key=${good}`, {}],
        ['GET /notes', { 'X-Key': good }],
        ['GET /notes', { Cookie: `key=${good}` }],
        ['GET /notes', { 'X-Session': token }],
        ['GET /notes', { 'Proxy-Authorization': `Bearer ${good}` }],
        ['POST /notes', {}, { text: 'a', key: good }],
        ['POST /logout', {}, { token }],
      ];
      for (const [line, headers, body] of wrong) {
        const got = await ask(line, headers, body === undefined ? {} : { body });
        assert.equal(got.status, 401, `${line} ${JSON.stringify(headers)}`);
        assert.ok(!got.text.includes(good) && !got.text.includes(token));
      }
      await ask('POST /logout', bearer(token), { body: { token, fail: 'yes' } });
      const logged = served.logged.join('');
      assert.match(logged, /undone/);
      assert.ok(served.logged.filter((line) => line.includes('"msg":"request"')).length > right.length + wrong.length);
      for (const text of sent) {
        assert.ok(!logged.includes(text));
        assert.ok(!logged.includes(Buffer.from(`c26:${text}`).toString('base64')));
      }
    });

    test('S26: two credentials that differ, a repeated one, or a bad one on a public operation are refused', async () => {
      const [one, two] = [await key(north), await key(south)];
      const token = await login({ name: 'north' });
      assert.equal((await ask('GET /hello')).status, 200);
      assert.equal((await ask('GET /hello', bearer(one))).status, 200);
      for (const line of ['GET /hello', 'GET /notes']) {
        const at = async (more: string, headers: Record<string, string>) => (await ask(line + more, headers)).status;
        assert.equal(await at('', { ...bearer(one), 'X-Api-Key': two }), 401);
        assert.equal(await at('', { ...bearer(one), Cookie: `session=${token}` }), 401);
        assert.equal(await at('', { 'X-Api-Key': one, Authorization: 'Basic eDp5' }), 401);
        assert.equal(await at(`?key=${one}&key=${one}`, {}), 401);
        assert.equal(await at('', { Cookie: `session=${token}; session=${token}` }), 401);
        assert.equal(await at('', bearer('x')), 401);
        assert.equal(await at('', { ...bearer(one), 'X-Api-Key': one }), 200);
      }
    });

    test('S27: an expired, a not yet valid, a revoked credential and that of an ended user are refused at once', async () => {
      const status = async (headers: Record<string, string>, at = served): Promise<number> =>
        (await at.ask('GET /notes', { headers })).status;
      const short = await key(north, { lifetime: 1000 });
      const year = await key(north);
      const token = await login({ name: 'north' });
      const brief = await login({ name: 'north', lifetime: '10 minutes' });
      const long = await login({ name: 'north', lifetime: '3 days' });
      for (const text of [short, year, token, brief, long]) assert.equal(await status(bearer(text)), 200);
      now += 1000;
      assert.deepEqual([await status(bearer(short)), await status(bearer(brief))], [401, 200]);
      now += hour / 6;
      assert.deepEqual([await status(bearer(brief)), await status(bearer(token))], [401, 200]);
      now += hour;
      for (const text of [token, long]) assert.equal(await status(bearer(text)), 401);
      assert.equal(await status(bearer(year)), 200);
      now -= 2 * hour;
      assert.equal(await status(bearer(year)), 401);
      now += 2 * hour;

      const [ours, theirs] = [await login({ name: 'north' }), await login({ name: 'south' })];
      const again = await login({ name: 'north' });
      assert.equal(await status(bearer(ours), other), 200);
      assert.equal((await ask('POST /logout', bearer(ours), { body: {} })).json.text, 'true');
      assert.deepEqual([await status(bearer(ours)), await status(bearer(again))], [401, 200]);
      assert.equal((await ask('POST /logout', bearer(theirs), { body: { token: again } })).json.text, 'true');
      assert.equal((await ask('POST /logout', bearer(theirs), { body: { token: again } })).json.text, 'false');
      assert.equal(await status(bearer(again)), 401);
      const third = await login({ name: 'north' });
      assert.equal((await ask('POST /logout', bearer(theirs), { body: { user: 'user-north' } })).json.text, 'true');
      assert.deepEqual([await status(bearer(third)), await status(bearer(theirs))], [401, 200]);

      const secret = await client('c27', north);
      const rotated = await client('c27', north);
      for (const text of [secret, rotated]) assert.equal(await status({ Authorization: basic('c27', text) }), 200);
      assert.equal(await status({ Authorization: basic('c27', rotated) }, other), 200);
      assert.ok(await served.service.keys.revoke('c27', now));
      for (const text of [secret, rotated]) assert.equal(await status({ Authorization: basic('c27', text) }), 401);
      await later();
      for (const text of [ours, third]) assert.equal(await status(bearer(text), other), 401);
      assert.equal(await status({ Authorization: basic('c27', rotated) }, other), 401);
    });

    test('S27: of another tenant a record is not there, with the same answer as for one that never was', async () => {
      const [ours, theirs] = [await key(north), await login({ name: 'south' })];
      const made = await ask('POST /notes', bearer(ours), { body: { text: 'mine' } });
      assert.equal(made.status, 201);
      assert.deepEqual([made.json.shop, made.json.level], ['north', 1]);
      const bare = ({ status, text, headers }: Got): string =>
        `${status} ${headers.get('Content-Type')} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, '')}`;
      const hidden = await ask(`GET /notes/${made.json.id}`, bearer(theirs));
      const missing = await ask('GET /notes/note_01h455vb4pex5vsknk084sn02q', bearer(theirs));
      assert.equal(hidden.status, 404);
      assert.equal(bare(hidden), bare(missing));
      assert.equal((await ask(`GET /notes/${made.json.id}`, bearer(ours))).status, 200);
    });

    test('an attribute that a credential lacks, or has of another type, is absent in rules, and not allowed where it is to be assigned', async () => {
      const lacking = await key({ shop: 'north' });
      const nowhere = await key({});
      const misfit = await key({ shop: 'north', level: 'high' });
      assert.equal((await ask('POST /notes', bearer(lacking), { body: { text: 'a' } })).status, 403);
      assert.equal((await ask('POST /notes', bearer(misfit), { body: { text: 'a' } })).status, 403);
      assert.equal((await ask('GET /notes', bearer(lacking))).json.length > 0, true);
      assert.deepEqual((await ask('GET /notes', bearer(nowhere))).json, []);
    });

    test('what code issues is undone with its request, and is not issued for what the document does not state', async () => {
      const count = async (): Promise<number> => (await served.store.credentials.list()).length;
      const before = await count();
      assert.equal((await served.ask('POST /login', { body: { name: 'x', fail: 'yes' } })).status, 403);
      assert.equal((await served.ask('POST /login', { body: { name: 'x', lifetime: 'ever' } })).status, 500);
      assert.equal(await count(), before);
      const token = await login({ name: 'north' });
      assert.equal((await ask('POST /logout', bearer(token), { body: { fail: 'yes' } })).status, 500);
      assert.equal((await ask('GET /notes', bearer(token))).status, 200);
    });

    test('code hands back the credential of the request, and stores none for it', async () => {
      const tokens = [await login({ name: 'north' }), await login({ name: 'south' })];
      const before = (await served.store.credentials.list()).length;
      for (const token of [...tokens, ...tokens]) {
        assert.deepEqual((await ask('GET /me', bearer(token))).json, { text: token });
        assert.deepEqual((await ask('GET /me', { Cookie: `session=${token}` })).json, { text: token });
      }
      assert.equal((await served.store.credentials.list()).length, before);
      const made = await key(north);
      assert.deepEqual((await ask('GET /me', { 'X-Api-Key': made })).json, { text: made });
      const secret = await client('me', north);
      assert.equal((await ask('GET /me', { Authorization: basic('me', secret) })).status, 500);
    });

    test('S32: the store holds no credential, only hashes', async () => {
      const all = await dumpOf(place);
      assert.ok(sent.length > 10 && all.length > 1000);
      for (const { hash } of await served.store.credentials.list()) assert.ok(all.includes(hash));
      for (const text of sent) assert.ok(!all.includes(text.slice(text.indexOf('_') + 1, -8)), text);
    });
  });
}
