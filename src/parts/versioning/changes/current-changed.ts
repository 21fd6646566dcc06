import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { absentOf, type CurrentPair, currentOf } from './subjects.ts';

/** Requests that name no version mean another one. */
export const currentChanged: ChangeRule<CurrentPair> = {
  name: 'versioning/current-changed',
  differs: 'requests that name no version mean another one',
  requests: unclear('A client that names no version: what breaks above breaks it.'),
  answers: unclear('A client that names no version: what breaks above breaks it.'),
  find: ({ old, now }) => {
    const meant = (side: typeof now): string | undefined => {
      if (side.service.versioning.placements.length === 0) return undefined;
      const absent = absentOf(side)?.value ?? 'current';
      return absent === 'refused' ? undefined : absent === 'current' ? currentOf(side)?.name.value : absent;
    };
    const [was, is] = [meant(old), meant(now)];
    if (was === undefined || is === undefined || was === is) return undefined;
    return {
      where: 'When absent',
      what: `a request that names no version means \`${is}\`, it was \`${was}\``,
      old: currentOf(old)?.name.span,
      now: currentOf(now)?.name.span,
    };
  },
};
