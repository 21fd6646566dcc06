import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { type LimitPair, valueChange, valueText } from './subjects.ts';

/** A limit allows more. */
export const looser: ChangeRule<LimitPair> = {
  name: 'limits/looser',
  verb: 'limit',
  differs: 'a limit allows more',
  requests: compatible,
  find: (pair) =>
    pair.old === undefined || pair.now === undefined || valueChange(pair) !== 'looser'
      ? undefined
      : {
          where: pair.name,
          what: `the limit \`${pair.name}\` is ${valueText(pair.now)}, it was ${valueText(pair.old)}`,
          old: pair.old.model.value?.span,
          now: pair.now.model.value?.span,
          row: { before: valueText(pair.old) },
        },
};
