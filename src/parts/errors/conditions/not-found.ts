import { anywhere, type Condition } from './contract.ts';

/** The record, or the parent in the path, does not exist or is hidden (RFC 9110, 15.5.5). */
export const notFound: Condition = {
  name: 'not found',
  status: 404,
  absent: true,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  provokedBy: 'name an unknown record',
  happened: 'the record does not exist, or the caller cannot access it',
};
