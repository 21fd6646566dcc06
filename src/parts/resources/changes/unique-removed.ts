import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import type { UniquePlan } from '../../../plan/resource.ts';
import { listed } from '../../comparing/comparison.ts';
import type { UniqueDifference } from './uniques.ts';

/** Records may agree in fields in which they could not. */
export const uniqueRemoved: ChangeRule<UniqueDifference> = {
  name: 'resources/unique-removed',
  verb: 'behaviour',
  differs: 'records may agree in fields in which they could not',
  requests: compatible,
  answers: unclear('A client that finds a record by those values alone.'),
  find: ({ in: side, of, unique, model, left }) =>
    side === 'now'
      ? undefined
      : {
          where: `${of}.${unique.fields[0]}`,
          what: `records of \`${of}\` may share ${listed(unique.fields)}${rest(left, unique)}`,
          old: model?.span,
        },
};

/** What of a constraint still holds. */
function rest(left: UniquePlan | undefined, { fields }: UniquePlan): string {
  if (left === undefined) return '';
  const more = left.fields.filter((field) => !fields.includes(field));
  return more.length > 0 ? ` unless they share ${listed(more)} too` : ' in more cases';
}
