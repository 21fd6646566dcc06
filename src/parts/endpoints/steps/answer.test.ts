import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reactions } from '../../../../tests/serve/lists/reactions.fixture.ts';
import { nonetHere } from '../../../../tests/support/here.ts';
import { inFolder } from '../../../../tests/support/process.ts';

test('nonet explain prints which records that refer to those of a response are read', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'reactions.md');
    writeFileSync(file, reactions.replaceAll(/^.*\(handler\).*\n/gm, '').replace('show Issue, each, ', ''));
    const { out } = await nonetHere(['explain', file, 'GET /issues/{id}']);
    assert.ok(
      out.includes(
        'read the first 3 Reaction records by -weight, -id that refer to each record by issue and that the caller may read',
      ),
      out,
    );
  });
});
