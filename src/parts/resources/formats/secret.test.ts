import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNodePlatform } from '../../../serve/platform-node.ts';
import { secret } from './secret.ts';

test('a secret that the service makes is whsec_ and the base64 of 24 to 64 random bytes', () => {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const made = Array.from({ length: 100 }, () => secret.assignable!(platform, undefined, 0) as string);
  assert.equal(new Set(made).size, made.length);
  for (const signingSecret of made) {
    const [, text = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(signingSecret) ?? [];
    const bytes = Buffer.from(text, 'base64');
    assert.ok(bytes.length >= 24 && bytes.length <= 64, signingSecret);
    assert.equal(bytes.toString('base64'), text);
  }
});
