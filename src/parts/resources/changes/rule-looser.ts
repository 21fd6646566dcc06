import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { holdsOtherwise, type RuleMove } from './rule-moves.ts';

/** A rule holds more often. */
export const ruleLooser: ChangeRule<RuleMove> = {
  name: 'resources/rule-looser',
  verb: 'constraint',
  differs: 'a rule holds more often',
  requests: compatible,
  answers: unclear('A client that relies on what the older rule held.'),
  find: (move) => holdsOtherwise(move, 'looser', 'allows more'),
};
