import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { type LimitPair, valueChanged } from './subjects.ts';

/** A limit allows more. */
export const looser: ChangeRule<LimitPair> = {
  name: 'limits/looser',
  verb: 'limit',
  differs: 'a limit allows more',
  requests: compatible,
  find: (pair) => valueChanged(pair, 'looser'),
};
