import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import type { UniqueDifference } from './subjects.ts';

/** Records may agree in fields in which they could not. */
export const uniqueRemoved: ChangeRule<UniqueDifference> = {
  name: 'resources/unique-removed',
  verb: 'behaviour',
  differs: 'records may agree in fields in which they could not',
  requests: compatible,
  answers: unclear('A client that finds a record by those values alone.'),
  find: ({ in: side, of, unique, model }) =>
    side === 'now'
      ? undefined
      : {
          where: `${of}.${unique.fields[0]}`,
          what: `records of \`${of}\` may share ${listed(unique.fields)}`,
          old: model?.span,
        },
};
