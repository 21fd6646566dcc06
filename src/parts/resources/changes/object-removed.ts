import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { OwnerPair } from './subjects.ts';

/** An object is no longer there; the fields that held it tell what that means. */
export const objectRemoved: ChangeRule<OwnerPair> = {
  name: 'resources/object-removed',
  differs: 'an object is no longer there; the fields that held it tell what that means',
  requests: compatible,
  answers: compatible,
  find: ({ old, now, name, kind }) =>
    now !== undefined || kind === 'resource'
      ? undefined
      : { where: name, what: `the object \`${name}\` is gone`, old: old!.model.name.span },
};
