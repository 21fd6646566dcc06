import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A guard holds more often. */
export const guardLooser: ChangeRule<OutcomeMove> = {
  name: 'states/guard-looser',
  verb: 'behaviour',
  differs: 'a guard holds more often',
  requests: compatible,
  find: (move) => told(move, 'looser', (called) => `the guard of \`${called}\` allows more`),
};
