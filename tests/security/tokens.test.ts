import assert from 'node:assert/strict';
import { createSign, KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { exportSPKI, importJWK, type JWTPayload } from 'jose';
import { type IssuerKey, issuerKey, setOf, signed } from '../serve/verifying/issuers.fixture.ts';
import { notes } from '../serve/verifying/tokens.fixture.ts';
import { serveTokens, type TokenService } from '../support/token-service.ts';
import { byHand, hs256 } from './tokens.fixture.ts';

const issuer = 'https://issuer.example';
const audience = 'https://notes.example';

describe('S28, tokens of an issuer outside', () => {
  let service: TokenService;
  let key: IssuerKey;
  let stranger: IssuerKey;
  let elsewhere: Server;
  let asked: string[];
  let outside: string;
  before(async () => {
    key = await issuerKey('main', 'RS256');
    stranger = await issuerKey('main', 'RS256');
    asked = [];
    elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('Content-Type', 'application/json').end(setOf(stranger));
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    outside = `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}`;
    service = await serveTokens(notes(['staff']), 'sqlite::memory:', {
      issuers: { staff: { issuer, audience, jwks: JSON.parse(setOf(key)) } },
      level: 'debug',
    });
  });
  after(async () => {
    await service.close();
    elsewhere.close();
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  const good = (): JWTPayload => {
    return { iss: issuer, aud: audience, sub: 'ann', iat: now(), exp: now() + 300, shop: 'north', scope: 'notes:read' };
  };
  const sent: string[] = [];
  const list = (token: string): Promise<Response> => {
    sent.push(token);
    return fetch(`${service.base}/notes`, { headers: { Authorization: `Bearer ${token}` } });
  };
  const rs256 = (input: string): Buffer =>
    createSign('RSA-SHA256')
      .update(input)
      .sign(KeyObject.from(key.private as never));

  /** Every refusal looks the same but for its trace id, and says nothing of why. */
  async function refused(token: string, what: string): Promise<void> {
    const response = await list(token);
    assert.equal(response.status, 401, what);
    assert.match(response.headers.get('WWW-Authenticate') ?? '', /^Bearer realm="Notes", error="invalid_token"/, what);
    const { instance, ...body } = (await response.json()) as Record<string, unknown>;
    assert.ok(instance !== undefined);
    assert.deepEqual(Object.keys(body).sort(), ['code', 'status', 'title', 'type'], what);
  }

  test('a good token is taken, so that the others are refused for what they are', async () => {
    assert.equal((await list(await signed(key, good()))).status, 200);
    assert.equal((await list(byHand('{"alg":"RS256"}', JSON.stringify(good()), rs256))).status, 200);
  });

  test('S28.1: alg none, in any letter case, with a signature and without', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
      for (const signature of ['', 'x']) {
        const header = JSON.stringify({ alg, kid: 'main' });
        await refused(
          byHand(header, JSON.stringify(good()), () => Buffer.from(signature)),
          `${alg} ${signature}`,
        );
      }
    }
  });

  test('S28.2: HS256 signed with the public key, in each form in which one could take it for a secret', async () => {
    const spki = await exportSPKI((await importJWK(key.published, 'RS256')) as never);
    for (const secret of [
      spki,
      spki.trim(),
      spki.replaceAll('\n', ''),
      JSON.stringify(key.published),
      key.published.n!,
    ]) {
      for (const header of [{ alg: 'HS256' }, { alg: 'HS256', kid: 'main' }, { alg: 'HS256', typ: 'at+jwt' }]) {
        await refused(byHand(JSON.stringify(header), JSON.stringify(good()), hs256(secret)), secret.slice(0, 30));
      }
    }
    await refused(byHand('{"alg":"HS256"}', JSON.stringify(good()), hs256('')), 'an empty secret');
  });

  test('S28.3: a key id that is a path, a query or no text', async () => {
    for (const kid of ['../../../../../../dev/null', '/etc/passwd', "main' OR '1'='1", '../main', '', '__proto__']) {
      await refused(await signed(stranger, good(), { kid }), kid);
      await refused(byHand(JSON.stringify({ alg: 'HS256', kid }), JSON.stringify(good()), hs256('')), kid);
    }
    for (const kid of [7, null, ['main'], { main: 1 }]) {
      await refused(byHand(JSON.stringify({ alg: 'RS256', kid }), JSON.stringify(good()), rs256), String(kid));
    }
  });

  test('S28.4: jku, x5u, jwk and x5c lead nowhere, and no address is requested', async () => {
    const headers = [
      { jku: `${outside}/jku` },
      { x5u: `${outside}/x5u` },
      { jku: `${outside}/jku`, kid: 'another' },
      { jwk: stranger.published },
      { x5c: ['MIIB'] },
    ];
    for (const header of headers) await refused(await signed(stranger, good(), header), JSON.stringify(header));
    const critical = JSON.stringify({ alg: 'RS256', kid: 'main', jku: `${outside}/jku`, crit: ['jku'] });
    await refused(byHand(critical, JSON.stringify(good()), rs256), 'jku in crit');
    assert.deepEqual(asked, []);
    const misled = await signed(key, good(), { jku: `${outside}/jku`, x5u: `${outside}/x5u` });
    assert.equal((await list(misled)).status, 200, 'the right key signs whatever the header names');
    assert.deepEqual(asked, []);
  });

  test('S28.5: exp is missing or no number', async () => {
    const { exp: _, ...endless } = good();
    await refused(await signed(key, endless), 'missing');
    for (const exp of ['"tomorrow"', `"${now() + 300}"`, 'null', 'true', '[]']) {
      const claims = JSON.stringify(endless).replace(/}$/, `,"exp":${exp}}`);
      await refused(byHand('{"alg":"RS256","kid":"main"}', claims, rs256), exp);
    }
  });

  test('S28.6: claims and header members that are repeated', async () => {
    const text = JSON.stringify(good());
    for (const again of [
      '"sub":"ben"',
      '"exp":99999999999',
      `"iss":"${issuer}"`,
      '"shop":"south"',
      '"su\\u0062":"ben"',
    ]) {
      await refused(byHand('{"alg":"RS256","kid":"main"}', text.replace(/}$/, `,${again}}`), rs256), again);
      await refused(byHand('{"alg":"RS256","kid":"main"}', text.replace(/^{/, `{${again},`), rs256), again);
    }
    await refused(byHand('{"alg":"none","alg":"RS256","kid":"main"}', text, rs256), 'alg');
    await refused(byHand('{"alg":"RS256","kid":"x","kid":"main"}', text, rs256), 'kid');
  });

  test('S28.7: aud and iss are others, are missing or only look alike', async () => {
    const { aud: _, ...forAll } = good();
    const { iss: __, ...ofNobody } = good();
    await refused(await signed(key, forAll), 'no aud');
    await refused(await signed(key, ofNobody), 'no iss');
    for (const aud of ['other', `${audience}/`, audience.toUpperCase(), [], ['other'], `${audience} other`]) {
      await refused(await signed(key, { ...good(), aud }), `aud ${aud}`);
    }
    for (const iss of ['https://other.example', `${issuer}/`, `${issuer}.evil.example`, issuer.toUpperCase()]) {
      await refused(await signed(key, { ...good(), iss }), `iss ${iss}`);
    }
  });

  test('S28.8: the token is over, is not valid yet, or is older than its scheme allows', async () => {
    await refused(await signed(key, { ...good(), exp: now() - 60 }), 'over');
    await refused(await signed(key, { ...good(), nbf: now() + 120 }), 'not yet');
    await refused(await signed(key, { ...good(), nbf: 'soon' as never }), 'nbf is no number');
    await refused(await signed(key, { ...good(), iat: now() - 7200 }), 'too old');
    await refused(await signed(key, { ...good(), iat: now() + 120 }), 'given later than now');
    await refused(await signed(key, { ...good(), iat: now() + 86_400, exp: now() + 86_500 }), 'given tomorrow');
    await refused(await signed(key, { ...good(), iat: 'now' as never }), 'iat is no number');
    assert.equal((await list(await signed(key, { ...good(), iat: now() + 10 }))).status, 200, 'clocks differ');
  });

  test('S28.9: an extension that must be understood, an unencoded payload, an encrypted token', async () => {
    const text = JSON.stringify(good());
    for (const header of [
      '{"alg":"RS256","crit":["exp"],"exp":1}',
      '{"alg":"RS256","crit":[]}',
      '{"alg":"RS256","b64":false,"crit":["b64"]}',
    ]) {
      await refused(byHand(header, text, rs256), header);
    }
    await refused('eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d', 'five parts');
  });

  test('S28.10: one character is another, a part is missing, or it is too long', async () => {
    const token = await signed(key, good());
    const [header, claims, signature] = token.split('.') as [string, string, string];
    const other = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    for (const at of [0, 20, 100]) {
      await refused(`${header}.${claims}.${other(signature, at)}`, `signature ${at}`);
      await refused(`${header}.${other(claims, at)}.${signature}`, `claims ${at}`);
    }
    for (const text of [
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${header}..${signature}`,
      `.${claims}.${signature}`,
      '..',
      'a.b.c',
    ]) {
      await refused(text, text.slice(-20));
    }
    // 256 bytes end in a character of which four bits say nothing: fifteen others give the same bytes.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(signature.at(-1)!);
    for (const more of [1, 15]) {
      const same = signature.slice(0, -1) + digits[last + more];
      assert.deepEqual(Buffer.from(same, 'base64url'), Buffer.from(signature, 'base64url'));
      await refused(`${header}.${claims}.${same}`, 'another text of the same signature');
    }
    for (const text of [`${signature}==`, signature.replaceAll('-', '+').replaceAll('_', '/')]) {
      if (text !== signature) await refused(`${header}.${claims}.${text}`, 'another alphabet, or padding');
    }
    await refused(await signed(key, { ...good(), more: 'x'.repeat(9000) }), 'too long');
    await refused(await signed(stranger, good()), 'the key of somebody else');
  });

  test('S28.11: a subject that is missing or no text', async () => {
    for (const sub of [undefined, '', 7, null, ['ann']]) {
      await refused(await signed(key, { ...good(), sub: sub as never }), String(sub));
    }
  });

  test('S63: no piece of a token is in the log, whether it was taken or refused', () => {
    const requests = service.logged.filter((line) => line.includes('"msg":"request"'));
    assert.equal(requests.length, sent.length);
    assert.ok(sent.length > 100);
    for (const piece of sent.flatMap((token) => token.split('.')).filter((part) => part.length > 8)) {
      for (const line of service.logged) assert.ok(!line.includes(piece), line);
    }
  });
});
