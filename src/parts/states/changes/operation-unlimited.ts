import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** A row no longer limits when an operation or a transition is allowed. */
export const operationUnlimited: ChangeRule<OutcomeMove> = {
  name: 'states/operation-unlimited',
  verb: 'behaviour',
  differs: 'a row no longer limits when an operation or a transition is allowed',
  requests: compatible,
  answers: unclear('A client that relies on records staying as they are where the row forbade it.'),
  find: (move) => told(move, 'unlimited', (called) => `a row that limited \`${called}\` is gone`),
};
