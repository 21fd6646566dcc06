import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { ScopePair } from './subjects.ts';

/** A scope allows one more operation. */
export const allowsMore: ChangeRule<ScopePair> = {
  name: 'authentication/allows-more',
  verb: 'behaviour',
  differs: 'a scope allows one more operation',
  requests: compatible,
  exposes: 'Callers may call an operation that was closed to them.',
  find: ({ comparison, name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const there = new Set(comparison.old.plan.operations.map((operation) => operation.name));
    const more = setsOf(old.gives.keys(), now.gives.keys()).more.filter((operation) => there.has(operation));
    return more.length === 0
      ? undefined
      : {
          where: name,
          what: `\`${name}\` allows ${listed(more)} too`,
          old: old.model.span,
          now: now.model.span,
          row: { where: `scope ${name}` },
        };
  },
};
