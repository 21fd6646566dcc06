import assert from 'node:assert/strict';
import { createPrivateKey, createSign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { decodeJwt, exportSPKI, importJWK, type JWK } from 'jose';
import { createCredentials } from '../../src/operator/credentials.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { issuerKey, signed } from '../serve/verifying/issuers.fixture.ts';
import { notes, schemes } from '../serve/verifying/tokens.fixture.ts';
import { serveTokens, type TokenService } from '../support/token-service.ts';
import { byHand, hs256 } from './tokens.fixture.ts';

const scopes = ['notes:read', 'notes:write'];
/** Tokens of people in a cookie and in a header of their own, those of clients after Bearer. */
const document = notes(['session', 'machine']).replace(
  schemes.session,
  schemes.session.replace('header Authorization: Bearer', 'cookie session; header X-Session'),
);

for (const [store, address] of everyStore) {
  describe(`forged and misplaced signed tokens of people ${store}`, () => {
    let now: number;
    let service: TokenService;
    let credentials: ReturnType<typeof createCredentials>;
    before(async () => {
      now = Date.now();
      service = await serveTokens(document, await address(), { now: () => now, level: 'debug' });
      credentials = createCredentials(service.service, service.store, service.platform);
    });
    after(() => service.close());

    const issue = (shop: string) => credentials.issueToken({ subject: `ann of ${shop}`, scopes, attributes: { shop } });
    const list = (headers: Record<string, string>) => fetch(`${service.base}/notes`, { headers });
    const inHeader = (token: string) => list({ 'X-Session': token });
    const inCookie = (token: string) => list({ Cookie: `session=${token}` });

    /** The response to a token, without what every response has of its own. */
    async function shownFor(response: Response): Promise<object> {
      const { instance: _, ...body } = (await response.json()) as Record<string, unknown>;
      const [challenge, cookie] = ['WWW-Authenticate', 'Set-Cookie'].map((name) => response.headers.get(name));
      return { status: response.status, challenge, cookie, body };
    }

    /** A token gets the response of an opaque text that nobody issued, in the header and in the cookie. */
    async function refused(token: string, what: string): Promise<void> {
      const unknown = `session_${'x'.repeat(24)}_${'x'.repeat(6)}`;
      for (const send of [inHeader, inCookie]) {
        const shown = await shownFor(await send(token));
        assert.deepEqual(shown, await shownFor(await send(unknown)), what);
        assert.equal((shown as { readonly status: number }).status, 401, what);
      }
    }

    test('a good token is taken in each place, so that the others are refused for what they are', async () => {
      for (const shop of ['north', 'south']) {
        const token = await issue(shop);
        for (const send of [inHeader, inCookie]) assert.equal((await send(token)).status, 200);
      }
    });

    test('S91: a token with another algorithm, key, issuer, time or person is refused, and one that only the right key has signed', async () => {
      const good = await issue('north');
      const claims = decodeJwt(good);
      const published = ((await (await fetch(`${service.base}/.well-known/jwks.json`)).json()) as { keys: JWK[] })
        .keys[0]!;
      const { kid = '' } = published;
      const text = JSON.stringify(claims);
      for (const alg of ['none', 'None', ''])
        for (const signature of ['', 'x'])
          await refused(
            byHand(JSON.stringify({ alg, kid }), text, () => Buffer.from(signature)),
            `alg ${alg}`,
          );
      const spki = await exportSPKI((await importJWK(published, 'RS256')) as never);
      for (const secret of [spki, JSON.stringify(published), published.n!, ''])
        await refused(byHand(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid }), text, hs256(secret)), 'HS256');
      const stranger = await issuerKey(kid, 'RS256');
      for (const header of [{}, { typ: 'at+jwt' }, { jwk: stranger.published }])
        await refused(await signed(stranger, claims, header), 'the key of somebody else');

      // Who has read the signing key from the database signs what other services accept, and this one still does not.
      const [stored] = await service.store.signingKeys.list();
      const key = createPrivateKey({ key: JSON.parse(stored!).key, format: 'jwk' });
      const rs256 = (input: string) => createSign('RSA-SHA256').update(input).sign(key);
      const forge = (changes: object) =>
        byHand(JSON.stringify({ alg: 'RS256', typ: 'at+jwt', kid }), JSON.stringify({ ...claims, ...changes }), rs256);
      assert.equal(forge({}), good, 'RS256 has one signature of a text');
      for (const changes of [
        { iss: 'https://issuer.example' },
        { sub: 'ann of south' },
        { shop: 'south' },
        { exp: claims.exp! + 3600 },
        { scope: `${claims.scope} notes:admin` },
        { jti: `session_${'A'.repeat(22)}` },
        { jti: `machine_${'A'.repeat(22)}` },
        { jti: [claims.jti] },
        { jti: undefined },
      ])
        await refused(forge(changes), JSON.stringify(changes));
    });

    test('S91: one character is another, or a part is missing', async () => {
      const token = await issue('south');
      const [header, claims, signature] = token.split('.') as [string, string, string];
      const other = (part: string, at: number) =>
        part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1);
      for (const text of [
        `${other(header, 12)}.${claims}.${signature}`,
        `${header}.${other(claims, 40)}.${signature}`,
        `${header}.${claims}.${other(signature, 40)}`,
        `${header}.${claims}.${signature.slice(0, -1)}${signature.endsWith('Q') ? 'R' : 'Q'}`,
        `${header}.${claims}.`,
        `${header}.${claims}`,
        `.${claims}.${signature}`,
        `${token}.`,
        `${token}=`,
        '..',
        `${header}.${'A'.repeat(9000)}.${signature}`,
      ])
        await refused(text, text.slice(-20));
      assert.equal((await inHeader(token)).status, 200);
    });

    test('S91: the token of a client is refused as one of a person, and the reverse', async () => {
      const person = await issue('north');
      const secret = await service.client('machine', 'worker', scopes, { shop: 'north' });
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'worker',
        client_secret: secret,
      });
      const answer = await fetch(`${service.base}/oauth/token`, { method: 'POST', body });
      const { access_token: client } = (await answer.json()) as { access_token: string };
      const bearer = (token: string) => list({ Authorization: `Bearer ${token}` });
      assert.equal((await bearer(client)).status, 200);
      await refused(client, 'the token of a client');
      const unknown = `machine_${'x'.repeat(24)}_${'x'.repeat(6)}`;
      assert.deepEqual(await shownFor(await bearer(person)), await shownFor(await bearer(unknown)));
      assert.equal((await bearer(person)).status, 401);
      assert.equal((await list({ Authorization: `Bearer ${client}`, 'X-Session': person })).status, 401, 'two of them');
    });

    test('S91: a token that was ended or has expired is refused as one that never was, and other tenants keep theirs', async () => {
      const [ended, kept] = [await issue('north'), await issue('south')];
      const { id } = (await service.service.keys.recordOf(ended))!;
      assert.equal((await inHeader(ended)).status, 200);
      assert.equal(await credentials.revoke(id), true);
      await refused(ended, 'ended');
      assert.equal((await inHeader(kept)).status, 200);
      const { exp = 0 } = decodeJwt(kept);
      now = exp * 1000 - 1;
      assert.equal((await inHeader(kept)).status, 200);
      now = exp * 1000;
      await refused(kept, 'expired');
    });

    test('S91: no piece of a signed token of a person is in the log or in the store', async () => {
      const token = await issue('north');
      assert.equal((await inHeader(token)).status, 200);
      const stored = JSON.stringify([
        await service.service.keys.recordOf(token),
        await credentials.listCredentials({ tokens: true }),
      ]);
      assert.ok(service.logged.some((line) => line.includes('"msg":"request"')));
      for (const piece of token.split('.').slice(1)) {
        assert.ok(!stored.includes(piece));
        for (const line of service.logged) assert.ok(!line.includes(piece));
      }
    });
  });
}
