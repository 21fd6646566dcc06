#!/usr/bin/env node
// Starts on every Node, so that an older one is told in words which version is needed. Nothing else may be imported before.
import { olderNode } from '../src/cli/needed-node.ts';

const older = olderNode();
if (older !== undefined) {
  process.stderr.write(`${older}\n`);
  process.exitCode = 2;
} else {
  await import('./main.ts');
}
