import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { linesOf, type PurposePair } from './subjects.ts';

/** The service no longer does something. */
export const scopeRemoved: ChangeRule<PurposePair> = {
  name: 'purpose/scope-removed',
  differs: 'the service no longer does something',
  requests: unclear('A client that relies on it.'),
  find: (pair) =>
    linesOf(pair, 'inScope').less.map(({ text, span }) => ({
      where: 'In scope',
      what: `no longer in scope is ${text}`,
      old: span,
    })),
};
