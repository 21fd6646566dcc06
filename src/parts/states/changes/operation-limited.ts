import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { limits, type RowPair } from './subjects.ts';

/** A row limits when records may be created, changed or deleted. */
export const operationLimited: ChangeRule<RowPair> = {
  name: 'states/operation-limited',
  verb: 'behaviour',
  differs: 'a row limits when records may be created, changed or deleted',
  requests: breaking('A client that does it where the row does not allow it.'),
  find: ({ called, old, now }) => {
    if (old !== undefined) return undefined;
    const refuses = now!.plan.to.kind === 'refused';
    if (!limits(now!.plan.name) && !refuses) return undefined;
    return { where: called, what: `a row limits \`${called}\``, now: now!.model.span };
  },
};
