import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { serveTokens, type TokenService } from '../../support/token-service.ts';
import { issuerKey, setOf, signed } from './issuers.fixture.ts';
import { notes } from './tokens.fixture.ts';

const server = '/.well-known/oauth-authorization-server';
const resource = '/.well-known/oauth-protected-resource';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
const json = async (response: Response): Promise<any> => response.json();

async function withService(
  document: string,
  more: Parameters<typeof serveTokens>[2],
  work: (service: TokenService, origin: string) => Promise<void>,
): Promise<void> {
  const service = await serveTokens(document, 'sqlite::memory:', more);
  try {
    await work(service, new URL(service.base).origin);
  } finally {
    await service.close();
  }
}

test('of a base address with a path, the path stands behind the well-known name, not before it', () =>
  withService(
    notes(['partner', 'machine'], { base: 'http://127.0.0.1/v1' }),
    { path: '/v1' },
    async ({ base }, origin) => {
      assert.equal(base, `${origin}/v1`);
      const found = await fetch(`${origin}${server}/v1`);
      assert.equal(found.status, 200);
      assert.equal(found.headers.get('Content-Type'), 'application/json');
      assert.deepEqual(await found.json(), {
        issuer: base,
        token_endpoint: `${base}/oauth/token`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        grant_types_supported: ['client_credentials'],
        revocation_endpoint: `${base}/oauth/revoke`,
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        jwks_uri: `${base}/.well-known/jwks.json`,
        scopes_supported: ['notes:read', 'notes:write'],
      });
      assert.equal((await json(await fetch(`${origin}${resource}/v1`))).resource, base);
      assert.equal((await fetch(`${base}/.well-known/jwks.json`)).status, 200);
      for (const path of [server, resource, `/v1${server}`, `${server}/v1/`]) {
        assert.equal((await fetch(origin + path)).status, 404, path);
      }
      const challenge = (await fetch(`${base}/notes`)).headers.get('WWW-Authenticate');
      assert.match(challenge!, new RegExp(`resource_metadata="${origin}${resource}/v1"`));
    },
  ));

test('without a base address the metadata answers 404 and no challenge names it; tokens are given all the same', () =>
  withService(notes(['machine']), { base: null }, async (service, origin) => {
    for (const path of [server, resource]) assert.equal((await fetch(origin + path)).status, 404);
    assert.equal((await fetch(`${origin}/.well-known/jwks.json`)).status, 200);
    assert.doesNotMatch((await fetch(`${origin}/notes`)).headers.get('WWW-Authenticate')!, /resource_metadata/);
    const secret = await service.client('machine', 'app', ['notes:read'], { shop: 'north' });
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'app', client_secret: secret });
    const { access_token: token } = await json(await fetch(`${origin}/oauth/token`, { method: 'POST', body }));
    const claims = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
    assert.match(claims.iss, /^urn:uuid:/);
    assert.equal((await fetch(`${origin}/notes`, { headers: { Authorization: `Bearer ${token}` } })).status, 200);
  }));

test('metadata says what the document states: no revocation, no keys, no scopes where there are none', () => {
  const document = notes(['partner']).replace('| revoke token | POST | /oauth/revoke | | 200 |\n', '');
  return withService(
    document.replace('| public | issue token, revoke token | |', '| public | issue token | |'),
    {},
    async (_, origin) => {
      const found = await json(await fetch(origin + server));
      assert.deepEqual(Object.keys(found), [
        'issuer',
        'token_endpoint',
        'token_endpoint_auth_methods_supported',
        'grant_types_supported',
        'scopes_supported',
      ]);
      assert.equal((await fetch(`${origin}/.well-known/jwks.json`)).status, 404);
    },
  );
});

test('a service that takes tokens of an issuer outside names that one as its authorization server', async () => {
  const key = await issuerKey('main');
  const issuers = { staff: { issuer: 'https://issuer.example', audience: 'notes', jwks: async () => setOf(key) } };
  await withService(notes(['staff', 'key']), { issuers }, async ({ base }, origin) => {
    assert.equal((await fetch(origin + server)).status, 404);
    const { authorization_servers: servers } = await json(await fetch(origin + resource));
    assert.deepEqual(servers, ['https://issuer.example']);
    const allowed = await fetch(origin + resource, { method: 'POST' });
    assert.deepEqual([allowed.status, allowed.headers.get('Allow')], [404, 'GET, HEAD, OPTIONS']);
    assert.equal((await fetch(`${base}/notes`)).status, 401);
  });
  await withService(notes(['key']), {}, async (_, origin) => {
    for (const path of [server, resource]) assert.equal((await fetch(origin + path)).status, 404);
  });
});

test('metadata names the ways of sending a token that the document states, and no other', async () => {
  const key = await issuerKey('main');
  const issuers = { staff: { issuer: 'https://issuer.example', audience: 'notes', jwks: async () => setOf(key) } };
  for (const [places, methods] of [
    ['header Authorization: bearer; cookie session', ['header']],
    ['query access_token; header Authorization: Bearer', ['header', 'query']],
    ['cookie session; header X-Token; query token', undefined],
  ] as const) {
    const document = notes(['staff']).replace('| jwt | header Authorization: Bearer |', `| jwt | ${places} |`);
    await withService(document, { issuers }, async (_, origin) => {
      assert.deepEqual((await json(await fetch(origin + resource))).bearer_methods_supported, methods, places);
    });
  }
});

test('an attribute that is called as the standard calls something else does not stand in a token', () =>
  withService(
    notes(['machine']).replace('| level | integer |', '| nbf | integer |\n| jti | string |'),
    {},
    async (service) => {
      const attributes = { shop: 'north', nbf: 4_000_000_000, jti: 'mine' };
      const secret = await service.client('machine', 'app', ['notes:read'], attributes);
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'app', client_secret: secret });
      const { access_token: token } = await json(await fetch(`${service.base}/oauth/token`, { method: 'POST', body }));
      const { shop, nbf, jti } = decodeJwt(token);
      assert.deepEqual([shop, nbf], ['north', undefined]);
      assert.match(jti!, /^machine_[\w-]{22}$/);
    },
  ));

test('schemes of every kind stand side by side, each credential known by its form', async () => {
  const key = await issuerKey('main');
  const issuers = { staff: { issuer: 'https://issuer.example', audience: 'notes', jwks: async () => setOf(key) } };
  const all = notes(['key', 'staff', 'partner', 'machine', 'legacy']);
  await withService(all, { issuers }, async (service, origin) => {
    const status = async (headers: Record<string, string>) => (await fetch(`${origin}/notes`, { headers })).status;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: 'https://issuer.example', aud: 'notes', sub: 'ann', iat: seconds, exp: seconds + 60 };
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    assert.equal(await status(bearer(await signed(key, { ...claims, scope: 'notes:read' }))), 200);
    assert.equal(await status(bearer(await signed(key, { ...claims, aud: 'others' }))), 401);
    for (const scheme of ['partner', 'machine', 'legacy']) {
      const secret = await service.client(scheme, scheme, ['notes:read'], { shop: 'north' });
      const shown = { Authorization: `Basic ${btoa(`${scheme}:${secret}`)}` };
      assert.equal(await status(shown), scheme === 'legacy' ? 200 : 401, 'a client of OAuth 2 needs a token');
      if (scheme === 'legacy') continue;
      assert.equal(await status(bearer(secret)), 401, 'a secret is no token');
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      const got = await fetch(`${origin}/oauth/token`, { method: 'POST', headers: shown, body });
      const { access_token: token } = await json(got);
      assert.equal(await status(bearer(token)), 200);
      assert.equal(await status({ 'X-Api-Key': token }), 401, 'a token travels where its scheme says');
      assert.equal((await fetch(`${origin}/notes?access_token=${token}`)).status, 401, 'never in the address');
    }
  });
});

test('while an issuer has never been reached, its tokens are answered as unavailable', async () => {
  const key = await issuerKey('main');
  const jwks = () => Promise.reject(new Error('down'));
  const issuers = { staff: { issuer: 'https://issuer.example', audience: 'notes', jwks } };
  await withService(notes(['staff']), { issuers }, async ({ base, logged }) => {
    const token = await signed(key, { iss: 'https://issuer.example', aud: 'notes', sub: 'a', exp: 4e9 });
    const got = await fetch(`${base}/notes`, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal(got.status, 503);
    assert.equal((await json(got)).code, 'busy');
    assert.ok(got.headers.has('Retry-After'));
    assert.match(logged.join('\n'), /failed to fetch the keys of an issuer/);
    assert.ok(!logged.join('\n').includes(token.slice(-20)));
  });
});

test('without a stated Lifetime a signed token ends after an hour, and nothing is said of the end of an opaque one', () => {
  const endless = notes(['partner', 'machine']).replace('| 30 minutes |', '| — |').replace('| 5 minutes |', '| — |');
  return withService(endless, {}, async (service, origin) => {
    const granted = async (scheme: string) => {
      const secret = await service.client(scheme, scheme, [], { shop: 'north' });
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: scheme, client_secret: secret });
      const { access_token: _, ...rest } = await json(await fetch(`${origin}/oauth/token`, { method: 'POST', body }));
      return rest;
    };
    assert.deepEqual(await granted('machine'), { token_type: 'Bearer', expires_in: 3600 });
    assert.deepEqual(await granted('partner'), { token_type: 'Bearer' });
  });
});
