import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '../../contracts/platform.ts';
import { openPersistentNatsLink } from './kept.ts';

test('while no server has answered, that is the problem', async () => {
  const after: Platform['after'] = (_, work) => {
    setImmediate(work);
    return () => undefined;
  };
  const kept = openPersistentNatsLink({ servers: [] }, { after } as Platform, () => new Promise(() => undefined));
  assert.deepEqual(await kept.link(1), { problem: 'the NATS server has not answered yet' });
  await kept.close();
});
