import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { hasIssuer } from './access.ts';
import { isTold, rowOf, type ScopePair } from './subjects.ts';

/** There is a scope that was not there. */
export const scopeAdded: ChangeRule<ScopePair> = {
  name: 'authentication/scope-added',
  verb: 'behaviour',
  differs: 'there is a scope that was not there',
  requests: compatible,
  exposes: 'Tokens of an outside issuer may hold the scope already.',
  find: (pair) => {
    const { comparison, name, old, now } = pair;
    if (old !== undefined || !isTold(pair)) return undefined;
    const exposes = hasIssuer(comparison.old) && hasIssuer(comparison.now);
    return { where: name, what: `the scope \`${name}\` is new`, now: now!.name.span, exposes, row: rowOf(name) };
  },
};
