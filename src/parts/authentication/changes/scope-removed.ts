import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { isTold, losesWith, type ScopePair } from './subjects.ts';

/** A scope is no longer there. */
export const scopeRemoved: ChangeRule<ScopePair> = {
  name: 'authentication/scope-removed',
  differs: 'a scope is no longer there',
  requests: breaking('A client that was given it, or asks for it.'),
  find: (pair) => {
    const { comparison, name, old, now } = pair;
    if (now !== undefined || !isTold(pair)) return undefined;
    const isAsked = comparison.now.plan.authentication.schemes.some(({ kind }) => kind.startsWith('oauth2'));
    const requests = isAsked || losesWith(pair);
    return { where: name, what: `the scope \`${name}\` is gone`, old: old!.name.span, requests };
  },
};
