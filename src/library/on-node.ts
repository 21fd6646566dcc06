import { describeNodeTooOld } from '../cli/needed-node.ts';

// Imported before everything else, so that an older Node is told in words. Bun's word on the Node that it stands for says nothing.
if (process.versions.bun === undefined) {
  const older = describeNodeTooOld();
  if (older !== undefined) throw new Error(older);
}
