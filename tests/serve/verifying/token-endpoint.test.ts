import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serveTokens, type TokenService } from '../../support/token-service.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { notes } from './tokens.fixture.ts';

const form = 'application/x-www-form-urlencoded';
const basic = (id: string, secret: string) =>
  `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;

interface Got {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
  readonly json: any;
}

for (const [name, addressOf] of everyStore) {
  describe(`the token endpoint ${name}`, () => {
    let service: TokenService;
    let north: string;
    let south: string;
    let machine: string;
    let legacy: string;
    before(async () => {
      service = await serveTokens(notes(['partner', 'machine', 'legacy']), await addressOf());
      const scopes = ['notes:read', 'notes:write'];
      north = await service.client('partner', 'north app', scopes, { shop: 'north' });
      south = await service.client('partner', 'south', ['notes:read'], { shop: 'south' });
      machine = await service.client('machine', 'worker', scopes, { shop: 'north' });
      legacy = await service.client('legacy', 'old', scopes, { shop: 'north' });
    });
    after(() => service.close());

    async function post(path: string, body: string | object, headers: Record<string, string> = {}): Promise<Got> {
      const text = typeof body === 'string' ? body : new URLSearchParams({ ...body }).toString();
      const sent = { 'Content-Type': form, ...headers };
      const response = await fetch(service.base + path, { method: 'POST', headers: sent, body: text });
      const got = await response.text();
      return { status: response.status, headers: response.headers, json: got === '' ? undefined : JSON.parse(got) };
    }
    const grant = 'grant_type=client_credentials';
    const asNorth = () => ({ Authorization: basic('north app', north) });
    const list = async (token: string) =>
      (await fetch(`${service.base}/notes`, { headers: { Authorization: `Bearer ${token}` } })).status;

    /** A refusal of the standard's own shape (RFC 6749, section 5.2). */
    function refused({ status, headers, json }: Got, error: string, what: string): void {
      assert.equal(status, error === 'invalid_client' ? 401 : 400, what);
      assert.deepEqual(Object.keys(json), ['error', 'error_description'], what);
      assert.equal(json.error, error, what);
      assert.match(json.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, what);
      assert.equal(headers.get('Content-Type'), 'application/json', what);
      assert.equal(headers.get('Cache-Control'), 'no-store', what);
      assert.equal(headers.get('Pragma'), 'no-cache', what);
      if (status === 401) assert.match(headers.get('WWW-Authenticate')!, /^Basic realm="Notes"/, what);
    }

    test('a client gets a token of its own scheme by Basic, form-encoded, and by the form', async () => {
      const got = await post('/oauth/token', grant, asNorth());
      assert.equal(got.status, 200);
      const { access_token: token, ...rest } = got.json;
      assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 1800, scope: 'notes:read notes:write' });
      assert.match(token, /^partner_/);
      assert.equal(got.headers.get('Cache-Control'), 'no-store');
      assert.equal(got.headers.get('Pragma'), 'no-cache');
      assert.equal(await list(token), 200);
      const byForm = { grant_type: 'client_credentials', client_id: 'worker', client_secret: machine };
      const signed = await post('/oauth/token', byForm);
      assert.equal(signed.json.expires_in, 300);
      assert.equal(signed.json.access_token.split('.').length, 3);
      assert.equal(await list(signed.json.access_token), 200);
    });

    test('scope narrows, in any order, and never widens', async () => {
      const scopeOf = async (scope: string) =>
        (await post('/oauth/token', { grant_type: 'client_credentials', scope }, asNorth())).json;
      assert.equal((await scopeOf('notes:write')).scope, 'notes:write');
      assert.equal((await scopeOf('notes:write notes:read')).scope, 'notes:read notes:write');
      assert.equal((await scopeOf('')).scope, 'notes:read notes:write');
      const { access_token: token } = await scopeOf('notes:write');
      assert.equal(await list(token), 403);
      const asSouth = { Authorization: basic('south', south) };
      for (const scope of ['notes:write', 'notes:read notes:write', 'admin', 'NOTES:READ', 'notes:read,notes:read']) {
        const got = await post('/oauth/token', { grant_type: 'client_credentials', scope }, asSouth);
        refused(got, 'invalid_scope', scope);
      }
    });

    test('what is no form, or names a parameter twice, is an invalid request; unknown parameters are ignored', async () => {
      const json = { 'Content-Type': 'application/json', ...asNorth() };
      refused(await post('/oauth/token', '{"grant_type":"client_credentials"}', json), 'invalid_request', 'JSON');
      for (const body of [
        `${grant}&${grant}`,
        `${grant}&scope=a&scope=a`,
        `${grant}&x=1&x=2`,
        `${grant}&scope=%zz`,
        '',
      ]) {
        refused(await post('/oauth/token', body, asNorth()), 'invalid_request', body);
      }
      refused(await post('/oauth/token', 'grant_type=', asNorth()), 'invalid_request', 'empty is absent');
      assert.equal((await post('/oauth/token', `${grant}&resource=x&__proto__=y`, asNorth())).status, 200);
      const charset = { 'Content-Type': `${form}; charset=UTF-8`, ...asNorth() };
      assert.equal((await post('/oauth/token', grant, charset)).status, 200);
    });

    test('another grant type is not supported', async () => {
      for (const type of ['password', 'authorization_code', 'refresh_token', 'Client_Credentials']) {
        const got = await post('/oauth/token', { grant_type: type, username: 'a', password: 'b' }, asNorth());
        refused(got, 'unsupported_grant_type', type);
      }
    });

    test('a client shows itself in one way only', async () => {
      const both = { grant_type: 'client_credentials', client_id: 'north app', client_secret: north };
      refused(await post('/oauth/token', both, asNorth()), 'invalid_request', 'Basic and the form');
      const other = { grant_type: 'client_credentials', client_id: 'south' };
      refused(await post('/oauth/token', other, asNorth()), 'invalid_request', 'two ids');
      const same = { grant_type: 'client_credentials', client_id: 'north app' };
      assert.equal((await post('/oauth/token', same, asNorth())).status, 200);
    });

    test('a client that is not known, or shows itself in no way that is known, is told how', async () => {
      const wrong = [
        {},
        { Authorization: basic('north app', south) },
        { Authorization: basic('nobody', north) },
        { Authorization: basic('north app', '') },
        { Authorization: `Bearer ${north}` },
        { Authorization: 'Basic !!!' },
        { Authorization: `Basic ${btoa('no colon')}` },
        { Authorization: `Basic ${btoa('%zz:x')}` },
      ];
      for (const headers of wrong) {
        refused(
          await post('/oauth/token', grant, headers as Record<string, string>),
          'invalid_client',
          JSON.stringify(headers),
        );
      }
      const inQuery = `/oauth/token?client_id=south&client_secret=${south}`;
      refused(await post(inQuery, grant), 'invalid_client', 'never in the address');
      refused(await post('/oauth/token', `${grant}&client_id=south`), 'invalid_client', 'without a secret');
    });

    test('a client of another kind of scheme is not one for tokens', async () => {
      refused(
        await post('/oauth/token', grant, { Authorization: basic('old', legacy) }),
        'unauthorized_client',
        'basic',
      );
    });

    test('a client ends its own tokens, and those alone', async () => {
      const { access_token: token } = (await post('/oauth/token', grant, asNorth())).json;
      const foreign = await post('/oauth/revoke', { token }, { Authorization: basic('south', south) });
      refused(foreign, 'invalid_grant', 'foreign');
      assert.equal(await list(token), 200);
      refused(await post('/oauth/revoke', { token }), 'invalid_client', 'nobody');
      refused(await post('/oauth/revoke', '', asNorth()), 'invalid_request', 'no token');
      for (let i = 0; i < 2; i++) {
        const done = await post('/oauth/revoke', { token, token_type_hint: 'strange' }, asNorth());
        assert.deepEqual([done.status, done.json], [200, undefined]);
        assert.equal(await list(token), 401);
      }
      for (const unknown of ['x', 'partner_x', 'a.b.c', north, token.slice(0, -1)]) {
        assert.equal((await post('/oauth/revoke', { token: unknown }, asNorth())).status, 200, unknown);
      }
      assert.equal((await post('/oauth/token', grant, asNorth())).status, 200, 'a secret is no token, and lives on');
    });

    test('a client ends a signed token, and a client that is ended takes its tokens along', async () => {
      const asWorker = { Authorization: basic('worker', machine) };
      const [first, second] = [
        await post('/oauth/token', grant, asWorker),
        await post('/oauth/token', grant, asWorker),
      ];
      await post('/oauth/revoke', { token: first.json.access_token }, asWorker);
      assert.equal(await list(first.json.access_token), 401);
      assert.equal(await list(second.json.access_token), 200);
      await service.service.keys.revoke('worker', Date.now());
      assert.equal(await list(second.json.access_token), 401);
      refused(await post('/oauth/token', grant, asWorker), 'invalid_client', 'ended');
    });

    test('a client that was ended elsewhere gets no token, whether this instance has heard of it or not', async () => {
      const [first, second] = ['first', 'second'].map((id) => ({ id, scopes: ['notes:read'], shop: id }));
      for (const [scheme, { id, scopes, shop }] of [
        ['partner', first!],
        ['machine', second!],
      ] as const) {
        const secret = await service.client(scheme, id, scopes, { shop });
        const shown = { Authorization: basic(id, secret) };
        assert.equal((await post('/oauth/token', grant, shown)).status, 200);
        assert.ok(await service.store.credentials.revoke(id, Date.now()));
        refused(await post('/oauth/token', grant, shown), 'invalid_client', scheme);
        const tokens = (await service.store.credentials.list()).filter(({ client }) => client === id);
        assert.ok(tokens.length === 2 && tokens.every(({ revokedAt }) => revokedAt !== undefined));
      }
    });

    test('other methods are those of any path, with the errors of the document', async () => {
      const got = await fetch(`${service.base}/oauth/token`);
      assert.equal(got.headers.get('Allow'), 'POST, OPTIONS');
      assert.equal(got.headers.get('Content-Type'), 'application/problem+json');
    });
  });
}
