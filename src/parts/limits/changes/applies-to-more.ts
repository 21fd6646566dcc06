import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { LimitPair } from './subjects.ts';

/** A limit holds for what it did not hold for. */
export const appliesToMore: ChangeRule<LimitPair> = {
  name: 'limits/applies-to-more',
  differs: 'a limit holds for what it did not hold for',
  requests: breaking('A client that does more of that than the limit allows.'),
  find: ({ comparison, name, old, now }) => {
    if (old === undefined || now === undefined || old.reach.includes('all')) return undefined;
    const there = new Set(comparison.old.plan.operations.map((operation) => operation.name));
    const more = setsOf(old.reach, now.reach).more.filter(
      (one) => one === 'all' || one.startsWith('scope ') || there.has(one),
    );
    return more.length === 0
      ? undefined
      : {
          where: name,
          what: `the limit \`${name}\` holds for ${listed(more)} too`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};
