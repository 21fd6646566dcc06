import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { createSystemError, replaceBuiltIn } from '../../../../tests/support/built-in.ts';
import { checkTypes } from './types.ts';

test('without the compiler the check of types says how to install it', (t) => {
  replaceBuiltIn(t, fs, 'existsSync', () => false);
  assert.throws(() => checkTypes(['/shop.ts']), {
    message: '--check runs tsc, but TypeScript is not installed. To install it, run npm install --save-dev typescript',
  });
});

test('a compiler that cannot be started fails the check of types', (t) => {
  replaceBuiltIn(t, childProcess, 'spawnSync', () => ({ error: createSystemError('ENOMEM') }));
  assert.throws(() => checkTypes([import.meta.filename]), { message: 'Failed to run tsc: ENOMEM' });
});
