import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type LimitPair, valueChange, valueText } from './subjects.ts';

/** A rate allows more at once and less in the long run, or the other way round. */
export const rateShapedOtherwise: ChangeRule<LimitPair> = {
  name: 'limits/rate-shaped-otherwise',
  verb: 'limit',
  differs: 'a rate allows more at once and less in the long run, or the other way round',
  requests: breaking('A client that sends as many requests as the older value allowed.'),
  find: (pair) =>
    pair.old === undefined || pair.now === undefined || valueChange(pair) !== 'mixed'
      ? undefined
      : {
          where: pair.name,
          what: `the limit \`${pair.name}\` is ${valueText(pair.now)}, it was ${valueText(pair.old)}`,
          old: pair.old.model.value?.span,
          now: pair.now.model.value?.span,
          row: { before: valueText(pair.old) },
        },
};
