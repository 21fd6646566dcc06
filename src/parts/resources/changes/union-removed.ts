import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { UnionPair } from './subjects.ts';

/** A union is no longer there; the fields that held it tell what that means. */
export const unionRemoved: ChangeRule<UnionPair> = {
  name: 'resources/union-removed',
  differs: 'a union is no longer there; the fields that held it tell what that means',
  requests: compatible,
  answers: compatible,
  find: ({ old, now, name }) =>
    now !== undefined ? undefined : { where: name, what: `the union \`${name}\` is gone`, old: old!.model.name.span },
};
