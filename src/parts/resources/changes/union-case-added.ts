import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { UnionPair } from './subjects.ts';

/** A union may be an object that it could not be. */
export const unionCaseAdded: ChangeRule<UnionPair> = {
  name: 'resources/union-case-added',
  differs: 'a union may be an object that it could not be',
  requests: compatible,
  answers: breaking('A client that knows only the older tags meets one that it does not know.'),
  find: ({ old, now, name }) =>
    old === undefined || now === undefined
      ? undefined
      : setsOf(
          old.plan.cases.map(({ tag }) => tag),
          now.plan.cases.map(({ tag }) => tag),
        ).more.map((tag) => ({
          where: `${name} ${tag}`,
          what: `\`${name}\` may be \`${tag}\``,
          old: old.model.name.span,
          now: now.model.cases.find((one) => one.tag.value === tag)?.tag.span,
        })),
};
