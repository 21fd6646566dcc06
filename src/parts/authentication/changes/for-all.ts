import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { type Comparison, listed } from '../../comparing/comparison.ts';
import { reachesOf } from './reaches.ts';

/** An operation that scopes or schemes restricted is for everybody, or for every caller. */
export const forAll: ChangeRule<Comparison> = {
  name: 'authentication/for-all',
  verb: 'behaviour',
  differs: 'an operation that scopes or schemes restricted is for everybody, or for every caller',
  requests: compatible,
  exposes: 'Callers without the scope, or without a credential, may call the operation.',
  find(comparison) {
    const { old, now } = comparison;
    if (now.service.authentication.scopes.length > 0) return undefined;
    const { schemes, scopes } = old.service.authentication;
    const wider = reachesOf(comparison).filter(({ before, after }) => before < after);
    if (wider.length === 0) return undefined;
    const names = wider.map(({ operation }) => operation);
    const who = now.plan.authentication.schemes.length === 0 ? 'everybody' : 'every caller';
    const place = (scopes[0] ?? schemes[0])?.name.span;
    return { where: names[0]!, what: `${listed(names)} may be called by ${who}`, old: place, row: 'none' };
  },
};
