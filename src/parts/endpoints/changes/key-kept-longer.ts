import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { KeyPair } from './conditions.ts';

/** An idempotency key is kept for a longer time. */
export const keyKeptLonger: ChangeRule<KeyPair> = {
  name: 'endpoints/key-kept-longer',
  verb: 'behaviour',
  differs: 'an idempotency key is kept for a longer time',
  requests: compatible,
  find: ({ called, old, now, oldSpan, nowSpan }) =>
    old === undefined || now === undefined || (now.keptFor ?? 0) <= (old.keptFor ?? 0)
      ? undefined
      : {
          where: called,
          what: `the idempotency keys of \`${called}\` are kept for a longer time`,
          old: oldSpan,
          now: nowSpan,
        },
};
