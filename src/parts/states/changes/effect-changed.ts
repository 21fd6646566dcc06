import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { fieldAt, pathInNewNames, sameValue } from '../../comparing/expressions.ts';
import type { RowPair } from './subjects.ts';

/** A transition sets other values. */
export const effectChanged: ChangeRule<RowPair> = {
  name: 'states/effect-changed',
  verb: 'behaviour',
  differs: 'a transition sets other values',
  answers: unclear('A client that reads what the transition sets.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const fields = ({ plan }: typeof comparison.old) =>
      new Set(plan.resources.find(({ name }) => name === resource)!.fields.map(({ name }) => name));
    const [before, after] = [fields(comparison.old), fields(comparison.now)];
    // what sets a field that is new or gone is told at the field
    const was = old.plan.effects.flatMap(({ path, value }) => {
      const newer = pathInNewNames(comparison, resource, path);
      return after.has(newer[0]!) ? [{ path: newer.join('.'), value, gives: fieldAt(comparison, resource, path) }] : [];
    });
    const is = now.plan.effects.filter(({ path }) => before.has(comparison.renamed.field(resource, path[0]!)));
    const isSame = ({ path, value, gives }: (typeof was)[number], index: number): boolean =>
      is[index]?.path.join('.') === path &&
      sameValue(comparison, { of: resource, operation: called, gives }, value, is[index].value);
    if (was.length === is.length && was.every(isSame)) return undefined;
    return {
      where: called,
      what: `\`${called}\` sets other values`,
      old: old.model.effects[0]?.span ?? old.model.span,
      now: now.model.effects[0]?.span ?? now.model.span,
    };
  },
};
