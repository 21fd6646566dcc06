import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type LimitPair, valueChange, valueText } from './subjects.ts';

/** A limit allows less. */
export const tighter: ChangeRule<LimitPair> = {
  name: 'limits/tighter',
  verb: 'limit',
  differs: 'a limit allows less',
  requests: breaking('A client that does what the older value allowed.'),
  find: (pair) =>
    pair.old === undefined || pair.now === undefined || valueChange(pair) !== 'tighter'
      ? undefined
      : {
          where: pair.name,
          what: `the limit \`${pair.name}\` is ${valueText(pair.now)}, it was ${valueText(pair.old)}`,
          old: pair.old.model.value?.span,
          now: pair.now.model.value?.span,
          row: { before: valueText(pair.old) },
        },
};
