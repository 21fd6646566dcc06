import { anywhere, type Condition } from './contract.ts';

/** The request names a version that the document does not state. */
export const unknownVersion: Condition = {
  name: 'unknown version',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a row of Placement',
  provokedBy: 'name an unknown version',
  happened: 'the version does not exist',
};
