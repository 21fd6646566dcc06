import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ParameterPair } from './subjects.ts';

/** A list can no longer be sorted by a field. */
export const sortFieldRemoved: ChangeRule<ParameterPair> = {
  name: 'endpoints/sort-field-removed',
  verb: 'behaviour',
  differs: 'a list can no longer be sorted by a field',
  requests: breaking('A client that sorts by it.'),
  find: ({ comparison, called, operation, old, now }) => {
    if (old?.plan.means.kind !== 'sort' || now?.plan.means.kind !== 'sort') return undefined;
    const names = now.plan.means.fields.map((name) =>
      comparison.renamed.field(operation.now.plan.resource ?? '', name),
    );
    return setsOf(old.plan.means.fields, names).less.map((name) => ({
      where: called,
      what: `\`${operation.called}\` is no longer sorted by \`${name}\``,
      old: old.model.means?.span,
      now: now.model.means?.span,
      row: { where: operation.called },
    }));
  },
};
