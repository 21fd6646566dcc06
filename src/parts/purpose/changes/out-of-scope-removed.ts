import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { linesOf, type PurposePair } from './subjects.ts';

/** The service no longer says that it does not do something. */
export const outOfScopeRemoved: ChangeRule<PurposePair> = {
  name: 'purpose/out-of-scope-removed',
  differs: 'the service no longer says that it does not do something',
  requests: compatible,
  find: (pair) =>
    linesOf(pair, 'outOfScope').less.map(({ text, span }) => ({
      where: 'Out of scope',
      what: `no longer out of scope is ${text}`,
      old: span,
    })),
};
