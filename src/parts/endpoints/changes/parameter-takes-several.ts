import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { meaningTold } from './meanings.ts';
import type { ParameterPair } from './subjects.ts';

/** A filter takes several values, it took one. */
export const parameterTakesSeveral: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-takes-several',
  verb: 'behaviour',
  differs: 'a filter takes several values, it took one',
  requests: compatible,
  find: (pair) => meaningTold(pair, 'several', 'takes several values'),
};
