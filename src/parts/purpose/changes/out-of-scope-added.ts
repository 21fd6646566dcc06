import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { linesOf, type PurposePair } from './subjects.ts';

/** The service says that it does not do something. */
export const outOfScopeAdded: ChangeRule<PurposePair> = {
  name: 'purpose/out-of-scope-added',
  differs: 'the service says that it does not do something',
  requests: unclear('A client that relied on it.'),
  find: (pair) =>
    linesOf(pair, 'outOfScope').more.map(({ text, span }) => ({
      where: 'Out of scope',
      what: `out of scope is ${text}`,
      now: span,
    })),
};
