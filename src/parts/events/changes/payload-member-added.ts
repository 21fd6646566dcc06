import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { PayloadMember } from './subjects.ts';

/** A payload has a member that it had not. */
export const payloadMemberAdded: ChangeRule<PayloadMember> = {
  name: 'events/payload-member-added',
  verb: 'behaviour',
  differs: 'a payload has a member that it had not',
  answers: compatible,
  find: ({ event, path, old, oldSpan, nowSpan }) =>
    old !== undefined
      ? undefined
      : { where: `event ${event}`, what: `the payload of \`${event}\` has \`${path}\``, old: oldSpan, now: nowSpan },
};
