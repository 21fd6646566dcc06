import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { KeyPair } from './conditions.ts';

/** The idempotency key travels in another header. */
export const keyHeaderChanged: ChangeRule<KeyPair> = {
  name: 'endpoints/key-header-changed',
  verb: 'behaviour',
  differs: 'the idempotency key travels in another header',
  requests: breaking('A client that sends it in the older header.'),
  find: ({ called, old, now, oldSpan, nowSpan }) =>
    old === undefined || now === undefined || old.header.toLowerCase() === now.header.toLowerCase()
      ? undefined
      : {
          where: called,
          what: `the idempotency key of \`${called}\` is \`${now.header}\`, it was \`${old.header}\``,
          old: oldSpan,
          now: nowSpan,
        },
};
