import { anywhere, type Condition } from './contract.ts';

/** The request names no version where one is asked for. */
export const versionMissing: Condition = {
  name: 'version missing',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a row of Placement whose When absent is `refused`',
  provokedBy: 'leave out the version',
  happened: 'the request names no version',
};
