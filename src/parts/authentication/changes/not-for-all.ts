import { breaking, type ChangeRule, type Found } from '../../../changes/rule.ts';
import { type Comparison, listed, type Side } from '../../comparing/comparison.ts';

/** Whom an operation is for without any scope: everybody, every caller, or neither. */
const reaches = ['some', 'callers', 'everybody'] as const;
type Reach = (typeof reaches)[number];

/** An operation that no scopes restricted is no longer for everybody, or no longer for every caller. */
export const notForAll: ChangeRule<Comparison> = {
  name: 'authentication/not-for-all',
  verb: 'behaviour',
  differs: 'an operation that no scopes restricted is no longer for everybody, or for every caller',
  requests: breaking('A client without a credential: `no credential`; one without the scope: `not allowed`.'),
  find({ old, now }) {
    // Where there were scopes, what each of them allows is compared.
    if (old.service.authentication.scopes.length > 0) return undefined;
    const before: Reach = old.plan.authentication.schemes.length === 0 ? 'everybody' : 'callers';
    const kept = new Set(old.plan.operations.map(({ name }) => name));
    const nearer = Map.groupBy(
      now.plan.operations.filter(({ name }) => kept.has(name)),
      (operation) => reachOf(now, operation.access),
    );
    return reaches.slice(0, reaches.indexOf(before)).flatMap((reach) => foundFor(reach, now, nearer.get(reach) ?? []));
  },
};

function foundFor(reach: Reach, { service }: Side, operations: Side['plan']['operations']): Found[] {
  if (operations.length === 0) return [];
  const names = operations.map(({ name }) => name);
  const { schemes, scopes } = service.authentication;
  const what = `who calls ${listed(names)} has to ${reach === 'some' ? 'be let in by a scope' : 'show a credential'} now`;
  const place = (reach === 'some' ? scopes : schemes)[0]?.name.span;
  // The row of the scheme or the scope that is new says it.
  return [{ where: names[0]!, what, now: place, row: 'none' }];
}

function reachOf({ plan }: Side, { open, grants }: Side['plan']['operations'][number]['access']): Reach {
  if (open) return plan.authentication.schemes.length === 0 ? 'everybody' : 'callers';
  if (grants.some(({ kind }) => kind === 'anyone')) return 'everybody';
  return grants.some(({ kind, where }) => kind === 'any caller' && where === undefined) ? 'callers' : 'some';
}
