import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A transition may be taken in one more way. */
export const wayAdded: ChangeRule<OutcomeMove> = {
  name: 'states/way-added',
  verb: 'behaviour',
  differs: 'a transition may be taken in one more way',
  requests: compatible,
  find: (move) => told(move, 'way more', (called) => `\`${called}\` has one more row`),
};
