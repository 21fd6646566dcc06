import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type Comparison, listed } from '../../comparing/comparison.ts';
import { reachesOf } from './reaches.ts';

/** An operation that no scopes restricted is no longer for everybody, or no longer for every caller. */
export const notForAll: ChangeRule<Comparison> = {
  name: 'authentication/not-for-all',
  verb: 'behaviour',
  differs: 'an operation that no scopes restricted is no longer for everybody, or for every caller',
  requests: breaking('A client without a credential: `no credential`; one without the scope: `not allowed`.'),
  find(comparison) {
    // Where there were scopes, what each of them allows is compared.
    if (comparison.old.service.authentication.scopes.length > 0) return undefined;
    const { schemes, scopes } = comparison.now.service.authentication;
    const narrower = Map.groupBy(
      reachesOf(comparison).filter(({ before, after }) => after < before),
      ({ after }) => after,
    );
    return [...narrower].map(([after, found]) => {
      const names = found.map(({ operation }) => operation);
      const what = `who calls ${listed(names)} has to ${after === 0 ? 'be let in by a scope' : 'show a credential'} now`;
      // The row of the scheme or the scope that is new says it.
      return { where: names[0]!, what, now: (after === 0 ? scopes : schemes)[0]?.name.span, row: 'none' as const };
    });
  },
};
