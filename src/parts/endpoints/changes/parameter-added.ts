import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { ParameterPair } from './subjects.ts';

/** An operation has a parameter that it had not. */
export const parameterAdded: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-added',
  verb: 'added',
  differs: 'an operation has a parameter that it had not',
  requests: compatible,
  find: ({ called, operation, old, now }) =>
    old !== undefined || now!.plan.required
      ? undefined
      : {
          where: called,
          what: `the ${called.replace(/ (\S+) of (.*)$/, ' `$1` of `$2`')} is new`,
          old: operation.old.model.span,
          now: now!.model.name.span,
        },
};
