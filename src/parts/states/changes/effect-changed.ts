import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/strictness.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { RowPair } from './subjects.ts';

/** A transition sets other values. */
export const effectChanged: ChangeRule<RowPair> = {
  name: 'states/effect-changed',
  verb: 'behaviour',
  differs: 'a transition sets other values',
  answers: unclear('A client that reads what the transition sets.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const effects = ({ plan }: typeof now, turn: (name: string) => string) =>
      plan.effects.map(({ path: [first = '', ...rest], value }) => [[turn(first), ...rest].join('.'), value] as const);
    const was = effects(old, (name) => name).map(([path, value]) => [path, inNewNames(comparison, resource, value)]);
    const is = effects(now, (name) => comparison.renamed.field(resource, name));
    if (equal(was, is)) return undefined;
    return {
      where: called,
      what: `\`${called}\` sets other values`,
      old: old.model.effects[0]?.span ?? old.model.span,
      now: now.model.effects[0]?.span ?? now.model.span,
    };
  },
};
