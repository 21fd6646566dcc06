import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IssuerUnavailableError } from '../../contracts/sessions/tokens.ts';
import { load } from './open.ts';

test('without the package, sign ins are unavailable, and the log names it', async () => {
  const missing = load('openid-client', () => Promise.reject(new Error('Cannot find package')));
  await assert.rejects(missing, (error: Error) => {
    assert.ok(error instanceof IssuerUnavailableError);
    assert.equal(
      error.message,
      'Signing in needs the package openid-client. To install it, run: npm install openid-client',
    );
    return true;
  });
});
