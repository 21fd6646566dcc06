import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { type CodePair, conditionsOf } from './subjects.ts';

/** There is a code that was not there. */
export const codeAdded: ChangeRule<CodePair> = {
  name: 'errors/code-added',
  verb: 'error added',
  differs: 'there is a code that was not there',
  answers: unclear('A client that meets it where it was answered otherwise before.'),
  find: ({ comparison, code, old, now }) => {
    if (old !== undefined) return undefined;
    const conditions = new Set(conditionsOf(now!));
    const before = comparison.old.service.errors.codes.find(({ code: { value } }) => {
      const plan = comparison.old.plan.errors.codes.find((one) => one.code === value);
      return plan !== undefined && conditionsOf({ model: now!.model, plan }).some((one) => conditions.has(one));
    });
    return {
      where: code,
      what: `the code \`${code}\` is new`,
      now: now!.model.code.span,
      row: before === undefined ? undefined : { callers: `as ${before.code.value}` },
    };
  },
};
