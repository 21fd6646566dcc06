import { anywhere, type Condition } from './contract.ts';

/** As many records are kept as a limit of kind `quota` allows (RFC 9110, 15.5.4). */
export const quota: Condition = {
  name: 'quota',
  status: 403,
  narrowedTo: anywhere,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  needs: 'a limit of kind `quota`',
  happened: 'the maximum number of records is reached',
};
