import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A guard holds less often. */
export const guardTighter: ChangeRule<OutcomeMove> = {
  name: 'states/guard-tighter',
  verb: 'behaviour',
  differs: 'a guard holds less often',
  requests: breaking('A client that calls the transition where only the older guard holds.'),
  find: (move) => told(move, 'tighter', (called) => `the guard of \`${called}\` allows less`),
};
