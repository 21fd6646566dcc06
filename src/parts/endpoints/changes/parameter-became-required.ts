import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ParameterPair } from './subjects.ts';

/** A parameter must be sent. */
export const parameterBecameRequired: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-became-required',
  verb: 'required',
  differs: 'a parameter must be sent',
  requests: breaking('A client that leaves it out.'),
  find: ({ called, operation, old, now }) =>
    old === undefined || now === undefined || old.plan.required || !now.plan.required
      ? undefined
      : {
          where: called,
          what: `the parameter \`${now.plan.name}\` of \`${operation.called}\` is required`,
          old: old.model.span,
          now: now.model.span,
          row: {
            requests: `default ${unknown}`,
            open: `the value of \`${now.plan.name}\` where older callers leave it out`,
          },
        },
};
