import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plan, resource, stored } from '../../../../tests/support/plans.ts';
import { plainCipher } from '../../../serve/platform-node.ts';
import type { Printed, Terminal } from '../../shared/terminal.ts';
import { readRequiredCipher } from './key.ts';

test('without a key for secrets each field that stores them is named once', () => {
  const secret = stored('secret', 'text', { schema: { type: 'string', format: { name: 'secret' } } });
  const of = plan([resource('Hook', [stored('id'), secret])], []);
  const printed: Printed[] = [];
  const terminal = (environment: Terminal['environment']) =>
    ({ environment, out: (line: Printed) => void printed.push(line) }) as Terminal;
  assert.deepEqual(readRequiredCipher(of, terminal({})), { cipher: plainCipher });
  assert.deepEqual(printed, ['Hook.secret: stored as plain text. To encrypt secrets, set NONET_SECRET_KEY.', '']);
  assert.ok(readRequiredCipher(of, terminal({ NONET_SECRET_KEY: 'a key of sixteen characters' })).cipher !== undefined);
  assert.equal(printed.length, 2);
});
