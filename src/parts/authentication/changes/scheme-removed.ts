import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** A scheme is no longer there. */
export const schemeRemoved: ChangeRule<SchemePair> = {
  name: 'authentication/scheme-removed',
  differs: 'a scheme is no longer there',
  requests: breaking('A client that shows who it is by it: `invalid credential`.'),
  find: ({ name, old, now }) =>
    now !== undefined ? undefined : { where: name, what: `the scheme \`${name}\` is gone`, old: old!.model.name.span },
};
