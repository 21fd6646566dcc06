import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTotpUri, readKeptTotp, writeKeptTotp, writeTotpUri } from './kept-totp.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('what is known of a secret is read as it was written', () => {
  for (const step of [undefined, 0, 58215342])
    for (const [wrong, wrongAt] of [
      [0, 0],
      [1, 1_700_000_000_000],
      [123, 1],
    ] as const) {
      const kept = { secret, step, wrong, wrongAt };
      assert.deepEqual(readKeptTotp(writeKeptTotp(kept)), kept);
    }
  assert.deepEqual(
    [
      writeKeptTotp({ secret, step: undefined, wrong: 0, wrongAt: 0 }),
      writeKeptTotp({ secret, step: 0, wrong: 0, wrongAt: 0 }),
    ],
    [secret, `${secret};0`],
  );
});

test('another text is no secret', () => {
  const texts = [
    '',
    secret.toLowerCase(),
    secret.slice(0, 15),
    `${secret};x`,
    `${secret};1;2`,
    `${secret};1;2;3;4`,
    `${secret} `,
  ];
  for (const text of [
    ...texts,
    `otpauth://totp/?secret=${secret}`,
    `otpauth://hotp/a?secret=${secret}`,
    `otpauth://totp/a?xsecret=${secret}`,
  ])
    assert.equal(readKeptTotp(text), undefined, text);
});

test('an otpauth URI has the secret, the issuer and the account, whatever these contain', () => {
  const hostile = 'A & B: 100% #1?secret=x/…';
  const uri = writeTotpUri(secret, hostile, 'ada:1@example.com');
  const { protocol, host, pathname, searchParams } = new URL(uri);
  assert.deepEqual([protocol, host], ['otpauth:', 'totp']);
  const [issuer, account, ...more] = pathname.slice(1).split(':').map(decodeURIComponent);
  assert.deepEqual([issuer, account, more], ['A & B  100% #1?secret=x/…', 'ada 1@example.com', []]);
  assert.deepEqual(Object.fromEntries(searchParams), {
    secret,
    issuer: issuer!,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  assert.equal(isTotpUri(uri), true);
  assert.equal(readKeptTotp(uri)?.secret, secret);
});
