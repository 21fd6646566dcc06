import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { notes } from './serve/verifying/tokens.fixture.ts';
import { freshDatabase } from './support/postgres.ts';
import { serveTokens, type TokenService } from './support/token-service.ts';

const scopes = ['notes:read', 'notes:write'];
const insecure = { [oauth.allowInsecureRequests]: true };
const document = notes(['partner', 'machine']);

/** What a client of `oauth4webapi` learns of a service by its base address alone. */
async function discovered(base: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(base);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

/** A token by the grant of client credentials, as `oauth4webapi` asks for it. */
async function granted(
  server: oauth.AuthorizationServer,
  id: string,
  authentication: oauth.ClientAuth,
  parameters: Record<string, string> = {},
): Promise<oauth.TokenEndpointResponse> {
  const client = { client_id: id };
  const asked = new URLSearchParams(parameters);
  const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, asked, insecure);
  return oauth.processClientCredentialsResponse(server, client, response);
}

const folder = mkdtempSync(join(tmpdir(), 'nonet-oauth-'));
after(() => rmSync(folder, { recursive: true }));

const stores: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ['on SQLite', async () => `sqlite:${join(folder, 'oauth.db')}`],
  ['on PostgreSQL', freshDatabase],
];

for (const [name, addressOf] of stores) {
  describe(name, () => {
    let here: TokenService;
    let there: TokenService;
    const secrets = new Map<string, string>();
    before(async () => {
      const address = await addressOf();
      here = await serveTokens(document, address);
      there = await serveTokens(document, address, { base: here.base });
      for (const scheme of ['partner', 'machine']) {
        for (const shop of ['north', 'south']) {
          const id = `${scheme}-${shop}`;
          secrets.set(id, await here.client(scheme, id, scopes, { shop, level: 3 }));
        }
      }
    });
    after(async () => {
      await there.close();
      await here.close();
    });
    const secretOf = (id: string): string => secrets.get(id)!;

    for (const scheme of ['partner', 'machine']) {
      test(`${scheme}: oauth4webapi discovers, is granted tokens by Basic and by body, and calls with them`, async () => {
        const server = await discovered(here.base);
        const byBasic = await granted(server, `${scheme}-north`, oauth.ClientSecretBasic(secretOf(`${scheme}-north`)));
        const byPost = await granted(server, `${scheme}-south`, oauth.ClientSecretPost(secretOf(`${scheme}-south`)), {
          scope: 'notes:read',
        });
        assert.equal(byBasic.scope, 'notes:read notes:write');
        assert.equal(byBasic.expires_in, scheme === 'partner' ? 1800 : 300);
        assert.equal(byPost.scope, 'notes:read');
        const call = async (token: string, method: string, path: string, body?: object) => {
          const headers = new Headers({ 'Content-Type': 'application/json' });
          const text = body === undefined ? undefined : JSON.stringify(body);
          return oauth.protectedResourceRequest(token, method, new URL(here.base + path), headers, text, insecure);
        };
        const made = await call(byBasic.access_token, 'POST', '/notes', { text: scheme });
        assert.equal(made.status, 201);
        const note = (await made.json()) as Record<string, unknown>;
        assert.deepEqual([note.shop, note.writer], ['north', `${scheme}-north`]);
        assert.equal((await call(byBasic.access_token, 'GET', `/notes/${note.id}`)).status, 200);
        // The other shop's client sees nothing of it, and without the scope may write nothing.
        assert.equal((await call(byPost.access_token, 'GET', `/notes/${note.id}`)).status, 404);
        await assert.rejects(call(byPost.access_token, 'POST', '/notes', { text: 'x' }), (error: unknown) => {
          assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
          assert.equal(error.status, 403);
          assert.equal(error.cause[0]?.parameters.error, 'insufficient_scope');
          return true;
        });
      });

      test(`${scheme}: openid-client discovers, is granted a token, calls, and revokes it, on every instance`, async () => {
        const id = `${scheme}-north`;
        const config = await openid.discovery(
          new URL(here.base),
          id,
          undefined,
          openid.ClientSecretPost(secretOf(id)),
          { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
        );
        const { access_token: token } = await openid.clientCredentialsGrant(config, { scope: 'notes:read' });
        const listed = (base: string) =>
          fetch(`${base}/notes`, { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status);
        const second = `http://127.0.0.1:${new URL(here.base).port}`;
        assert.equal(await listed(second), 200);
        const fetched = await openid.fetchProtectedResource(config, token, new URL(`${here.base}/notes`), 'GET');
        assert.equal(fetched.status, 200);
        assert.equal(await statusOn(there, token), 200);
        await openid.tokenRevocation(config, token);
        assert.equal(await listed(here.base), 401);
        const end = Date.now() + 5_000;
        while ((await statusOn(there, token)) !== 401) {
          assert.ok(Date.now() < end, 'the other instance goes on to take the token');
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
    }

    /** What the other instance answers to a caller with a token; its own base address is that of the first. */
    async function statusOn({ service }: TokenService, token: string): Promise<number> {
      const { fetchOf } = await import('../src/serve/http/fetch.ts');
      const request = new Request('http://localhost/notes', { headers: { Authorization: `Bearer ${token}` } });
      return (await fetchOf(service)(request, '127.0.0.1')).status;
    }

    test('a signed token holds by the published keys, with the claims of RFC 9068', async () => {
      const server = await discovered(here.base);
      const id = 'machine-north';
      const { access_token: token } = await granted(server, id, oauth.ClientSecretBasic(secretOf(id)));
      assert.equal(decodeProtectedHeader(token).typ, 'at+jwt');
      const keys = createRemoteJWKSet(new URL(server.jwks_uri!));
      const { payload } = await jwtVerify(token, keys, {
        typ: 'at+jwt',
        issuer: here.base,
        audience: here.base,
        algorithms: ['RS256'],
        requiredClaims: ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti'],
      });
      assert.equal(payload.sub, id);
      assert.equal(payload.client_id, id);
      assert.equal(payload.scope, 'notes:read notes:write');
      assert.deepEqual([payload.shop, payload.level], ['north', 3]);
      assert.equal(payload.exp! - payload.iat!, 300);
      // A resource server of another hand takes it just so.
      const request = new Request(`${here.base}/notes`, { headers: { Authorization: `Bearer ${token}` } });
      const claims = await oauth.validateJwtAccessToken(server, request, here.base, insecure);
      assert.equal(claims.sub, id);
      const other = await fetch(`${here.base}/.well-known/jwks.json`);
      assert.equal(other.headers.get('Content-Type'), 'application/jwk-set+json');
    });

    test('oauth4webapi finds the authorization server by way of the protected resource', async () => {
      const refused = await fetch(`${here.base}/notes`);
      assert.equal(refused.status, 401);
      const challenge = refused.headers.get('WWW-Authenticate') ?? '';
      const [, address] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      assert.equal(address, `${here.base}/.well-known/oauth-protected-resource`);
      const resource = new URL(here.base);
      const response = await oauth.resourceDiscoveryRequest(resource, insecure);
      const found = await oauth.processResourceDiscoveryResponse(resource, response);
      assert.deepEqual(found.authorization_servers, [here.base]);
      assert.deepEqual(found.scopes_supported, scopes);
      assert.deepEqual(found.bearer_methods_supported, ['header']);
      const { issuer, grant_types_supported } = await discovered(found.authorization_servers![0]!);
      assert.equal(issuer, here.base);
      assert.deepEqual(grant_types_supported, ['client_credentials']);
    });
  });
}
