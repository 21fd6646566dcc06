import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import type { Terminal } from '../../shared/terminal.ts';
import { addDocs } from './docs.ts';

test('an installation without the service for browsers says so, and writes nothing', async () => {
  const printed: unknown[] = [];
  const print = (line: unknown): void => void printed.push(line);
  const terminal = { out: print, err: print, environment: {}, end: () => undefined } as unknown as Terminal;
  const generate = new Command();
  addDocs(generate, terminal, () => undefined);
  await assert.rejects(
    generate.parseAsync(['docs', 'x.md', '--with-service', '--out', 'nowhere'], { from: 'user' }),
    /This installation lacks the service for browsers\. Install the package nonet as a whole\./,
  );
  assert.deepEqual(printed, []);
});
