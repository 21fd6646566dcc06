import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A transition may be taken from another state too. */
export const fromWider: ChangeRule<OutcomeMove> = {
  name: 'states/from-wider',
  verb: 'behaviour',
  differs: 'a transition may be taken from another state too',
  requests: compatible,
  answers: unclear('A client that relies on records in that state staying in it.'),
  find: (move) => told(move, 'from more', (called, states) => `\`${called}\` is taken from ${states} too`),
};
