import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from '../../operator/command-error.ts';
import { createTrustedProxiesOption } from './proxy-options.ts';

const read = (text: string): unknown => createTrustedProxiesOption().parseArg!(text, undefined);

test('proxies are addresses and networks with commas', () => {
  assert.deepEqual(read('10.0.0.0/8, 2001:db8::1,192.0.2.7'), ['10.0.0.0/8', '2001:db8::1', '192.0.2.7']);
});

test('a proxy that is neither is told, with what would be right', () => {
  for (const text of ['', 'proxy.local', '10.0.0.0/40', '10.0.0.0/8,', '*']) {
    assert.throws(
      () => read(text),
      (error) => error instanceof CommandError && /such as 10\.0\.0\.0\/8/.test(error.message),
      text,
    );
  }
});
