import { describeNodeTooOld } from '../operator/needed-node.ts';

// Imported first, so that an older Node gets a clear message. Bun's claimed Node version is meaningless.
if (process.versions.bun === undefined) {
  const older = describeNodeTooOld();
  if (older !== undefined) throw new Error(older);
}
