import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { PurposePair } from './subjects.ts';

/** The prose that says what the service does is another. */
export const proseChanged: ChangeRule<PurposePair> = {
  name: 'purpose/prose-changed',
  differs: 'the prose that says what the service does is another',
  requests: compatible,
  answers: compatible,
  find: ({ old, now }) =>
    old.plan.summary === now.plan.summary && old.plan.purpose.prose === now.plan.purpose.prose
      ? undefined
      : {
          where: 'What the service does',
          what: 'the purpose is told in other words',
          old: old.service.purpose.prose[0] ?? old.service.summary[0],
          now: now.service.purpose.prose[0] ?? now.service.summary[0],
        },
};
