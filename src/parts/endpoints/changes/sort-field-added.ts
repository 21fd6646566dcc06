import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ParameterPair } from './subjects.ts';

/** A list can be sorted by one more field. */
export const sortFieldAdded: ChangeRule<ParameterPair> = {
  name: 'endpoints/sort-field-added',
  verb: 'behaviour',
  differs: 'a list can be sorted by one more field',
  requests: compatible,
  find: ({ comparison, called, operation, old, now }) => {
    if (old?.plan.means.kind !== 'sort' || now?.plan.means.kind !== 'sort') return undefined;
    const names = now.plan.means.fields.map((name) =>
      comparison.renamed.field(operation.now.plan.resource ?? '', name),
    );
    return setsOf(old.plan.means.fields, names).more.map((name) => ({
      where: called,
      what: `\`${operation.called}\` can be sorted by \`${name}\``,
      old: old.model.means?.span,
      now: now.model.means?.span,
      row: { where: operation.called },
    }));
  },
};
