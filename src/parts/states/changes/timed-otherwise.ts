import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A transition comes about by itself in other cases. */
export const timedOtherwise: ChangeRule<OutcomeMove> = {
  name: 'states/timed-otherwise',
  verb: 'behaviour',
  differs: 'a transition comes about by itself in other cases',
  answers: unclear('A client that waits for it, or relies on its not coming about.'),
  find: (move) => told(move, 'timed', (called) => `\`${called}\` comes about by itself in other cases`),
};
