#!/usr/bin/env node
// Starts on every Node, so that an older one reports the required version. Nothing else may be imported before.
import { describeNodeTooOld } from '../src/operator/needed-node.ts';

const older = describeNodeTooOld();
if (older !== undefined) {
  process.stderr.write(`${older}\n`);
  process.exitCode = 2;
} else {
  await import('./main.ts');
}
