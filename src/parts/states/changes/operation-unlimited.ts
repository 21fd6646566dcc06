import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { limits, type RowPair } from './subjects.ts';

/** A row no longer limits when records may be created, changed or deleted. */
export const operationUnlimited: ChangeRule<RowPair> = {
  name: 'states/operation-unlimited',
  verb: 'behaviour',
  differs: 'a row no longer limits when records may be created, changed or deleted',
  requests: compatible,
  answers: unclear('A client that relies on records staying as they are where the row forbade it.'),
  find: ({ called, newerRows, old, now }) => {
    if (now !== undefined || newerRows > 0 || !limits(old!.plan.name)) return undefined;
    return { where: called, what: `no row limits \`${called}\` any more`, old: old!.model.span };
  },
};
