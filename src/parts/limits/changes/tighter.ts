import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type LimitPair, valueChanged } from './subjects.ts';

/** A limit allows less. */
export const tighter: ChangeRule<LimitPair> = {
  name: 'limits/tighter',
  verb: 'limit',
  differs: 'a limit allows less',
  requests: breaking('A client that does what the older value allowed.'),
  find: (pair) => valueChanged(pair, 'tighter'),
};
