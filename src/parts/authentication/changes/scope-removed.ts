import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ScopePair } from './subjects.ts';

/** A scope is no longer there. */
export const scopeRemoved: ChangeRule<ScopePair> = {
  name: 'authentication/scope-removed',
  differs: 'a scope is no longer there',
  requests: breaking('A client that was given it, or asks for it.'),
  find: ({ name, old, now }) =>
    now !== undefined ? undefined : { where: name, what: `the scope \`${name}\` is gone`, old: old!.model.name.span },
};
