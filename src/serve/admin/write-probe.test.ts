import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNodePlatform } from '../platform-node.ts';
import { createWritableCheck } from './write-probe.ts';

test('a store that takes no writes is logged once, until it takes them again', async () => {
  const logged: unknown[] = [];
  let now = 0;
  let isFull = true;
  const log = { info() {}, warn() {}, error: (...line: readonly unknown[]) => void logged.push(line) };
  const platform = { ...createNodePlatform(log), now: () => now };
  const probeWrite = async (): Promise<void> => {
    if (isFull) throw new Error('disk is full');
  };
  const isWritable = createWritableCheck({ probeWrite }, platform);
  const look = async (): Promise<boolean> => {
    now += 5_000;
    return isWritable();
  };
  assert.deepEqual([await look(), await look()], [false, false]);
  assert.deepEqual(logged, [[{ error: 'Error: disk is full' }, 'failed to write to the store']]);
  isFull = false;
  assert.equal(await look(), true);
  isFull = true;
  assert.equal(await look(), false);
  assert.equal(logged.length, 2);
});
