import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { ScopePair } from './subjects.ts';

/** A scope no longer allows an operation. */
export const allowsLess: ChangeRule<ScopePair> = {
  name: 'authentication/allows-less',
  verb: 'behaviour',
  differs: 'a scope no longer allows an operation',
  requests: breaking('A client that calls it with this scope: `not allowed`.'),
  find: ({ comparison, name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const there = new Set(comparison.now.plan.operations.map((operation) => operation.name));
    const less = setsOf(old.gives.keys(), now.gives.keys()).less.filter((operation) => there.has(operation));
    return less.length === 0
      ? undefined
      : {
          where: name,
          what: `\`${name}\` no longer allows ${listed(less)}`,
          old: old.model.span,
          now: now.model.span,
          row: { where: `scope ${name}` },
        };
  },
};
