import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/strictness.ts';
import type { ParameterPair } from './subjects.ts';

/** A parameter that is left out has another value. */
export const parameterDefaultChanged: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-default-changed',
  verb: 'default',
  differs: 'a parameter that is left out has another value',
  requests: unclear('A client that leaves it out and expects the older value.'),
  find: ({ called, operation, old, now }) =>
    old === undefined || now === undefined || equal(old.plan.default, now.plan.default)
      ? undefined
      : {
          where: called,
          what: `the parameter \`${now.plan.name}\` of \`${operation.called}\` has another default`,
          old: old.model.span,
          now: now.model.span,
          row: { before: old.plan.default === undefined ? '' : JSON.stringify(old.plan.default) },
        },
};
