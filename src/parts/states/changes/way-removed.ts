import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A transition may no longer be taken in one of its ways. */
export const wayRemoved: ChangeRule<OutcomeMove> = {
  name: 'states/way-removed',
  verb: 'behaviour',
  differs: 'a transition may no longer be taken in one of its ways',
  requests: breaking('A client that calls it where only the older row allowed it.'),
  find: (move) => told(move, 'way less', (called) => `\`${called}\` has a row less`),
};
