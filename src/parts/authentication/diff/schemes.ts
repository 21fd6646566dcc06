import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import {
  added,
  became,
  changed,
  createItemFinds,
  defineRules,
  inBoth,
  removed,
  type Subject,
} from '../../../diff/table.ts';
import { findSchemeKind } from '../schemes/index.ts';
import type { AttributePair, SchemePair, SchemeSide } from './subjects.ts';

const scheme: Subject<SchemePair> = {
  part: 'authentication',
  verb: 'behavior',
  where: ({ name }) => name,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
  defaults: ({ name }) => ({ row: { where: `scheme ${name}` } }),
};

const carriers = createItemFinds<SchemePair>(({ plan }) =>
  plan.sentIn.map(({ in: place, name, word }) => `${place} ${name}${word === undefined ? '' : `: ${word}`}`),
);
const getLifetime = ({ plan }: SchemeSide): number => plan.lifetime ?? Infinity;
const getIdle = ({ plan }: SchemeSide): number => plan.idle ?? Infinity;
const getRefresh = ({ plan }: SchemeSide): number => plan.refresh ?? 0;
const isSigned = ({ plan }: SchemeSide): boolean => findSchemeKind(plan.kind)?.form === 'signed';
/** Whether a kind differs from another in the form of its tokens alone, of which every one stays valid. */
const isSameButForm = (old: SchemeSide, now: SchemeSide): boolean => {
  const [left, right] = [findSchemeKind(old.plan.kind), findSchemeKind(now.plan.kind)];
  return left?.makes === right?.makes && left?.madeBy === right?.madeBy && left?.form !== right?.form;
};
const locateRefresh = ({ model }: SchemeSide) => model.refresh?.span ?? model.span;
const locateIdle = ({ model }: SchemeSide) => model.idle?.span ?? model.span;
const locateLifetime = ({ model }: SchemeSide) => model.lifetime?.span ?? model.span;

/** The rules for changes of a scheme. */
export const schemeRules = defineRules(scheme, {
  'scheme-added': {
    differs: 'a scheme is added',
    requests: compatible,
    exposes: 'Clients with a token of the external issuer become callers.',
    find: added(({ name, now }) => ({
      what: `the scheme \`${name}\` is new`,
      exposes: findSchemeKind(now.plan.kind)?.madeBy === 'outside issuer',
    })),
  },
  'scheme-removed': {
    verb: 'none',
    differs: 'a scheme is removed',
    requests: breaking('A client that authenticates with it: `invalid credential`.'),
    find: removed(({ name }) => `the scheme \`${name}\` is removed`),
  },
  'scheme-kind-changed': {
    differs: 'a scheme is of another kind',
    requests: breaking('A client that has credentials of the older kind.'),
    find: inBoth(
      ({ name, old, now }) =>
        now.plan.kind !== old.plan.kind &&
        !isSameButForm(old, now) &&
        `the scheme \`${name}\` is of the kind \`${now.plan.kind}\`, previously \`${old.plan.kind}\``,
    ),
  },
  'tokens-signed': {
    differs: 'new tokens of a scheme are signed; older ones stay valid',
    requests: compatible,
    find: inBoth(
      ({ name, old, now }) => isSigned(now) && isSameButForm(old, now) && `new tokens of \`${name}\` are signed`,
    ),
  },
  'tokens-opaque': {
    differs: 'new tokens of a scheme are no longer signed; older ones stay valid here',
    requests: breaking('A service that verifies the tokens by the published keys.'),
    find: inBoth(
      ({ name, old, now }) =>
        isSigned(old) && isSameButForm(old, now) && `new tokens of \`${name}\` are no longer signed`,
    ),
  },
  'scheme-disabled': {
    differs: 'a scheme accepts no credentials because its Kind or Sent in is not shown',
    requests: breaking('A client that authenticates with it.'),
    find: became(
      ({ plan }) => plan.disabled === true,
      ({ name }) => `the scheme \`${name}\` accepts no credentials: one of its cells is not shown`,
    ),
  },
  'sent-in-removed': {
    differs: 'a credential is no longer accepted in a location',
    requests: breaking('A client that sends its credential there.'),
    find: carriers.removed((carrier, { name }) => `credentials of \`${name}\` no longer travel in \`${carrier}\``),
  },
  'sent-in-added': {
    differs: 'a credential is accepted in another location',
    requests: compatible,
    find: carriers.added((carrier, { name }) => `credentials of \`${name}\` may travel in \`${carrier}\``),
  },
  'lifetime-shorter': {
    differs: 'credentials of a scheme end earlier',
    requests: breaking('A client that keeps a credential for the older time.'),
    at: locateLifetime,
    find: inBoth(
      ({ name, old, now }) => getLifetime(now) < getLifetime(old) && `credentials of \`${name}\` end earlier`,
    ),
  },
  'lifetime-longer': {
    differs: 'credentials of a scheme end later',
    requests: compatible,
    at: locateLifetime,
    find: inBoth(({ name, old, now }) => getLifetime(now) > getLifetime(old) && `credentials of \`${name}\` end later`),
  },
  'idle-shorter': {
    differs: 'credentials of a scheme end after a shorter time without a request',
    requests: breaking('A client that rests for the older time.'),
    at: locateIdle,
    find: inBoth(
      ({ name, old, now }) =>
        getIdle(now) < getIdle(old) && `credentials of \`${name}\` end after a shorter time without a request`,
    ),
  },
  'idle-longer': {
    differs: 'credentials of a scheme end after a longer time without a request',
    requests: compatible,
    at: locateIdle,
    find: inBoth(
      ({ name, old, now }) =>
        getIdle(now) > getIdle(old) && `credentials of \`${name}\` end after a longer time without a request`,
    ),
  },
  'refresh-shorter': {
    differs: 'sessions with a refresh token end earlier, or a scheme no longer has refresh tokens',
    requests: breaking('A client that keeps a refresh token for the older time.'),
    at: locateRefresh,
    find: inBoth(
      ({ name, old, now }) =>
        getRefresh(now) < getRefresh(old) &&
        (now.plan.refresh === undefined
          ? `\`${name}\` no longer has refresh tokens`
          : `sessions of \`${name}\` with a refresh token end earlier`),
    ),
  },
  'refresh-longer': {
    differs: 'a scheme has refresh tokens, or their sessions end later',
    requests: compatible,
    at: locateRefresh,
    find: inBoth(
      ({ name, old, now }) =>
        getRefresh(now) > getRefresh(old) &&
        (old.plan.refresh === undefined
          ? `\`${name}\` has refresh tokens`
          : `sessions of \`${name}\` with a refresh token end later`),
    ),
  },
  'holder-changed': {
    differs: 'credentials of a scheme are of records that log in, or of others than before',
    requests: unclear('A client whose credential is not of such a record: `invalid credential`.'),
    find: changed('holder', ({ name, now }) => {
      const { holder } = now.plan;
      return holder === undefined
        ? `credentials of \`${name}\` are no longer of records that log in`
        : `credentials of \`${name}\` are of records of \`${holder}\``;
    }),
  },
  'credential-renamed': {
    verb: 'none',
    differs: 'the credential of a scheme is renamed in the documentation',
    requests: compatible,
    at: ({ model }) => model.credential?.span ?? model.span,
    find: changed('credential', ({ name }) => `the credential of \`${name}\` is renamed`),
  },
});

const attribute: Subject<AttributePair> = {
  part: 'authentication',
  where: ({ name }) => `caller.${name}`,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
};

/** The rules for changes of an attribute of callers. */
export const attributeRules = defineRules(attribute, {
  'attribute-added': {
    differs: 'callers have an attribute that they did not have',
    requests: unclear('A client whose credential does not have it, if an operation needs it.'),
    find: added(({ name }) => `callers have \`${name}\``),
  },
  'attribute-removed': {
    differs: 'callers no longer have an attribute',
    requests: compatible,
    find: removed(({ name }) => `callers no longer have \`${name}\``),
  },
  'attribute-source-changed': {
    differs: 'an attribute of callers has the value of a field, or no longer has it',
    requests: unclear('A client whose credential holds another value than the field.'),
    find: inBoth(({ comparison, name, old, now }) => {
      const source = now.model.from?.field.value;
      const from =
        now.model.from && comparison.renamed.field(now.model.from.resource.value, now.model.from.field.value);
      if (from === old.model.from?.field.value) return undefined;
      return source === undefined
        ? `\`caller.${name}\` is no longer a field of the record that logs in`
        : `\`caller.${name}\` is \`${source}\` of the record that logs in`;
    }),
  },
  'attribute-type-changed': {
    differs: 'an attribute of callers is of another type',
    requests: breaking('A client whose credential holds a value of the older type.'),
    find: changed('type', ({ name }) => `\`caller.${name}\` is of another type`),
  },
});
