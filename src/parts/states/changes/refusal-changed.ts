import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { refusalOf, told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** Another code answers where a transition is refused. */
export const refusalChanged: ChangeRule<OutcomeMove> = {
  name: 'states/refusal-changed',
  verb: 'behaviour',
  differs: 'another code answers where a transition is refused',
  answers: breaking('A client that tells by the older code why it was refused.'),
  find: (move) => told(move, 'refusal', (called) => `\`${called}\` is refused with ${refusalOf(move)}`),
};
