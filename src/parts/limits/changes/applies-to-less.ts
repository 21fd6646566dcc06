import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { LimitPair } from './subjects.ts';

/** A limit no longer holds for what it held for. */
export const appliesToLess: ChangeRule<LimitPair> = {
  name: 'limits/applies-to-less',
  differs: 'a limit no longer holds for what it held for',
  requests: compatible,
  find: ({ comparison, name, old, now }) => {
    if (old === undefined || now === undefined || now.reach.includes('all')) return undefined;
    const there = new Set(comparison.now.plan.operations.map((operation) => operation.name));
    const less = setsOf(old.reach, now.reach).less.filter(
      (one) => one === 'all' || one.startsWith('scope ') || there.has(one),
    );
    return less.length === 0
      ? undefined
      : {
          where: name,
          what: `the limit \`${name}\` no longer holds for ${listed(less)}`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};
