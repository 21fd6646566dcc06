import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { StatedPair } from './subjects.ts';

/** The document lays another class over a kind of change. */
export const classStated: ChangeRule<StatedPair> = {
  name: 'versioning/class-stated',
  differs: 'the document lays another class over a kind of change',
  requests: compatible,
  find: ({ name, old, now }) =>
    old?.class.value === now?.class.value
      ? undefined
      : {
          where: `Compatibility ${name}`,
          what:
            now === undefined ? `\`${name}\` is classed as built in` : `\`${name}\` is stated to be ${now.class.value}`,
          old: old?.span,
          now: now?.span,
        },
};
