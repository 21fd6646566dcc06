import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { sameValue } from '../../comparing/expressions.ts';
import type { RowPair } from './subjects.ts';

/** A transition sets other values. */
export const effectChanged: ChangeRule<RowPair> = {
  name: 'states/effect-changed',
  verb: 'behaviour',
  differs: 'a transition sets other values',
  answers: unclear('A client that reads what the transition sets.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const turn = (name: string): string => comparison.renamed.field(resource, name);
    const fields = ({ plan }: typeof comparison.old) => plan.resources.find(({ name }) => name === resource)!.fields;
    const before = new Set(fields(comparison.old).map(({ name }) => name));
    const after = new Set(fields(comparison.now).map(({ name }) => turn(name)));
    // what sets a field that is new or gone is told at the field
    const effects = ({ plan }: typeof now, named: (name: string) => string, others: ReadonlySet<string>) =>
      plan.effects.flatMap(({ path: [first = '', ...rest], value }) =>
        others.has(named(first)) ? [{ path: [named(first), ...rest].join('.'), value }] : [],
      );
    const was = effects(old, (name) => name, after);
    const is = effects(now, turn, before);
    const isSame = ({ path, value }: (typeof was)[number], index: number): boolean =>
      is[index]?.path === path && sameValue(comparison, resource, value, is[index].value);
    if (was.length === is.length && was.every(isSame)) return undefined;
    return {
      where: called,
      what: `\`${called}\` sets other values`,
      old: old.model.effects[0]?.span ?? old.model.span,
      now: now.model.effects[0]?.span ?? now.model.span,
    };
  },
};
