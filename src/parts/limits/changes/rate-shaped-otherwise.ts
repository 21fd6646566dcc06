import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type LimitPair, valueChanged } from './subjects.ts';

/** A rate allows more at once and less in the long run, or the other way round. */
export const rateShapedOtherwise: ChangeRule<LimitPair> = {
  name: 'limits/rate-shaped-otherwise',
  verb: 'limit',
  differs: 'a rate allows more at once and less in the long run, or the other way round',
  requests: breaking('A client that sends as many requests as the older value allowed.'),
  find: (pair) => valueChanged(pair, 'mixed'),
};
