import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A transition may no longer be taken from a state. */
export const fromNarrower: ChangeRule<OutcomeMove> = {
  name: 'states/from-narrower',
  verb: 'behaviour',
  differs: 'a transition may no longer be taken from a state',
  requests: breaking('A client that calls it in that state: `wrong state`.'),
  find: (move) => told(move, 'from less', (called, states) => `\`${called}\` is not taken from ${states}`),
};
