import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { meaningTold } from './meanings.ts';
import type { ParameterPair } from './subjects.ts';

/** A filter takes several values, it took one that may hold a comma. */
export const parameterSplit: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-split',
  verb: 'behaviour',
  differs: 'a filter takes several values, it took one that may hold a comma',
  requests: unclear('A client that asks for a value with a comma in it.'),
  find: (pair) => meaningTold(pair, 'split', 'takes several values, parted by commas'),
};
