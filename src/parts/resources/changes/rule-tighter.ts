import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { holdsOtherwise, type RuleMove } from './rule-moves.ts';

/** A rule holds less often. */
export const ruleTighter: ChangeRule<RuleMove> = {
  name: 'resources/rule-tighter',
  verb: 'constraint',
  differs: 'a rule holds less often',
  requests: breaking('A client that writes what the older rule allowed.'),
  find: (move) => holdsOtherwise(move, 'tighter', 'allows less'),
};
