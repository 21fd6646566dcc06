import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { ParameterPair } from './subjects.ts';

/** A parameter may be left out. */
export const parameterBecameOptional: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-became-optional',
  verb: 'optional',
  differs: 'a parameter may be left out',
  requests: compatible,
  find: ({ called, operation, old, now }) =>
    old === undefined || now === undefined || !old.plan.required || now.plan.required
      ? undefined
      : {
          where: called,
          what: `the parameter \`${now.plan.name}\` of \`${operation.called}\` is no longer required`,
          old: old.model.span,
          now: now.model.span,
        },
};
