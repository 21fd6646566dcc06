import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { meaningTold } from './meanings.ts';
import type { ParameterPair } from './subjects.ts';

/** A parameter means something else. */
export const parameterMeaningChanged: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-meaning-changed',
  verb: 'behaviour',
  differs: 'a parameter means something else',
  requests: breaking('A client that sends it for what it meant.'),
  find: (pair) => meaningTold(pair, 'other', 'means something else'),
};
