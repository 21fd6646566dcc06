import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { createSystemError, replaceBuiltIn } from '../../../tests/support/built-in.ts';
import { readText } from '../../cli/shared/read-text.ts';
import { createWriteError, writeText } from '../../operator/files/writing.ts';

test('a file that cannot be written is named with the reason', () => {
  const explain = (code: string): string => createWriteError('types.ts', createSystemError(code)).message;
  assert.equal(explain('EACCES'), 'Failed to write types.ts: this user must not write there.');
  assert.equal(explain('ENOSPC'), 'Failed to write types.ts: the disk is full.');
  assert.equal(explain('EFBIG'), 'Failed to write types.ts: the file is too large.');
  assert.equal(explain('EIO'), 'Failed to write types.ts: EIO.');
});

test('a disk that is full while a file is written leaves no part of it', (t) => {
  replaceBuiltIn(t, fs, 'writeFileSync', () => {
    throw createSystemError('ENOSPC');
  });
  const file = `${import.meta.dirname}/never-written.ts`;
  assert.throws(() => writeText(file, 'text'), { message: `Failed to write ${file}: the disk is full.` });
  assert.equal(fs.existsSync(file), false);
});

test('a document that this user must not read is named', (t) => {
  replaceBuiltIn(t, fs, 'openSync', () => {
    throw createSystemError('EACCES');
  });
  assert.throws(() => readText(import.meta.filename), {
    name: 'Error',
    message: `This user must not read ${import.meta.filename}.`,
  });
});
