import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { KeyPair } from './conditions.ts';

/** An operation no longer heeds an idempotency key. */
export const keyNoLongerTaken: ChangeRule<KeyPair> = {
  name: 'endpoints/key-no-longer-taken',
  verb: 'behaviour',
  differs: 'an operation no longer heeds an idempotency key',
  requests: breaking('A client that repeats a request and relies on its being done once.'),
  find: ({ called, old, now, oldSpan, nowSpan }) =>
    old === undefined || now !== undefined
      ? undefined
      : { where: called, what: `\`${called}\` no longer heeds an idempotency key`, old: oldSpan, now: nowSpan },
};
