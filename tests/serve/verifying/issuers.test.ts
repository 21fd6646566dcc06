import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { IssuerUnavailableError } from '../../../src/contracts/sessions/tokens.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { findIssuerErrors, type IssuerSettings } from '../../../src/serve/verifying/issuer-settings.ts';
import { isToken, openIssuers } from '../../../src/serve/verifying/issuers.ts';
import { cacheForMs } from '../../../src/serve/verifying/kept-tokens.ts';
import { minFetchIntervalMs, refreshAfterMs, staleAfterMs } from '../../../src/serve/verifying/key-sets.ts';
import { issuerKey, setOf, signed } from './issuers.fixture.ts';
import { planOfNotes } from './tokens.fixture.ts';

const start = Date.UTC(2026, 0, 15, 12);
const seconds = start / 1000;
const plan = planOfNotes(['staff']);
let first: Awaited<ReturnType<typeof issuerKey>>;
let second: typeof first;
before(async () => {
  [first, second] = await Promise.all([issuerKey('first'), issuerKey('second')]);
});
const claims = { iss: 'https://issuer.example', aud: 'notes', sub: 'ann', shop: 'north', iat: seconds };
const good = { ...claims, exp: seconds + 600, scope: 'notes:read' };

/** The verifier of the scheme `staff`, and how often its issuer's keys were read. */
function staff(jwks: IssuerSettings['jwks'], more: Partial<IssuerSettings> = {}) {
  let reads = 0;
  const logged: string[] = [];
  const log = (_: object, message: string): void => void logged.push(message);
  const counted: IssuerSettings['jwks'] =
    typeof jwks !== 'function'
      ? jwks
      : () => {
          reads++;
          return jwks();
        };
  const settings = { issuer: 'https://issuer.example', audience: 'notes', jwks: counted, ...more };
  const platform = createNodePlatform({ info: log, warn: log, error: log });
  const [verifier] = openIssuers(plan, { staff: settings }, platform, undefined);
  return { logged, reads: () => reads, find: async (text: string, at = start) => verifier!.find(text, at) };
}

test('a token of the issuer is its subject with its scopes and attributes', async () => {
  const { find } = staff(async () => setOf(first));
  const caller = await find(await signed(first, good));
  assert.deepEqual(caller?.values, { id: 'ann', scopes: ['notes:read'], scheme: 'staff', shop: 'north' });
  assert.equal((await find(await signed(first, { ...good, aud: ['others', 'notes'] })))?.id, 'ann');
  assert.equal((await find(await signed(first, { ...good, shop: 'south' })))?.values.shop, 'south');
});

test('exp and nbf hold within thirty seconds, and the lifetime of the scheme is the most', async () => {
  const { find } = staff(async () => setOf(first));
  const token = await signed(first, good);
  assert.equal((await find(token, start + 629_000))?.id, 'ann');
  assert.equal(await find(token, start + 631_000), undefined);
  const early = await signed(first, { ...good, nbf: seconds + 60 });
  assert.equal(await find(early), undefined);
  assert.equal((await find(early, start + 31_000))?.id, 'ann');
  const long = await signed(first, { ...good, exp: seconds + 86_400 });
  assert.equal((await find(long, start + 3_600_000))?.id, 'ann');
  assert.equal(await find(long, start + 3_631_000), undefined);
  const { iat: _, ...ageless } = good;
  assert.equal(await find(await signed(first, ageless)), undefined);
});

test('only the algorithms that are set are taken', async () => {
  const rsa = await issuerKey('rsa', 'RS256');
  const { find } = staff(async () => setOf(first, rsa), { algorithms: ['RS256'] });
  assert.equal(await find(await signed(first, good)), undefined);
  assert.equal((await find(await signed(rsa, good)))?.id, 'ann');
});

test('a token without a key id is tried with each key that may have signed it', async () => {
  const [left, right] = [await issuerKey(undefined), await issuerKey(undefined)];
  const { find } = staff(async () => setOf(left, right));
  assert.equal((await find(await signed(left, good)))?.id, 'ann');
  assert.equal((await find(await signed(right, { ...good, sub: 'ben' })))?.id, 'ben');
  assert.equal(await find(await signed(await issuerKey(undefined), good)), undefined);
});

test('an unknown key id makes the keys be read again, at most once in thirty seconds', async () => {
  let keys = setOf(first);
  const { find, reads } = staff(async () => keys);
  const [older, newer] = [await signed(first, good), await signed(second, good)];
  assert.equal((await find(older))?.id, 'ann');
  assert.equal(await find(newer), undefined);
  assert.equal(reads(), 1);
  keys = setOf(first, second);
  const later = start + minFetchIntervalMs;
  assert.equal((await find(newer, later))?.id, 'ann');
  assert.equal((await find(older, later))?.id, 'ann');
  const stranger = await signed(await issuerKey('stranger'), good);
  for (let i = 0; i < 5; i++) assert.equal(await find(stranger, later + i), undefined);
  assert.equal(reads(), 2);
});

test('a key that the issuer has withdrawn holds no more, also for tokens that were seen before', async () => {
  let keys = setOf(first, second);
  const { find } = staff(async () => keys);
  const token = await signed(first, { ...good, exp: seconds + 3600 });
  assert.equal((await find(token))?.id, 'ann');
  keys = setOf(second);
  const later = start + refreshAfterMs;
  assert.equal((await find(token, later))?.id, 'ann', 'the keys known so far hold while they are read');
  await new Promise(setImmediate);
  assert.equal(await find(token, later + 1), undefined);
});

test('after a pause the keys are read before a token is taken by them', async () => {
  let keys = setOf(first);
  const { find } = staff(async () => keys);
  const token = await signed(first, { ...good, exp: seconds + 3600 });
  assert.equal((await find(token))?.id, 'ann');
  keys = setOf(second);
  assert.equal(await find(token, start + staleAfterMs), undefined);
});

test('a clock that is set back does not keep a key that the issuer has withdrawn', async () => {
  let keys = setOf(first, second);
  const { find } = staff(async () => keys);
  const day = 86_400_000;
  const token = await signed(first, { ...good, exp: seconds + 3600 });
  const ahead = { ...good, exp: seconds + 2 * 86_400, iat: seconds + 86_400 };
  assert.equal((await find(await signed(first, ahead), start + day))?.id, 'ann');
  keys = setOf(second);
  assert.equal(await find(token, start), undefined);
});

test('the keys that were read last hold while the issuer is down', async () => {
  let up = true;
  const { find, logged } = staff(async () => {
    if (!up) throw new Error('down');
    return setOf(first);
  });
  const token = await signed(first, { ...good, exp: seconds + 3600 });
  assert.equal((await find(token))?.id, 'ann');
  up = false;
  const later = start + refreshAfterMs;
  assert.equal((await find(token, later))?.id, 'ann');
  await new Promise(setImmediate);
  assert.equal((await find(await signed(first, { ...good, sub: 'ben' }), later + 1))?.id, 'ben');
  assert.equal(await find(await signed(second, good), later + minFetchIntervalMs), undefined);
  assert.match(logged.join(), /the previous keys stay in use/);
});

test('a key that was withdrawn long ago verifies no token while the keys are fetched', async () => {
  let keys = setOf(first);
  let release: () => void = () => undefined;
  let gate = Promise.resolve();
  const { find, reads } = staff(async () => {
    await gate;
    return keys;
  });
  const token = await signed(first, { ...good, exp: seconds + 86_400 });
  assert.equal((await find(token))?.id, 'ann');
  keys = setOf(second);
  gate = new Promise((done) => {
    release = done;
  });
  const later = start + staleAfterMs;
  const both = [find(token, later), find(token, later + 1)];
  await new Promise(setImmediate);
  release();
  assert.deepEqual(await Promise.all(both), [undefined, undefined]);
  assert.equal(reads(), 2);
});

test('while no keys could ever be had, a token is not refused: it cannot be checked', async () => {
  let up = false;
  const { find, reads } = staff(async () => {
    if (!up) throw new Error('down');
    return setOf(first);
  });
  const token = await signed(first, good);
  await assert.rejects(find(token), IssuerUnavailableError);
  await assert.rejects(find(token, start + 500), IssuerUnavailableError);
  assert.equal(reads(), 1);
  assert.equal(await find('no.token.', start + 600), undefined);
  up = true;
  assert.equal((await find(token, start + 1_000))?.id, 'ann');
});

test('a token that is sent again is not verified again, for five minutes', async () => {
  const { find } = staff(async () => setOf(first));
  const token = await signed(first, good);
  const caller = await find(token);
  assert.equal(await find(token, start + 1_000), caller);
  const again = await find(token, start + cacheForMs);
  assert.notEqual(again, caller);
  assert.deepEqual(again, caller);
});

test('what is no JWK Set is no key, and symmetric keys and private ones are none either', async () => {
  for (const text of ['', '[]', '{}', '{"keys":{}}', '<html>']) {
    await assert.rejects(staff(async () => text).find(await signed(first, good)), IssuerUnavailableError, text);
  }
  assert.equal(await staff(async () => '{"keys":[1,{"kty":"strange"}]}').find(await signed(first, good)), undefined);
  const secret = { published: { kty: 'oct', k: 'c2VjcmV0', kid: 'first', alg: 'HS256' }, private: first.private };
  const { find } = staff(async () => setOf(secret));
  assert.equal(await find(await signed(first, good)), undefined);
});

test('a JWT has two dots', () => {
  assert.deepEqual(['a.b.c', 'a.b', 'a.b.c.d', 'key_a', `a.b.${'c'.repeat(9000)}`].map(isToken), [
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('settings that are missing or do not fit are told', () => {
  const said = (issuers: Parameters<typeof findIssuerErrors>[1]) =>
    findIssuerErrors(plan, issuers).map(({ setting, what }) => `${setting}: ${what}`);
  assert.deepEqual(said(undefined), [
    'issuer: the issuer of staff is not set',
    'audience: the audience of staff is not set',
    'jwks: the key set of staff is not set',
  ]);
  const fine = { issuer: 'https://issuer.example', audience: 'notes', jwks: 'https://issuer.example/jwks' };
  assert.deepEqual(said({ staff: fine }), []);
  assert.deepEqual(said({ staff: { ...fine, jwks: 'http://127.0.0.1:1/jwks' } }), []);
  assert.match(said({ staff: { ...fine, jwks: 'http://issuer.example/jwks' } }).join(), /^jwks: .*https/);
  assert.match(said({ staff: { ...fine, jwks: 'file:///etc/passwd' } }).join(), /^jwks: .*https/);
  assert.match(said({ staff: { ...fine, algorithms: ['HS256'] } }).join(), /^algorithms: .*HS256.*RS256/);
  assert.match(said({ staff: { ...fine, algorithms: ['none'] } }).join(), /^algorithms: /);
  assert.match(said({ staff: fine, others: fine }).join(), /^scheme: .*no scheme others.*it has staff/);
  assert.throws(
    () => openIssuers(plan, {}, createNodePlatform({ info() {}, warn() {}, error() {} }), undefined),
    /the issuer of .* is not set/,
  );
});
