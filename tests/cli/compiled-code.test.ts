import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { inFolder, root, serve } from '../support/process.ts';

test('a service that is killed leaves its compiled code for the next start', () =>
  inFolder(async (folder) => {
    const document = join(root, 'examples/seat-holds/seat-holds.md');
    const service = await serve(document, ['--store', 'sqlite::memory:'], { NODE_COMPILE_CACHE: folder });
    const list = (): readonly string[] => globSync('*/*', { cwd: folder });
    for (let tries = 0; list().length <= 20 && tries < 200; tries += 1) await wait(50);
    await service.kill();
    assert.ok(list().length > 20, `${list().length} files`);
  }));
