import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type BodyPair, bodySpan } from './subjects.ts';

/** Refusals have a body of another kind. */
export const bodyChanged: ChangeRule<BodyPair> = {
  name: 'errors/body-changed',
  verb: 'behaviour',
  differs: 'refusals have a body of another kind',
  answers: breaking('A client that reads the older body.'),
  find: ({ old, now }) => {
    const [was, is] = [old, now].map(({ plan }) => plan.errors.body?.kind);
    return was === is
      ? undefined
      : { where: 'Body', what: 'refusals have a body of another kind', old: bodySpan(old), now: bodySpan(now) };
  },
};
