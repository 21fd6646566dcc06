import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, became, ceased, changed, defineRules, inBoth, removed, type Subject } from '../../../diff/table.ts';
import type { VersionModel } from '../model.ts';
import { endsAlike, isGoneAfterSunset, isServed, type RowPair, type VersionPair } from './subjects.ts';

const version: Subject<VersionPair> = {
  part: 'versioning',
  where: ({ name }) => `version ${name}`,
  at: ({ span }) => span,
  name: ({ name }) => name.span,
};

const is =
  (status: NonNullable<VersionModel['status']>['value']) =>
  (side: VersionModel): boolean =>
    side.status?.value === status;
const isKept = (side: VersionModel): boolean => isServed(side) && !isGoneAfterSunset(side);
const isLeaving = (side: VersionModel): boolean => isServed(side) && isGoneAfterSunset(side);
const locateStatus = ({ status }: VersionModel) => status?.span;
const locateSunset = ({ sunset, span }: VersionModel) => sunset?.span ?? span;
const locateEnd = ({ afterSunset, span }: VersionModel) => afterSunset?.span ?? span;

/** The rules for changes of a version. */
export const versionRules = defineRules(version, {
  'version-added': {
    differs: 'there is a version that was not listed',
    requests: compatible,
    find: added(({ name }) => `the version \`${name}\` is new`),
  },
  'version-removed': {
    differs: 'a version is no longer listed',
    requests: breaking('A client that asks for it: `unknown version`.'),
    find: removed(({ name, old }) => isServed(old) && `the version \`${name}\` is no longer listed`),
  },
  'version-forgotten': {
    differs: 'a retired version is no longer listed',
    requests: unclear('A client that still requests it: `unknown version` instead of `retired version`.'),
    find: removed(({ name, old }) => !isServed(old) && `the retired version \`${name}\` is no longer listed`),
  },
  'version-retired': {
    differs: 'a version is no longer served',
    requests: breaking('A client that asks for it: `retired version`.'),
    at: locateStatus,
    find: ceased(isServed, ({ name, now }) =>
      is('retired')(now)
        ? `the version \`${name}\` is retired`
        : { what: `the version \`${name}\` is removed`, now: now.afterSunset?.span },
    ),
  },
  'version-served-again': {
    differs: 'a retired version is served again',
    requests: compatible,
    at: locateStatus,
    find: became(isServed, ({ name }) => `the version \`${name}\` is served again`),
  },
  'version-deprecated': {
    differs: 'a version is deprecated',
    requests: compatible,
    answers: compatible,
    at: locateStatus,
    find: became(is('deprecated'), ({ name, old }) => isServed(old) && `the version \`${name}\` is deprecated`),
  },
  'preview-withdrawn': {
    differs: 'a version that was released is a preview',
    requests: breaking('A client that relies on it staying unchanged.'),
    at: locateStatus,
    find: became(is('preview'), ({ name }) => `the version \`${name}\` is a preview`),
  },
  'sunset-earlier': {
    differs: 'a version ends earlier',
    requests: breaking('A client that relies on the previous day.'),
    at: locateSunset,
    find: inBoth(({ name, old, now }) => {
      if (!old.sunset || !now.sunset || now.sunset.value >= old.sunset.value || !endsAlike(old, now)) return undefined;
      const what = `the version \`${name}\` ends on ${now.sunset.value}, previously ${old.sunset.value}`;
      return { what, requests: now.afterSunset?.value !== 'served' };
    }),
  },
  'sunset-later': {
    differs: 'a version ends later, or its end is no longer announced',
    requests: compatible,
    at: locateSunset,
    find: inBoth(({ name, old, now }) => {
      if (!old.sunset || !endsAlike(old, now)) return undefined;
      if (now.sunset !== undefined && now.sunset.value <= old.sunset.value) return undefined;
      const day = now.sunset === undefined ? 'on no stated day' : `on ${now.sunset.value}`;
      return `the version \`${name}\` ends ${day}, previously ${old.sunset.value}`;
    }),
  },
  'sunset-announced': {
    differs: 'the end of a version is announced',
    requests: unclear('A client that asks for it and has to move by that day.'),
    at: locateSunset,
    find: inBoth(({ name, old, now }) => {
      if (old.sunset !== undefined || now.sunset === undefined || !endsAlike(old, now)) return undefined;
      const what = `the version \`${name}\` ends on ${now.sunset.value}`;
      return { what, requests: now.afterSunset?.value !== 'served' };
    }),
  },
  'sunset-gone': {
    differs: 'a version returns 410 after its sunset',
    requests: breaking('A client that asks for it from that day on: `retired version`.'),
    find: inBoth(({ name, old, now }) =>
      isKept(old) && isLeaving(now)
        ? { what: `the version \`${name}\` returns 410 from ${now.sunset?.value}`, now: now.afterSunset?.span }
        : undefined,
    ),
  },
  'sunset-served': {
    differs: 'a version is still served after its sunset',
    requests: compatible,
    at: locateEnd,
    find: inBoth(({ name, old, now }) =>
      isLeaving(old) && isKept(now)
        ? `the version \`${name}\` is also served after its sunset, previously until ${old.sunset?.value}`
        : undefined,
    ),
  },
  'released-changed': {
    differs: 'a version has a different release date',
    requests: compatible,
    at: ({ released, span }) => released?.span ?? span,
    find: changed(
      ({ released }) => released?.value,
      ({ name }) => `the version \`${name}\` has a different release date`,
    ),
  },
});

const row: Subject<RowPair> = {
  part: 'versioning',
  where: ({ name }) => name,
  at: ({ row: { span } }) => span,
};

const older = unclear('A client of an older version that gets or sends what the row is about.');

/** The rules for rows of Changes of a version above one that is still served. */
export const rowRules = defineRules(row, {
  'row-changed': {
    verb: 'none',
    differs: 'a row of Changes is gone or says something else, and an older version is served',
    requests: older,
    answers: older,
    find: ({ name, below, old, now }) => {
      if (old === undefined || old.says === now?.says) return undefined;
      const what = now === undefined ? 'is gone' : 'says something else';
      return `the row \`${name}\` of version \`${old.row.version.value}\` ${what}, and version \`${below}\` is served`;
    },
  },
});
