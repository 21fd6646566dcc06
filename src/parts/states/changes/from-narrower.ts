import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { fromsOf, type RowPair } from './subjects.ts';

/** A transition may no longer be taken from a state. */
export const fromNarrower: ChangeRule<RowPair> = {
  name: 'states/from-narrower',
  verb: 'behaviour',
  differs: 'a transition may no longer be taken from a state',
  requests: breaking('A client that calls it in that state: `wrong state`.'),
  find: (pair) => {
    const { called, old, now } = pair;
    if (old === undefined || now === undefined) return undefined;
    const there = new Set(
      now.machine.plan.states.map(({ name }) =>
        pair.comparison.renamed.value(pair.resource, now.machine.plan.field ?? '', name),
      ),
    );
    const less = fromsOf(pair).less.filter((state) => there.has(state));
    return less.length === 0
      ? undefined
      : {
          where: called,
          what: `\`${called}\` is not taken from ${listed(less)}`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};
