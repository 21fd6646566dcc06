import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, became, ceased, changed, defineRules, inBoth, removed, type Subject } from '../../../diff/table.ts';
import type { Comparison, Side } from '../../diff/comparison.ts';
import type { PlacementModel } from '../model.ts';
import { findCurrentVersion, type PlacementPair, type StatedPair } from './subjects.ts';

const versioning: Subject<Comparison> = { part: 'versioning', where: () => 'When absent' };

/** The cell When absent of the first placement: the meaning of a request that names no version. */
const findWhenAbsent = ({ service }: Side): PlacementModel['whenAbsent'] =>
  service.versioning.placements[0]?.whenAbsent;
const locateWhenAbsent = (side: Side) => findWhenAbsent(side)?.span;
const isRefused = (side: Side): boolean => findWhenAbsent(side)?.value === 'refused';

/** The rules for changes of versions as a whole. */
export const currentRules = defineRules(versioning, {
  'versions-named-first': {
    differs: 'the service has versions',
    requests: compatible,
    where: 'Versions',
    at: ({ service }) => service.versioning.versions[0]?.name.span,
    find: became(({ service }) => service.versioning.versions.length > 0, 'the service has versions'),
  },
  'version-needed': {
    differs: 'requests that name no version are rejected',
    requests: breaking('A client that names none: `version missing`.'),
    at: locateWhenAbsent,
    find: became(isRefused, 'requests that name no version are rejected'),
  },
  'version-no-longer-needed': {
    differs: 'requests that name no version are accepted',
    requests: compatible,
    at: locateWhenAbsent,
    find: ceased(isRefused, 'requests that name no version are accepted'),
  },
  'current-changed': {
    differs: 'requests that name no version use another version',
    requests: unclear('A client that names no version: every breaking change above affects it.'),
    answers: unclear('A client that names no version: every breaking change above affects it.'),
    at: (side) => findCurrentVersion(side)?.name.span,
    find: inBoth(({ old, now }) => {
      const [was, is] = [resolveDefaultVersion(old), resolveDefaultVersion(now)];
      if (was === undefined || is === undefined || was === is) return undefined;
      return `a request that names no version uses \`${is}\`, previously \`${was}\``;
    }),
  },
});

function resolveDefaultVersion(side: Side): string | undefined {
  if (side.service.versioning.placements.length === 0) return undefined;
  const absent = findWhenAbsent(side)?.value ?? 'current';
  return absent === 'refused' ? undefined : absent === 'current' ? findCurrentVersion(side)?.name.value : absent;
}

const placement: Subject<PlacementPair> = {
  part: 'versioning',
  where: ({ name }) => `placement ${name}`,
  at: ({ span }) => span,
};

/** The rules for changes of a placement. */
export const placementRules = defineRules(placement, {
  'placement-added': {
    differs: 'requests may name their version in one more location',
    requests: compatible,
    find: added(({ name }) => `the version may be named in the ${name}`),
  },
  'placement-removed': {
    differs: 'requests may no longer name their version in a location',
    requests: breaking('A client that names it there.'),
    find: removed(({ name }) => `the version is no longer named in the ${name}`),
  },
  'placement-changed': {
    differs: 'the header or parameter of the version is renamed',
    requests: breaking('A client that names it under the older name.'),
    at: ({ name }) => name?.span,
    find: changed(
      ({ name }) => name?.value,
      ({ old, now }) => `the version is named in \`${now.name?.value}\`, previously \`${old.name?.value}\``,
    ),
  },
});

const stated: Subject<StatedPair> = {
  part: 'versioning',
  where: ({ name }) => `Compatibility ${name}`,
  at: ({ span }) => span,
};

/** The rules for changes of a row of Compatibility. */
export const statedRules = defineRules(stated, {
  'class-stated': {
    differs: 'the document declares another class for a kind of change',
    requests: compatible,
    find: ({ name, old, now }) => {
      if (old?.class.value === now?.class.value) return undefined;
      return now === undefined
        ? `\`${name}\` is classed as built in`
        : `\`${name}\` is stated to be ${now.class.value}`;
    },
  },
});
