import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { UnionPair } from './subjects.ts';

/** A tag of a union stands for another object. */
export const unionCaseChanged: ChangeRule<UnionPair> = {
  name: 'resources/union-case-changed',
  differs: 'a tag of a union stands for another object',
  requests: breaking('A client that sends the older object under this tag.'),
  answers: breaking('A client that reads the older object under this tag.'),
  find: ({ old, now, name }) =>
    old === undefined || now === undefined
      ? undefined
      : now.plan.cases.flatMap(({ tag, object }) => {
          const was = old.plan.cases.find((one) => one.tag === tag)?.object;
          if (was === undefined || was === object) return [];
          const span = (model: typeof now.model) => model.cases.find((one) => one.tag.value === tag)?.object.span;
          return [
            {
              where: `${name} ${tag}`,
              what: `\`${tag}\` of \`${name}\` is \`${object}\`, it was \`${was}\``,
              old: span(old.model),
              now: span(now.model),
            },
          ];
        }),
};
