import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { limits, type RowPair } from './subjects.ts';

/** One of the rows under which records may be created, changed or deleted is gone. */
export const limitRowRemoved: ChangeRule<RowPair> = {
  name: 'states/limit-row-removed',
  verb: 'behaviour',
  differs: 'one of the rows under which records may be created, changed or deleted is gone',
  requests: unclear('A client that does it where only the older row allowed it.'),
  find: ({ called, newerRows, old, now }) =>
    now !== undefined || newerRows === 0 || !(limits(old!.plan.name) || old!.plan.to.kind === 'refused')
      ? undefined
      : { where: called, what: `a row for \`${called}\` is gone`, old: old!.model.span },
};
