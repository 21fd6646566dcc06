import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { createCredentials } from '../../../src/operator/credentials.ts';
import { rotateKeys } from '../../../src/serve/verifying/signing-keys.ts';
import { planFor, type Served, serve, serveIn } from '../support/served.fixture.ts';
import { everyStore, storesInFolder } from '../support/stores.fixture.ts';
import { notes } from '../verifying/tokens.fixture.ts';
import { openRefreshing, refreshedRecords } from './refresh-tokens.fixture.ts';
import { administered, openPeople, passwordOf } from './sessions.fixture.ts';

const base = 'https://api.example.com';
const minute = 60_000;
const asJwt = (document: string): string => document.replace('| access token |', '| access token as jwt |');

/** Verifies a token as another service does: by the published keys alone. */
async function verifyElsewhere(served: Served, token: string): Promise<JWTPayload> {
  const response = await fetch(`${served.address}/.well-known/jwks.json`);
  const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
  const expected = { issuer: base, audience: base, algorithms: ['RS256'], typ: 'at+jwt' };
  const { payload } = await jwtVerify(token, keys, { ...expected, currentDate: new Date(served.platform.now()) });
  return payload;
}

for (const [store, address] of everyStore) {
  describe(`signed tokens of people ${store}`, () => {
    test('other services verify them by the published keys, and this one finds the person and the session', async (t) => {
      let now = Date.now();
      const served = await serveIn(t, asJwt(refreshedRecords), { baseUrl: base }, () => now, await address());
      const { ask, signUp, logIn, refresh, works } = openRefreshing(served);
      const people = await Promise.all(['ann', 'ben'].map(signUp));
      const written: string[] = [];
      for (const { token, refresh: opaque } of people) {
        const me = (await ask('GET /me', undefined, token)).json;
        const own = (await ask('GET /session', undefined, token)).json;
        const { iat = 0, exp = 0, jti, ...claims } = await verifyElsewhere(served, token);
        assert.deepEqual(claims, { iss: base, aud: base, sub: me.id, client_id: 'session', sid: own.id });
        assert.deepEqual([iat, exp], [Math.floor(now / 1000), Math.floor(now / 1000) + 900]);
        assert.match(jti!, /^session_[\w-]{22}$/);
        assert.match(opaque, /^session_refresh_[\w-]{48}$/);
        written.push((await ask('POST /notes', { text: 'x' }, token)).json.id);
      }
      const status = async (note: number, by: number) =>
        (await ask(`GET /notes/${written[note]}`, undefined, people[by]!.token)).status;
      assert.deepEqual(
        [await status(0, 0), await status(0, 1), await status(1, 0), await status(1, 1)],
        [200, 404, 404, 200],
      );

      const next = await refresh(people[0]!.refresh);
      const [first, second] = [
        await verifyElsewhere(served, people[0]!.token),
        await verifyElsewhere(served, next.token),
      ];
      assert.deepEqual([second.sub, second.sid], [first.sub, first.sid]);
      assert.notEqual(second.jti, first.jti);
      assert.notEqual((await verifyElsewhere(served, (await logIn('ann')).token)).sid, first.sid);
      assert.equal(await works(next.token), true);
      now += 15 * minute;
      assert.equal(await works(next.token), false, 'at the end of its Lifetime');
      await assert.rejects(verifyElsewhere(served, next.token), /"exp" claim/);
    });

    test('a log out, an ended session and a new password end them here at once, though their signature is valid', async (t) => {
      const served = await serveIn(t, asJwt(refreshedRecords), { baseUrl: base }, undefined, await address());
      const { ask, signUp, logIn, works, logOut } = openRefreshing(served);
      const [ann, ben] = [await signUp('ann'), await signUp('ben')];
      const [second, third, last] = [await logIn('ann'), await logIn('ann'), await logIn('ann')];
      assert.equal((await logOut(ann.token)).status, 204);
      const { sid } = await verifyElsewhere(served, second.token);
      assert.equal((await ask(`DELETE /sessions/${sid}`, undefined, ben.token)).status, 404);
      assert.equal((await ask(`DELETE /sessions/${sid}`, undefined, third.token)).status, 204);
      assert.deepEqual([await works(third.token), await works(last.token)], [true, true]);
      assert.equal((await ask('PATCH /me', { password: 'another password' }, last.token)).status, 200);
      for (const { token } of [ann, second, third]) {
        assert.equal(await works(token), false);
        await verifyElsewhere(served, token);
      }
      assert.deepEqual([await works(last.token), await works(ben.token)], [true, true]);
    });

    test('a changed role and a deleted person count at the next request', async (t) => {
      const served = await serveIn(t, asJwt(administered), { baseUrl: base }, undefined, await address());
      const { ask, signUp } = openPeople(served);
      const [ann, ben] = [await signUp('ann'), await signUp('ben')];
      const operator = { 'X-Key': await served.key(['operator'], {}) };
      const note = (await ask('POST /notes', { text: 'x' }, ben)).json.id;
      const [{ sub }, { sub: other }] = [await verifyElsewhere(served, ann), await verifyElsewhere(served, ben)];
      const read = async () => (await ask(`GET /notes/${note}`, undefined, ann)).status;
      assert.equal(await read(), 404);
      assert.equal((await ask(`PATCH /users/${sub}`, { role: 'admin' }, undefined, operator)).status, 200);
      assert.equal(await read(), 200);
      assert.equal((await verifyElsewhere(served, ann)).role, undefined, 'fields of the record are not in the token');
      assert.equal((await ask(`DELETE /users/${other}`, undefined, undefined, operator)).status, 204);
      assert.deepEqual([(await ask('GET /me', undefined, ben)).status, await read()], [401, 404]);
      await verifyElsewhere(served, ben);
    });

    test('a key that follows another signs after ten minutes, and tokens of the older one stay valid', async (t) => {
      let now = Date.now();
      const served = await serveIn(t, asJwt(administered), { baseUrl: base }, () => now, await address());
      const { ask, signUp, logIn } = openPeople(served);
      const [ann, ben] = [await signUp('ann'), await signUp('ben')];
      const kid = (token: string) => decodeProtectedHeader(token).kid;
      await rotateKeys(served.store, served.platform, 30 * 24 * 60 * minute, false);
      now += 9 * minute;
      assert.equal(kid(await logIn('ann')), kid(ann));
      now += minute;
      const next = await logIn('ben');
      assert.notEqual(kid(next), kid(ben));
      for (const token of [ann, ben, next]) {
        await verifyElsewhere(served, token);
        assert.equal((await ask('GET /me', undefined, token)).status, 200);
      }
    });

    test('a token that a program issues has the attributes of its caller, whose records are those of its tenant', async (t) => {
      const served = await serveIn(t, notes(['session']), { baseUrl: base }, undefined, await address());
      const { issueToken } = createCredentials(served.service, served.store, served.platform);
      const scopes = ['notes:read', 'notes:write'];
      await assert.rejects(
        issueToken({ subject: 'ann', scopes, attributes: { shop: 'x'.repeat(6000) } }),
        /^Error: a token of session cannot be signed: with its attributes it has 8\d{3} characters, at most 8192 are accepted$/,
      );
      for (const shop of ['north', 'south']) {
        const token = await issueToken({ subject: 'ann', scopes, attributes: { shop, level: 7 }, lifetime: minute });
        const { iat = 0, exp, scope, shop: claimed, level } = await verifyElsewhere(served, token);
        assert.deepEqual([exp, scope, claimed, level], [iat + 60, 'notes:read notes:write', shop, 7]);
        const headers = { Authorization: `Bearer ${token}` };
        assert.equal((await served.ask('POST /notes', { headers, body: { text: shop } })).status, 201);
        const { json } = await served.ask('GET /notes', { headers });
        assert.deepEqual(
          json.map((note: { readonly text: string }) => note.text),
          [shop],
        );
      }
    });
  });
}

for (const [store, addressOf] of storesInFolder) {
  test(`tokens stay valid when their scheme becomes signed, and opaque again, on ${store}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const address = await addressOf(folder);
    const issued: string[] = [];
    for (const document of [administered, asJwt(administered), administered]) {
      const served = await serve(document, { baseUrl: base }, undefined, address);
      try {
        const { ask, signUp, logIn } = openPeople(served);
        const isFirst = issued.length === 0;
        for (const name of ['ann', 'ben']) issued.push(await (isFirst ? signUp : logIn)(name));
        for (const [at, token] of issued.entries()) {
          const got = await ask('GET /me', undefined, token);
          assert.deepEqual([got.status, got.json.email], [200, `${at % 2 === 0 ? 'ann' : 'ben'}@example.com`]);
        }
        const email = 'ann@example.com';
        assert.equal((await ask('POST /sessions', { email, password: passwordOf('ben') })).status, 401);
      } finally {
        await served.close();
      }
    }
    const isSigned = issued.map((token) => token.split('.').length === 3);
    assert.deepEqual(isSigned, [false, false, true, true, false, false]);
  });
}

test('explain and OpenAPI name the form of the tokens', () => {
  const plan = planFor(asJwt(administered));
  const words = plan.operations.flatMap(({ steps }) => steps.map((step) => step.words));
  assert.ok(
    words.includes(
      'authenticate: a signed access token of the service in header Authorization: Bearer (scheme session)',
    ),
  );
  const { securitySchemes } = describeOpenapi(plan).components as Record<string, Record<string, object>>;
  const { scheme, bearerFormat } = securitySchemes!.session as Record<string, string>;
  assert.deepEqual([scheme, bearerFormat], ['bearer', 'JWT']);
});
