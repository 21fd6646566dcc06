import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { createLimitedFetch } from '../../src/serve/signing-in/limited-fetch.ts';
import { ada, openSigningIn, type SigningIn } from '../serve/access/sign-in.fixture.ts';
import { startIssuer } from '../support/issuer.ts';

const memory = 'sqlite::memory:';

/** Signs in, and returns the status, the code, and the number of people that the service has. */
async function attempt(people: SigningIn): Promise<readonly unknown[]> {
  const { status, json } = await people.ask('POST /sign-in/return', await people.prepare(ada));
  return [status, json.code];
}

test('S85: an ID token of another nonce, issuer, client, time, key or algorithm signs in no person', async (t) => {
  const people = await openSigningIn(t, memory);
  const { google, work } = people;
  const second = Math.floor(Date.now() / 1000);
  const lies: readonly ((claims: JWTPayload) => JWTPayload)[] = [
    (claims) => ({ ...claims, nonce: 'another' }),
    ({ nonce: _, ...claims }) => claims,
    (claims) => ({ ...claims, iss: work.settings.issuer }),
    (claims) => ({ ...claims, aud: 'another client' }),
    (claims) => ({ ...claims, aud: ['another client', google.settings.client] }),
    (claims) => ({ ...claims, exp: second - 60 }),
    ({ iat: _, ...claims }) => claims,
    (claims) => ({ ...claims, nbf: second + 120 }),
    ({ sub: _, ...claims }) => claims,
    (claims) => ({ ...claims, sub: '' }),
    (claims) => ({ ...claims, sub: 'a\0b' }),
    (claims) => ({ ...claims, sub: 'x'.repeat(256) }),
    (claims) => ({ ...claims, sub: 7 as unknown as string }),
  ];
  for (const lie of lies) {
    google.claims = lie;
    assert.deepEqual(await attempt(people), [400, 'sign_in_over'], String(lie));
  }
  google.claims = (claims) => claims;
  const honest = google.sign;
  const stranger = await generateKeyPair('RS256');
  const jwk = await exportJWK(stranger.publicKey);
  const publicText = new TextEncoder().encode(JSON.stringify(google.publicKey));
  const forgeries: readonly ((claims: JWTPayload) => Promise<string>)[] = [
    async (claims) => new UnsecuredJWT(claims).encode(),
    (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(stranger.privateKey),
    (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', jwk }).sign(stranger.privateKey),
    (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(publicText),
    (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('secretOfNotes'.padEnd(32, '.'))),
    async (claims) => `${(await honest(claims)).split('.').slice(0, 2).join('.')}.`,
    async () => 'no token',
    async () => '',
  ];
  for (const forge of forgeries) {
    google.sign = forge;
    assert.deepEqual(await attempt(people), [400, 'sign_in_over'], String(forge));
  }
  assert.ok(people.served.logged.every((line) => line.startsWith('a sign in was not valid {"issuer":"google"')));
  google.metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] };
  google.sign = honest;
  assert.deepEqual(await attempt(people), [200, undefined]);
  assert.equal(
    (await people.served.store.events.after(0, 100)).filter(({ kind }) => kind === 'user.created').length,
    1,
  );
});

test('S85: what one issuer sends back is never taken to another', async (t) => {
  const people = await openSigningIn(t, memory);
  const { ask, prepare, google, work } = people;
  const body = await prepare(ada, 'google');
  const asked = work.asked.length;
  const mixed = { ...body, ...work.signIn((await people.start('work')).address, ada), attempt: body.attempt };
  for (const sent of [mixed, { ...body, code: mixed.code, iss: mixed.iss }, { ...body, iss: work.settings.issuer }]) {
    const got = await ask('POST /sign-in/return', sent);
    assert.deepEqual([got.status, got.json.code], [400, 'sign_in_over']);
  }
  assert.ok(!google.asked.includes('/token'), 'no code has left the service');
  assert.deepEqual(work.asked.slice(asked), ['/.well-known/openid-configuration']);
  const { iss: _, ...silent } = body;
  assert.equal((await ask('POST /sign-in/return', silent)).status, 400, 'the issuer says that it names itself');
});

test('S85: a refusal of the issuer counts for the attempt of the same browser alone', async (t) => {
  const { ask, prepare } = await openSigningIn(t, memory);
  const { attempt: mine, state, iss } = await prepare(ada);
  const denied = await ask('POST /sign-in/return', { attempt: mine, state, iss, error: 'access_denied' });
  assert.deepEqual([denied.status, denied.json.code], [403, 'denied']);
  const other = await prepare(ada);
  const forged = await ask('POST /sign-in/return', { attempt: mine, state: other.state, error: 'access_denied' });
  assert.deepEqual([forged.status, forged.json.code], [400, 'sign_in_over']);
});

const html = { 'Content-Type': 'text/html' };
const json = { 'Content-Type': 'application/json' };

/** What a hostile or broken issuer sends in place of an answer. */
const broken: readonly ((response: ServerResponse) => void)[] = [
  (response) => void response.writeHead(500, html).end('<h1>Oops'),
  (response) => void response.writeHead(503).end(),
  (response) => void response.writeHead(429).end(),
  (response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  (response) => void response.writeHead(307, { Location: '/.well-known/openid-configuration' }).end(),
  (response) => void response.writeHead(200, json).end(JSON.stringify({ a: 'x'.repeat(300_000) })),
  (response) => {
    const write = (): void => {
      if (response.destroyed) return;
      response.write('x'.repeat(65_536), () => setImmediate(write));
    };
    response.writeHead(200, json);
    write();
  },
  (response) => void response.destroy(),
];

test('S86: an issuer that is down, redirects, or never ends its answer makes sign ins unavailable, and nothing else', async (t) => {
  const people = await openSigningIn(t, memory);
  const { google, ask } = people;
  const body = await people.prepare(ada);
  for (const place of ['/token', '/keys']) {
    for (const send of broken) {
      google.answer = ({ url }, response) => {
        if (url === place) send(response);
        return url === place;
      };
      const got = await ask('POST /sign-in/return', place === '/token' ? body : await people.prepare(ada));
      assert.equal(got.status, 503, `${place} ${send}: ${got.text}`);
    }
  }
  google.answer = () => false;
  assert.equal((await ask('POST /sign-in/return', body)).status, 200, 'the attempt goes on');
  const logged = people.served.logged.join('\n');
  assert.ok(!logged.includes('secretOfNotes') && !logged.includes(body.code!));
  assert.match(logged, /\/token answered 500/);
});

test('S86: a service starts while its issuer is down, and signs in when it is up', async (t) => {
  let now = Date.now();
  const people = await openSigningIn(t, memory, { now: () => now });
  const { google, ask } = people;
  assert.deepEqual(google.asked, []);
  for (const send of broken) {
    google.answer = (_, response) => {
      send(response);
      return true;
    };
    assert.equal((await ask('POST /sign-in', { issuer: 'google' })).status, 503);
    now += 1_000;
  }
  const count = google.asked.length;
  for (let tries = 0; tries < 20; tries++) await ask('POST /sign-in', { issuer: 'google' });
  assert.ok(google.asked.length <= count + 1, 'at most one request a second goes to an issuer that is down');
  assert.equal((await ask('POST /sign-in', { issuer: 'work' })).status, 200, 'the other issuer is up');
  google.answer = () => false;
  now += 1_000;
  assert.equal((await people.signIn(ada)).status, 200);
  google.answer = ({ url }, response) => {
    const isDown = url !== '/token' && url !== '/keys';
    if (isDown) broken[0]!(response);
    return isDown;
  };
  now += 3_600_000;
  assert.equal((await people.signIn(ada)).status, 200, 'the known metadata stay in use');
  const logged = people.served.logged.join('\n');
  assert.match(logged, /failed to fetch the metadata of an issuer \{"issuer":"google"/);
  assert.match(logged, /the metadata of google could not be read: /);
});

test('S86: metadata that lead elsewhere are not followed', async (t) => {
  let now = Date.now();
  const people = await openSigningIn(t, memory, { now: () => now });
  const { google, ask } = people;
  const elsewhere: readonly object[] = [
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 'http://169.254.169.254/latest/meta-data' },
    { token_endpoint: 'http://10.0.0.1/token' },
    { token_endpoint: 'file:///etc/passwd' },
    { jwks_uri: 'http://192.168.0.1/keys' },
    { token_endpoint: undefined },
    { jwks_uri: undefined },
    { issuer: 'https://accounts.google.com' },
  ];
  for (const metadata of elsewhere) {
    google.metadata = metadata;
    now += 1_000;
    const got = await ask('POST /sign-in', { issuer: 'google' });
    assert.equal(got.status, 503, JSON.stringify(metadata));
  }
});

test('S86: requests to an issuer are of https, end in time, and take no more than they may', async (t) => {
  const issuer = await startIssuer();
  t.after(() => issuer.close());
  const { issuer: here } = issuer.settings;
  const refuses = async (of: string, address: string, why: RegExp) => {
    const limited = createLimitedFetch(of, undefined, 200);
    await assert.rejects(limited.fetch(address, {}), why);
    assert.match(limited.failure!.message, why);
  };
  await refuses('https://issuer.example', `${here}/keys`, /is not an https URL/);
  await refuses('https://issuer.example', 'http://issuer.example/keys', /is not an https URL/);
  await refuses(here, 'http://10.0.0.1/keys?token=1', /http:\/\/10\.0\.0\.1\/keys is not an https URL$/);
  issuer.answer = () => true;
  await refuses(here, `${here}/keys`, / did not answer: /);
  issuer.answer = (_, response) => {
    response.writeHead(200, json).write('{');
    return true;
  };
  await refuses(here, `${here}/keys`, / was not read: /);
});

test('S86: a client that the issuer does not know is reported to the operator, and no person', async (t) => {
  const people = await openSigningIn(t, memory);
  people.google.answer = ({ url }, response) => {
    if (url === '/token') response.writeHead(401, json).end('{"error":"invalid_client"}');
    return url === '/token';
  };
  assert.deepEqual(await attempt(people), [503, undefined]);
  assert.match(people.served.logged.join('\n'), /google does not accept the client: /);
});
