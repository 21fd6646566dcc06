import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, createKindFind, defineRules, type Occurrence, removed, type Subject } from '../../../diff/table.ts';
import { always, entails } from '../../../expression/conditions/entails.ts';
import { combineRules } from '../../../plan/access/audiences.ts';
import { type Comparison, formatNameList, type Side } from '../../diff/comparison.ts';
import { type AccessPair, hasIssuer, isTold, losesWith, type NewReading, type ScopePair } from './subjects.ts';

const service: Subject<Comparison> = { part: 'authentication', verb: 'behavior', defaults: () => ({ row: 'none' }) };

/** The rules for changes of who may call operations with any scopes. */
export const accessRules = defineRules(service, {
  'no-longer-public': {
    differs: 'an operation that no scopes restricted is no longer public, or no longer open to every caller',
    requests: breaking('A client without a credential: `no credential`; one without the scope: `forbidden`.'),
    find: findNarrowedReach,
  },
  'now-public': {
    differs: 'an operation that scopes or schemes restricted is public, or open to every caller',
    requests: compatible,
    exposes: 'Callers without the scope, or without a credential, may call the operation.',
    find: findOpenedToAll,
  },
});

const scope: Subject<ScopePair> = {
  part: 'authentication',
  where: ({ name }) => name,
  name: ({ name }) => name.span,
  defaults: ({ name }) => ({ row: { where: `scope ${name}` } }),
};

/** The rules for changes of a scope. */
export const scopeRules = defineRules(scope, {
  'scope-added': {
    verb: 'behavior',
    differs: 'a scope is added',
    requests: compatible,
    exposes: 'Tokens of an external issuer may contain the scope already.',
    find: added((pair) => {
      const { comparison, name } = pair;
      const exposes = hasIssuer(comparison.old) && hasIssuer(comparison.now);
      return isTold(pair) && { what: `the scope \`${name}\` is new`, exposes };
    }),
  },
  'scope-removed': {
    differs: 'a scope is removed',
    requests: breaking('A client that was given it, or asks for it.'),
    find: removed((pair) => {
      const { comparison, name } = pair;
      const isAsked = comparison.now.plan.authentication.schemes.some(({ kind }) => kind.startsWith('oauth2'));
      return isTold(pair) && { what: `the scope \`${name}\` is removed`, requests: isAsked || losesWith(pair) };
    }),
  },
});

const audience: Subject<AccessPair> = {
  part: 'authentication',
  verb: 'behavior',
  where: ({ audience }) => audience,
  defaults: ({ audience, old, now }) => ({ old, now, row: { where: `scope ${audience}` } }),
};

const access = createKindFind(({ change }: AccessPair) => change);

/** The rules for changes of the permissions of an audience. */
export const audienceRules = defineRules(audience, {
  'allows-less': {
    differs: 'callers may no longer call an operation',
    requests: breaking('A client that calls it and has no other scope for it: `forbidden`.'),
    find: access(
      'less',
      ({ audience, operations }) => `\`${audience}\` no longer allows ${formatNameList(operations)}`,
    ),
  },
  'allows-more': {
    differs: 'callers may call an operation that was forbidden to them',
    requests: compatible,
    exposes: 'Callers may call an operation that was forbidden to them.',
    find: access('more', ({ audience, operations }) => `\`${audience}\` allows ${formatNameList(operations)} too`),
  },
  'where-tighter': {
    differs: 'a row rule admits fewer records',
    requests: breaking('A client that changes records which only the older rule admits.'),
    answers: breaking('A client that reads records which only the older rule admits.'),
    find: access('tighter', (pair) => describeAdmitted(pair, 'fewer')),
  },
  'where-looser': {
    differs: 'a row rule admits more records',
    requests: compatible,
    answers: unclear('A client that relies on never seeing those records.'),
    exposes: 'Callers may read or change records that the older Where hid from them.',
    find: access('looser', (pair) => describeAdmitted(pair, 'more')),
  },
  'where-changed': {
    differs: 'a row rule admits other records',
    requests: unclear('A client that changes records which only the older rule admits.'),
    answers: unclear('A client that reads records which only the older rule admits.'),
    exposes: 'Callers may read or change records that the older Where hid from them.',
    find: access('unclear', (pair) => describeAdmitted(pair, 'other')),
  },
});

const reading: Subject<NewReading> = {
  part: 'authentication',
  where: ({ operation }) => operation,
  defaults: ({ now }) => ({ now }),
};

/** The rules for a NewReading. */
export const readingRules = defineRules(reading, {
  'reads-more': {
    differs: 'a new operation lets callers read records that they could not read',
    requests: compatible,
    exposes: 'Callers may read records that nothing showed them.',
    find: ({ operation, resource, audience }) =>
      `\`${operation}\` lets \`${audience}\` read records of \`${resource}\` that no operation showed before`,
  },
});

function describeAdmitted(
  { audience, operations, reads, writes }: AccessPair,
  which: 'fewer' | 'more' | 'other',
): Occurrence {
  const what = `\`${audience}\` admits ${which} records to ${formatNameList(operations)}`;
  return { what, requests: writes, answers: reads };
}

function findNarrowedReach(comparison: Comparison): Occurrence[] {
  // Where there were scopes, what each of them allows is compared.
  if (comparison.old.service.authentication.scopes.length > 0) return [];
  const { schemes, scopes } = comparison.now.service.authentication;
  const narrower = Map.groupBy(
    compareReaches(comparison).filter(({ before, after }) => after < before),
    ({ after }) => after,
  );
  return [...narrower].map(([after, found]) => {
    const names = found.map(({ operation }) => operation);
    const what = `callers of ${formatNameList(names)} must have a ${after === 0 ? 'scope' : 'credential'}`;
    // The row of the scheme or the scope that is new says it.
    return { where: names[0]!, what, now: (after === 0 ? scopes : schemes)[0]?.name.span };
  });
}

function findOpenedToAll(comparison: Comparison): Occurrence | undefined {
  const { old, now } = comparison;
  if (now.service.authentication.scopes.length > 0) return undefined;
  const { schemes, scopes } = old.service.authentication;
  const names = compareReaches(comparison).flatMap(({ operation, before, after }) =>
    before < after ? [operation] : [],
  );
  if (names.length === 0) return undefined;
  const who = now.plan.authentication.schemes.length === 0 ? 'everybody' : 'every caller';
  const place = (scopes[0] ?? schemes[0])?.name.span;
  return { where: names[0]!, what: `${formatNameList(names)} may be called by ${who}`, old: place };
}

/** Who may call an operation with any scopes: 2 everyone, 1 every caller, 0 neither. */
interface Reach {
  readonly operation: string;
  readonly before: number;
  readonly after: number;
}

/** Compares who may call the operations of both documents. */
function compareReaches({ old, now }: Comparison): Reach[] {
  const older = new Map(old.plan.operations.map((operation) => [operation.name, operation]));
  return now.plan.operations.flatMap((operation) => {
    const before = older.get(operation.name);
    if (before === undefined) return [];
    return [{ operation: operation.name, before: reachOf(old, before), after: reachOf(now, operation) }];
  });
}

function reachOf(side: Side, operation: Side['plan']['operations'][number]): number {
  const audiences = ['authenticated', 'public'];
  return audiences.filter((audience) =>
    entails(always, combineRules(side.plan, operation, audience, operation.resource)),
  ).length;
}
