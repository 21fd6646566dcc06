import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonetHere } from '../../../tests/support/here.ts';
import { inFolder, root } from '../../../tests/support/process.ts';

const example = readFileSync(join(root, 'tests/documents/written-out/invoices.md'), 'utf8');

test('a condition without a row is listed with the status by which it is answered', () =>
  inFolder(async (folder) => {
    const open = example.replace(/^\| (wrong_state|in_use) .*\n/gm, '').replace('as wrong_state', 'as not_found');
    writeFileSync(join(folder, 'a.md'), open);
    const { status, out } = await nonetHere(['gaps', 'a.md'], { cwd: folder });
    assert.equal(status, 0);
    assert.match(out, /^ {2}wrong state on pay Invoice {2,}gap {8}line \d+, returns 409 without a code$/m);
    assert.match(out, /^ {2}still referenced {2,}gap {8}line \d+, returns 409 without a code$/m);
  }));

test('a document with an error is told apart: its refusals cannot be listed yet', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'a.md'), example.replace(/^\| wrong_state .*\n/gm, ''));
    const { status, out, err } = await nonetHere(['gaps', 'a.md'], { cwd: folder });
    assert.equal(status, 0);
    assert.doesNotMatch(out, /without a code/);
    assert.match(
      err,
      /^a\.md has 1 error, so error conditions without a row in Errors are not listed\. To see the errors, run nonet check a\.md$/m,
    );
  }));
