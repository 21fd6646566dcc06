import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ResponsePair } from './responses.ts';

/** An answer has a header that it had not. */
export const headerAdded: ChangeRule<ResponsePair> = {
  name: 'endpoints/header-added',
  verb: 'behaviour',
  differs: 'an answer has a header that it had not',
  answers: compatible,
  find: ({ operation: { called }, old, now }) =>
    old === undefined || now === undefined
      ? undefined
      : setsOf(
          old.plan.headers.map(({ name }) => name.toLowerCase()),
          now.plan.headers.map(({ name }) => name.toLowerCase()),
        ).more.map((name) => ({
          where: called,
          what: `\`${called}\` answers with the header \`${name}\``,
          old: old.model.span,
          now: now.model.headers.find((one) => one.name.value.toLowerCase() === name)?.name.span,
        })),
};
