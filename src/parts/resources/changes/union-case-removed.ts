import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { UnionPair } from './subjects.ts';

/** A union may no longer be an object that it could be. */
export const unionCaseRemoved: ChangeRule<UnionPair> = {
  name: 'resources/union-case-removed',
  differs: 'a union may no longer be an object that it could be',
  requests: breaking('A client that sends it.'),
  answers: compatible,
  find: ({ old, now, name }) =>
    old === undefined || now === undefined
      ? undefined
      : setsOf(
          old.plan.cases.map(({ tag }) => tag),
          now.plan.cases.map(({ tag }) => tag),
        ).less.map((tag) => ({
          where: `${name} ${tag}`,
          what: `\`${name}\` is no longer \`${tag}\``,
          old: old.model.cases.find((one) => one.tag.value === tag)?.tag.span,
          now: now.model.name.span,
        })),
};
