import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A transition sets other values. */
export const effectChanged: ChangeRule<OutcomeMove> = {
  name: 'states/effect-changed',
  verb: 'behaviour',
  differs: 'a transition sets other values',
  answers: unclear('A client that reads what the transition sets.'),
  find: (move) => told(move, 'effect', (called) => `\`${called}\` sets other values`),
};
