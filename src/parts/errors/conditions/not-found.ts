import type { Condition } from './contract.ts';
import { anywhere, at, namesRecord } from './places.ts';

/** The record, or the parent in the path, does not exist or is hidden (RFC 9110, 15.5.5). */
export const notFound: Condition = {
  name: 'not found',
  status: 404,
  narrowedTo: anywhere,
  statuses: 'client',
  produced: ({ operations }) => operations.filter(namesRecord).map((operation) => at(operation)),
  words: 'there is no such record',
};
