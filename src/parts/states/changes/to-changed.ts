import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { leadsOf, told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A transition leads to another state. */
export const toChanged: ChangeRule<OutcomeMove> = {
  name: 'states/to-changed',
  verb: 'behaviour',
  differs: 'a transition leads to another state',
  answers: breaking('A client that calls it, or waits for it, and goes on from the older state.'),
  find: (move) => told(move, 'to', (called) => `\`${called}\` ${leadsOf(move)}`),
};
