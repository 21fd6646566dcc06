import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** A scheme admits nobody because its Kind or Carried in is not shown. */
export const schemeClosed: ChangeRule<SchemePair> = {
  name: 'authentication/scheme-closed',
  verb: 'behaviour',
  differs: 'a scheme admits nobody because its Kind or Carried in is not shown',
  requests: breaking('A client that shows who it is by it.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.plan.closed === true || now.plan.closed !== true
      ? undefined
      : {
          where: name,
          what: `the scheme \`${name}\` admits nobody: a cell of it is not shown`,
          old: old.model.span,
          now: now.model.span,
          row: { where: `scheme ${name}` },
        },
};
