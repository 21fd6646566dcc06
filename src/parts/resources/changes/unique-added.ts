import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import type { UniqueDifference } from './uniques.ts';

/** No two records may agree in some fields. */
export const uniqueAdded: ChangeRule<UniqueDifference> = {
  name: 'resources/unique-added',
  verb: 'behaviour',
  differs: 'no two records may agree in some fields',
  requests: breaking('A client that writes values that another record has.'),
  find: ({ in: side, of, unique, model }) =>
    side === 'old'
      ? undefined
      : {
          where: `${of}.${unique.fields[0]}`,
          what: `no two records of \`${of}\` may share ${listed(unique.fields)}`,
          now: model?.span,
          requests: !unique.safe,
        },
};
