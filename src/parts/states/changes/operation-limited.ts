import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A row limits when an operation or a transition is allowed. */
export const operationLimited: ChangeRule<OutcomeMove> = {
  name: 'states/operation-limited',
  verb: 'behaviour',
  differs: 'a row limits when an operation or a transition is allowed',
  requests: breaking('A client that does it where the row does not allow it.'),
  find: (move) => told(move, 'limited', (called) => `a row limits \`${called}\``),
};
