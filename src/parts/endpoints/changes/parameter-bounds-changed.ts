import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import { cell } from '../../comparing/comparison.ts';
import type { ParameterPair } from './subjects.ts';

/** What a parameter may hold is bounded otherwise. */
export const parameterBoundsChanged: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-bounds-changed',
  verb: 'constraint',
  differs: 'what a parameter may hold is bounded otherwise',
  requests: unclear('A client that sends values that fitted before.'),
  find: ({ comparison, called, operation, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const plain = ({ schema }: typeof now.plan): unknown =>
      (schema?.constraints ?? []).map(({ line: _, ...rest }) => rest);
    const isOwn = (model: typeof now.model): boolean => model.constraints.length > 0;
    if (!(isOwn(old.model) || isOwn(now.model)) || equal(plain(old.plan), plain(now.plan))) return undefined;
    const before = old.model.constraints
      .filter(({ text }) => text !== 'required' && !text.startsWith('default'))
      .map(({ span }) => cell(comparison.old.service.source, span));
    return {
      where: called,
      what: `the parameter \`${now.plan.name}\` of \`${operation.called}\` is bounded otherwise`,
      old: old.model.span,
      now: now.model.span,
      row: { before: before.join('; ') },
    };
  },
};
