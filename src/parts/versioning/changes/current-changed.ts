import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type CurrentPair, currentOf } from './subjects.ts';

/** Requests that name no version mean another one. */
export const currentChanged: ChangeRule<CurrentPair> = {
  name: 'versioning/current-changed',
  differs: 'requests that name no version mean another one',
  requests: breaking('A client that names no version and fits the older one only.'),
  answers: breaking('A client that names no version and reads what the older one answers.'),
  find: ({ old, now }) => {
    const meant = (side: typeof now): string | undefined => {
      const absent = side.service.versioning.placements.map(({ whenAbsent }) => whenAbsent?.value ?? 'current')[0];
      return absent === 'refused'
        ? undefined
        : absent === undefined || absent === 'current'
          ? currentOf(side)?.name.value
          : absent;
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
