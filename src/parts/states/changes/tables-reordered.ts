import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { TableOrder } from './subjects.ts';

/** The rows of two state fields for one operation are tried in another order. */
export const tablesReordered: ChangeRule<TableOrder> = {
  name: 'states/tables-reordered',
  verb: 'behaviour',
  differs: 'the rows of two state fields for one operation are tried in another order',
  answers: unclear('A client that both refuse, and that tells by the code why.'),
  find: ({ called, old, now }) => ({
    where: called,
    what: `the rows of two state fields for \`${called}\` are tried in another order`,
    old,
    now,
  }),
};
