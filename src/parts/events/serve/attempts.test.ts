import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addJitter, askedFor, waitsOf } from './attempts.ts';

const hour = 3_600_000;

test('waits grow by one factor from 5 seconds so that the last attempt is due the stated time after the first', () => {
  const waits = waitsOf({ count: 8, milliseconds: 28 * hour });
  assert.equal(waits.length, 7);
  assert.equal(waits[0], 5_000);
  assert.ok(Math.abs(waits.reduce((sum, wait) => sum + wait, 0) - 28 * hour) < 1);
  const factors = waits.slice(1).map((wait, at) => wait / waits[at]!);
  assert.ok(Math.max(...factors) - Math.min(...factors) < 1e-9);
});

test('any stated schedule ends when it says, in waits that never shrink', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 100 }),
      fc.integer({ min: 1_000, max: 1_000 * hour }),
      (attempts, milliseconds) => {
        const waits = waitsOf({ count: attempts, milliseconds });
        assert.equal(waits.length, attempts - 1);
        const whole = waits.reduce((sum, wait) => sum + wait, 0);
        assert.ok(
          Math.abs(whole - milliseconds) < 1 + milliseconds * 1e-6,
          `${attempts} over ${milliseconds}: ${whole}`,
        );
        waits.slice(1).forEach((wait, at) => void assert.ok(wait >= waits[at]! - 1e-6));
      },
    ),
  );
});

test('without stated attempts there is one attempt', () => {
  assert.deepEqual(waitsOf(undefined), []);
});

test('a wait varies by a tenth', () => {
  assert.deepEqual([addJitter(1_000, 0), addJitter(1_000, 0.5), addJitter(1_000, 1)], [900, 1_000, 1_100]);
});

test('Retry-After is read as seconds and as a date, never as earlier than now, and for a day at most', () => {
  const now = Date.UTC(2026, 10, 1, 9);
  assert.equal(askedFor('120', now), now + 120_000);
  assert.equal(askedFor('Sun, 01 Nov 2026 10:00:00 GMT', now), now + hour);
  assert.equal(askedFor('Sun, 01 Nov 2020 10:00:00 GMT', now), now);
  assert.equal(askedFor('99999999', now), now + 24 * hour);
  for (const wrong of [undefined, '', '-5', '1.5', 'soon', '99999999999', '2026-11-01']) {
    assert.equal(askedFor(wrong, now), undefined, String(wrong));
  }
});
