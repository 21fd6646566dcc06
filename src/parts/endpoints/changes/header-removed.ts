import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ResponsePair } from './responses.ts';

/** An answer no longer has a header. */
export const headerRemoved: ChangeRule<ResponsePair> = {
  name: 'endpoints/header-removed',
  verb: 'behaviour',
  differs: 'an answer no longer has a header',
  answers: breaking('A client that reads it.'),
  find: ({ operation: { called }, old, now }) =>
    old === undefined || now === undefined
      ? undefined
      : setsOf(
          old.plan.headers.map(({ name }) => name.toLowerCase()),
          now.plan.headers.map(({ name }) => name.toLowerCase()),
        ).less.map((name) => ({
          where: called,
          what: `\`${called}\` no longer answers with the header \`${name}\``,
          old: old.model.headers.find((one) => one.name.value.toLowerCase() === name)?.name.span,
          now: now.model.span,
        })),
};
