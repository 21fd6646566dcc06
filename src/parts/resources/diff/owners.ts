import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, changed, createItemFinds, defineRules, inBoth, removed, type Subject } from '../../../diff/table.ts';
import { isSameShape } from '../../diff/newer-shapes.ts';
import type { OwnerPair, OwnerSide, UnionPair } from './subjects.ts';

const owner: Subject<OwnerPair> = { part: 'resources', where: ({ name }) => name, at: ({ model }) => model.name.span };

const readAccountOf = ({ model }: OwnerSide) => ('accountOf' in model ? model.accountOf : undefined);
const readSessionOf = ({ model }: OwnerSide) => ('sessionOf' in model ? model.sessionOf : undefined);

const readFactorOf = ({ model }: OwnerSide) => ('secondFactorOf' in model ? model.secondFactorOf : undefined);
const readShownAs = ({ model }: OwnerSide) => ('shownAs' in model ? model.shownAs : undefined);

/** The rules for changes of a resource or an object. */
export const ownerRules = defineRules(owner, {
  'resource-added': {
    differs: 'a resource is added',
    requests: compatible,
    answers: compatible,
    find: added(({ name, kind }) => kind === 'resource' && `the resource \`${name}\` is new`),
  },
  'resource-removed': {
    differs: 'a resource is removed',
    requests: breaking('A client that creates or changes its records.'),
    answers: breaking('A client that reads its records.'),
    find: removed(({ comparison, name, kind }) => {
      const used = comparison.old.plan.operations.some(({ resource }) => resource === name);
      return kind === 'resource' && { what: `the resource \`${name}\` is removed`, requests: used, answers: used };
    }),
  },
  'object-added': {
    differs: 'an object is added',
    requests: compatible,
    answers: compatible,
    find: added(({ name, kind }) => kind === 'object' && `the object \`${name}\` is new`),
  },
  'object-removed': {
    differs: 'an object is removed; the fields of this type are listed',
    requests: compatible,
    answers: compatible,
    find: removed(({ name, kind }) => kind === 'object' && `the object \`${name}\` is removed`),
  },
  'renamed-internally': {
    differs: 'a resource or object seems to be renamed in the document',
    requests: compatible,
    answers: compatible,
    find: inBoth(({ comparison, name, kind }) => {
      const was = comparison.owners.get(name);
      return (
        was !== undefined && {
          what: `the ${kind} \`${was}\` seems to be renamed to \`${name}\``,
          advice: kind === 'resource' ? `migrate with \`--rename ${was}=${name}\`, which keeps its records` : undefined,
        }
      );
    }),
  },
  'shown-as-changed': {
    verb: 'behavior',
    differs: 'the line Shown as of a resource changes; each response that uses it is listed',
    answers: unclear('A client that reads a response that uses the bare name of the resource.'),
    at: (side) => readShownAs(side)?.span ?? side.model.name.span,
    find: inBoth(
      ({ comparison, old, now, name }) =>
        !isSameShape(comparison, name, readShownAs(old), readShownAs(now)) && {
          what: `\`${name}\` is shown differently`,
          row: 'none',
        },
    ),
  },
  'sessions-added': {
    verb: 'behavior',
    differs: 'the records of a resource become sessions; earlier credentials have none',
    requests: breaking('A client that goes on with its credential: it logs in again.'),
    answers: compatible,
    at: (side) => readSessionOf(side)?.span ?? side.model.name.span,
    find: inBoth(
      ({ old, now, name }) =>
        readSessionOf(old) === undefined &&
        readSessionOf(now) !== undefined && { what: `the records of \`${name}\` are sessions`, row: 'none' },
    ),
  },
  'sessions-removed': {
    verb: 'behavior',
    differs: 'the records of a resource are no longer sessions',
    requests: breaking('A client that deletes a record to end a session.'),
    answers: compatible,
    at: (side) => readSessionOf(side)?.span ?? side.model.name.span,
    find: inBoth(
      ({ old, now, name }) =>
        readSessionOf(old) !== undefined &&
        readSessionOf(now) === undefined && { what: `the records of \`${name}\` are no longer sessions`, row: 'none' },
    ),
  },
  'second-factors-added': {
    verb: 'behavior',
    differs: 'the records of a resource become second factors, which count once they are confirmed',
    requests: compatible,
    answers: compatible,
    at: (side) => readFactorOf(side)?.span ?? side.model.name.span,
    find: inBoth(
      ({ old, now, name }) =>
        readFactorOf(old) === undefined &&
        readFactorOf(now) !== undefined && { what: `the records of \`${name}\` are second factors`, row: 'none' },
    ),
  },
  'second-factors-removed': {
    verb: 'behavior',
    differs: 'the records of a resource are no longer second factors: people log in by the password alone',
    requests: breaking('A person who relies on the second factor: it protects nothing any more.'),
    answers: compatible,
    at: (side) => readFactorOf(side)?.span ?? side.model.name.span,
    find: inBoth(
      ({ old, now, name }) =>
        readFactorOf(old) !== undefined &&
        readFactorOf(now) === undefined && {
          what: `the records of \`${name}\` are no longer second factors`,
          row: 'none',
        },
    ),
  },
  'accounts-added': {
    verb: 'behavior',
    differs: 'the records of a resource become accounts at issuers, which only a sign in creates',
    requests: breaking('A client that creates one of its records.'),
    answers: compatible,
    at: (side) => readAccountOf(side)?.span ?? side.model.name.span,
    find: inBoth(
      ({ old, now, name }) =>
        readAccountOf(old) === undefined &&
        readAccountOf(now) !== undefined && { what: `the records of \`${name}\` are accounts at issuers`, row: 'none' },
    ),
  },
  'accounts-removed': {
    verb: 'behavior',
    differs: 'the records of a resource are no longer accounts at issuers',
    requests: breaking('A person who signs in by an account that is one of its records.'),
    answers: compatible,
    at: (side) => readAccountOf(side)?.span ?? side.model.name.span,
    find: inBoth(
      ({ old, now, name }) =>
        readAccountOf(old) !== undefined &&
        readAccountOf(now) === undefined && {
          what: `the records of \`${name}\` are no longer accounts at issuers`,
          row: 'none',
        },
    ),
  },
  'identity-changed': {
    differs: 'a resource has a different identity',
    requests: breaking('A client that names a record by its older identity.'),
    answers: breaking('A client that keeps the identities it was given.'),
    find: inBoth(({ comparison, old, now, name }) => {
      if (old.plan === undefined || now.plan === undefined) return undefined;
      const [was, is] = [old.plan.identity, now.plan.identity];
      return (
        comparison.renamed.field(name, is) !== was && `\`${name}\` is identified by \`${is}\`, previously by \`${was}\``
      );
    }),
  },
});

const union: Subject<UnionPair> = { part: 'resources', where: ({ name }) => name, at: ({ model }) => model.name.span };

const tags = createItemFinds<UnionPair>(
  ({ plan }) => plan.cases.map(({ tag }) => tag),
  ({ model }, tag) => (model.cases.find((branch) => branch.tag.value === tag)?.tag ?? model.name).span,
);

const advice = 'keep the older tags, or put the new union into a field of its own: no row can undo the tags of a union';

/** The rules for changes of a union. */
export const unionRules = defineRules(union, {
  'union-added': {
    differs: 'a union is added',
    requests: compatible,
    answers: compatible,
    find: added(({ name }) => `the union \`${name}\` is new`),
  },
  'union-removed': {
    differs: 'a union is removed; the fields of this type are listed',
    requests: compatible,
    answers: compatible,
    find: removed(({ name }) => `the union \`${name}\` is removed`),
  },
  'union-case-added': {
    differs: 'a union may be an object that it could not be',
    requests: compatible,
    answers: breaking('A client that knows only the older tags meets one that it does not know.'),
    advice,
    find: tags.added((tag, { name }) => ({ where: `${name} ${tag}`, what: `\`${name}\` may be \`${tag}\`` })),
  },
  'union-case-removed': {
    differs: 'a union may no longer be an object that it could be',
    requests: breaking('A client that sends it.'),
    answers: compatible,
    advice,
    find: tags.removed((tag, { name }) => ({
      where: `${name} ${tag}`,
      what: `\`${name}\` is no longer \`${tag}\``,
    })),
  },
  'union-case-changed': {
    differs: 'a tag of a union stands for another object',
    requests: breaking('A client that sends the older object under this tag.'),
    answers: breaking('A client that reads the older object under this tag.'),
    find: inBoth(({ old, now, name }) =>
      now.plan.cases.flatMap(({ tag, object }) => {
        const was = old.plan.cases.find((branch) => branch.tag === tag)?.object;
        if (was === undefined || was === object) return [];
        const [before, after] = [old, now].map(({ model }) => model.cases.find((branch) => branch.tag.value === tag));
        const what = `\`${tag}\` of \`${name}\` is \`${object}\`, previously \`${was}\``;
        return [{ where: `${name} ${tag}`, what, old: before?.object.span, now: after?.object.span }];
      }),
    ),
  },
  'union-tag-changed': {
    differs: 'another field holds the tag of a union',
    requests: breaking('A client that sends the tag in the older field.'),
    answers: breaking('A client that looks for the tag in the older field.'),
    advice,
    at: ({ model }) => model.taggedBy?.span,
    find: changed(
      'tag',
      ({ old, now, name }) => `\`${name}\` is tagged by \`${now.plan.tag}\`, previously \`${old.plan.tag}\``,
    ),
  },
  'union-renamed-internally': {
    differs: 'a union seems to be renamed in the document',
    requests: compatible,
    answers: compatible,
    find: inBoth(({ comparison, name }) => {
      const was = comparison.owners.get(name);
      return was !== undefined && `the union \`${was}\` seems to be renamed to \`${name}\``;
    }),
  },
});
