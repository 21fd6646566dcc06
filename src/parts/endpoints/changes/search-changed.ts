import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ParameterPair } from './subjects.ts';

/** A search looks in other fields. */
export const searchChanged: ChangeRule<ParameterPair> = {
  name: 'endpoints/search-changed',
  verb: 'behaviour',
  differs: 'a search looks in other fields',
  answers: unclear('A client that expects to find records by the older fields.'),
  find: ({ comparison, called, operation, old, now }) => {
    if (old?.plan.means.kind !== 'search' || now?.plan.means.kind !== 'search') return undefined;
    const names = now.plan.means.fields.map((name) =>
      comparison.renamed.field(operation.now.plan.resource ?? '', name),
    );
    const { more, less } = setsOf(old.plan.means.fields, names);
    if (more.length + less.length === 0) return undefined;
    return {
      where: called,
      what: `\`${now.plan.name}\` of \`${operation.called}\` looks in other fields`,
      old: old.model.means?.span,
      now: now.model.means?.span,
      row: { where: operation.called },
    };
  },
};
