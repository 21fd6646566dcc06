import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { linesOf, type PurposePair } from './subjects.ts';

/** The service does something more. */
export const scopeAdded: ChangeRule<PurposePair> = {
  name: 'purpose/scope-added',
  differs: 'the service does something more',
  requests: compatible,
  answers: compatible,
  find: (pair) =>
    linesOf(pair, 'inScope').more.map(({ text, span }) => ({
      where: 'In scope',
      what: `in scope is ${text}`,
      now: span,
    })),
};
