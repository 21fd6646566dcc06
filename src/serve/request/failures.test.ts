import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '../../contracts/platform.ts';
import { IssuerUnavailableError } from '../../contracts/sessions/tokens.ts';
import { createFailureReader } from './failures.ts';

test('a response that is too long to be built is unavailable, and logged', () => {
  const logged: string[] = [];
  const log = { error: (_: object, message: string) => void logged.push(message) };
  const read = createFailureReader({ log } as unknown as Platform);
  const trace = { traceId: 'a'.repeat(32) } as Parameters<typeof read>[1];
  const tooLong = (): string => 'x'.repeat(2 ** 29).padEnd(2 ** 29 + 30, 'x');
  let thrown: unknown;
  try {
    tooLong();
  } catch (error) {
    thrown = error;
  }
  assert.deepEqual(read(thrown, trace, 'list Note'), { condition: 'unavailable' });
  assert.deepEqual(logged, ['failed to build the response of list Note: it is too long']);
});

test('an issuer without known keys is logged once for many requests, whoever sends them', () => {
  const logged: object[] = [];
  const log = { warn: (facts: object, message: string) => void logged.push({ ...facts, message }) };
  const read = createFailureReader({ log } as unknown as Platform);
  const trace = { traceId: 'a'.repeat(32) } as Parameters<typeof read>[1];
  for (let nth = 0; nth < 100; nth++) {
    assert.deepEqual(read(new IssuerUnavailableError('no keys of staff are available'), trace), {
      condition: 'unavailable',
    });
  }
  const error = 'no keys of staff are available';
  assert.deepEqual(logged, [{ trace_id: trace.traceId, error, requests: 1, message: 'failed to verify tokens' }]);
});
