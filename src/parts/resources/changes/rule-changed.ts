import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { holdsOtherwise, type RuleMove } from './rule-moves.ts';

/** A rule holds otherwise. */
export const ruleChanged: ChangeRule<RuleMove> = {
  name: 'resources/rule-changed',
  verb: 'constraint',
  differs: 'a rule holds otherwise',
  requests: unclear('A client that writes what the older rule allowed.'),
  find: (move) => holdsOtherwise(move, 'otherwise', 'holds otherwise'),
};
