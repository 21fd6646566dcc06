import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decodeBase32, encodeBase32 } from './base32.ts';
import { computeCode, computeHotp, equalsInConstantTime, getTimeStep } from './one-time-code.ts';
import { signHmacSha1 } from './sha1.ts';

const key = new TextEncoder().encode('12345678901234567890');

test('codes are those of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  for (const [counter, code] of codes.entries()) assert.equal(computeHotp(key, counter, 6), code);
});

test('codes are those of RFC 6238, appendix B', () => {
  const codes = {
    59: '94287082',
    1111111109: '07081804',
    1111111111: '14050471',
    1234567890: '89005924',
    2000000000: '69279037',
    20000000000: '65353130',
  };
  for (const [seconds, code] of Object.entries(codes)) {
    const step = getTimeStep(Number(seconds) * 1000);
    assert.equal(computeHotp(key, step, 8), code);
    assert.equal(computeCode(encodeBase32(key), step), code.slice(2));
  }
});

test('a HMAC with SHA-1 is the one of Node for keys and texts of each length', () => {
  for (let length = 0; length < 140; length += 1) {
    const [secret, bytes] = [randomBytes(length), randomBytes(140 - length)];
    assert.deepEqual(Buffer.from(signHmacSha1(secret, bytes)), createHmac('sha1', secret).update(bytes).digest());
  }
});

test('base 32 is that of RFC 4648, section 10, without padding', () => {
  const texts = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [plain, text] of Object.entries(texts)) {
    assert.equal(encodeBase32(new TextEncoder().encode(plain)), text);
    assert.equal(new TextDecoder().decode(decodeBase32(text)), plain);
  }
  const bytes = randomBytes(20);
  assert.deepEqual(Buffer.from(decodeBase32(encodeBase32(bytes))), bytes);
});

test('texts are equal or not, of whatever length', () => {
  assert.equal(equalsInConstantTime('123456', '123456'), true);
  for (const other of ['123457', '023456', '12345', '1234567', ''])
    assert.equal(equalsInConstantTime('123456', other), false);
});
