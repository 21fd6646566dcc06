import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { KeyPair } from './conditions.ts';

/** An idempotency key is forgotten earlier. */
export const keyKeptShorter: ChangeRule<KeyPair> = {
  name: 'endpoints/key-kept-shorter',
  verb: 'behaviour',
  differs: 'an idempotency key is forgotten earlier',
  requests: breaking('A client that repeats a request after the shorter time.'),
  find: ({ called, old, now, oldSpan, nowSpan }) =>
    old === undefined || now === undefined || (now.keptFor ?? 0) >= (old.keptFor ?? 0)
      ? undefined
      : {
          where: called,
          what: `the idempotency keys of \`${called}\` are kept for a shorter time`,
          old: oldSpan,
          now: nowSpan,
        },
};
