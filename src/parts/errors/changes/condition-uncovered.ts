import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type AnswerMove, toldOf } from './answers.ts';

/** A code no longer answers a condition, and no other code does. */
export const conditionUncovered: ChangeRule<AnswerMove> = {
  name: 'errors/condition-uncovered',
  differs: 'a code no longer answers a condition, and no other code does',
  answers: breaking('A client that looks for the code.'),
  find: (move) => {
    const { comparison, condition, of, before, after } = move;
    // a code that is gone tells of itself
    const isKnown = comparison.now.plan.errors.codes.some(({ code }) => comparison.renamed.code(code) === before);
    if (before === undefined || after !== undefined || !isKnown) return undefined;
    return toldOf(move, before, `\`${before}\` no longer answers \`${condition}\`${of}`);
  },
};
