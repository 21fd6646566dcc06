import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A guard holds otherwise. */
export const guardChanged: ChangeRule<OutcomeMove> = {
  name: 'states/guard-changed',
  verb: 'behaviour',
  differs: 'a guard holds otherwise',
  requests: unclear('A client that calls the transition where only the older guard holds.'),
  find: (move) => told(move, 'otherwise', (called) => `the guard of \`${called}\` holds otherwise`),
};
