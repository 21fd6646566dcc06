import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { UnionPair } from './subjects.ts';

/** Another member holds the tag of a union. */
export const unionTagChanged: ChangeRule<UnionPair> = {
  name: 'resources/union-tag-changed',
  differs: 'another member holds the tag of a union',
  requests: breaking('A client that sends the tag in the older member.'),
  answers: breaking('A client that looks for the tag in the older member.'),
  find: ({ old, now, name }) =>
    old === undefined || now === undefined || old.plan.tag === now.plan.tag
      ? undefined
      : {
          where: name,
          what: `\`${name}\` is tagged by \`${now.plan.tag}\`, it was \`${old.plan.tag}\``,
          old: old.model.taggedBy?.span,
          now: now.model.taggedBy?.span,
        },
};
