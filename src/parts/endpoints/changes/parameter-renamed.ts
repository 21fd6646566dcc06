import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ParameterPair } from './subjects.ts';

/** A parameter has another name. */
export const parameterRenamed: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-renamed',
  verb: 'renamed',
  differs: 'a parameter has another name',
  requests: breaking('A client that sends the older name.'),
  find: ({ called, operation, old, now }) =>
    old === undefined || now === undefined || old.plan.name === now.plan.name
      ? undefined
      : {
          where: called,
          what: `the parameter \`${old.plan.name}\` of \`${operation.called}\` is called \`${now.plan.name}\``,
          old: old.model.name.span,
          now: now.model.name.span,
          row: { before: old.plan.name },
        },
};
