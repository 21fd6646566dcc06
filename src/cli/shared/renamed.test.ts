import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRenamed, refuseRenamedVariables } from './renamed.ts';

test('a former flag or command is answered with its present name', () => {
  assert.equal(findRenamed(['check', '--no-gaps', 'a.md']), '(--no-gaps is now --strict)');
  assert.equal(findRenamed(['serve', 'a.md', '--base=https://a.example']), '(--base is now --base-url)');
  assert.equal(findRenamed(['events', 'failed', 'a.md']), '(events failed is now nonet deliveries list --failed)');
  assert.equal(findRenamed(['token-keys', 'list']), '(token-keys is now nonet signing-keys)');
  assert.equal(findRenamed(['check', '--strict', '--constructor']), undefined);
});

test('a variable that is set by its former name is refused, an empty one is not', () => {
  assert.throws(() => refuseRenamedVariables({ NONET_BASE: 'https://a.example' }), {
    message: 'The variable NONET_BASE is now NONET_BASE_URL.',
  });
  assert.throws(() => refuseRenamedVariables({ NONET_TARGET_PARTNER: 'https://a.example' }), {
    message: 'The variable NONET_TARGET_PARTNER is now NONET_WEBHOOK_URL_PARTNER.',
  });
  refuseRenamedVariables({ NONET_BASE: '', NONET_BASE_URL: 'https://a.example', HOME: '/' });
});
