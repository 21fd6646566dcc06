import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { type AnswerMove, toldOf } from './answers.ts';

/** A code answers a condition that had no code. */
export const conditionCovered: ChangeRule<AnswerMove> = {
  name: 'errors/condition-covered',
  differs: 'a code answers a condition that had no code',
  answers: unclear('A client that looks for the status that HTTP gives it.'),
  find: (move) => {
    const { comparison, condition, of, before, after } = move;
    // a code that is new tells of itself
    const isKnown = comparison.old.plan.errors.codes.some(({ code }) => code === comparison.renamed.code(after ?? ''));
    if (before !== undefined || after === undefined || !isKnown) return undefined;
    return toldOf(move, after, `\`${after}\` answers \`${condition}\`${of} too`);
  },
};
