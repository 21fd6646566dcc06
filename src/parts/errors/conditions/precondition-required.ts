import { anywhere, type Condition } from './contract.ts';

/** The header of a precondition is missing (RFC 6585, 3). */
export const preconditionRequired: Condition = {
  name: 'precondition required',
  status: 428,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a row of Preconditions that says `refused`',
  provokedBy: 'leave out the precondition',
  happened: 'a precondition is required',
};
