import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ParameterPair } from './subjects.ts';

/** An operation has a parameter that must be sent. */
export const requiredParameterAdded: ChangeRule<ParameterPair> = {
  name: 'endpoints/required-parameter-added',
  verb: 'added',
  differs: 'an operation has a parameter that must be sent',
  requests: breaking('A client that does not send it.'),
  find: ({ called, operation, old, now }) =>
    old !== undefined || !now!.plan.required
      ? undefined
      : {
          where: called,
          what: `the ${called.replace(/ (\S+) of (.*)$/, ' `$1` of `$2`')} is new, and must be sent`,
          old: operation.old.model.span,
          now: now!.model.name.span,
        },
};
