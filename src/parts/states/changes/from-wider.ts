import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { fromsOf, type RowPair } from './subjects.ts';

/** A transition may be taken from another state too. */
export const fromWider: ChangeRule<RowPair> = {
  name: 'states/from-wider',
  verb: 'behaviour',
  differs: 'a transition may be taken from another state too',
  requests: compatible,
  answers: unclear('A client that relies on records in that state staying in it.'),
  find: (pair) => {
    const { called, old, now } = pair;
    if (old === undefined || now === undefined) return undefined;
    const there = new Set(old.machine.plan.states.map(({ name }) => name));
    const more = fromsOf(pair).more.filter((state) =>
      there.has(pair.comparison.renamed.value(pair.resource, now.machine.plan.field ?? '', state)),
    );
    return more.length === 0
      ? undefined
      : {
          where: called,
          what: `\`${called}\` is taken from ${listed(more)} too`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};
