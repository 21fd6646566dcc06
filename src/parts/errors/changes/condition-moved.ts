import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type AnswerMove, toldOf } from './answers.ts';

/** A condition is answered by another code. */
export const conditionMoved: ChangeRule<AnswerMove> = {
  name: 'errors/condition-moved',
  differs: 'a condition is answered by another code, everywhere or for some operations',
  answers: breaking('A client that looks for the older code.'),
  find: (move) => {
    const { condition, of, before, after } = move;
    if (before === undefined || after === undefined) return undefined;
    return toldOf(move, condition, `\`${condition}\`${of} is answered by \`${after}\`, it was \`${before}\``);
  },
};
