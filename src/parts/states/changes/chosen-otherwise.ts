import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { leadsOf, refusalOf, told } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';

/** Which row answers may differ. */
export const chosenOtherwise: ChangeRule<OutcomeMove> = {
  name: 'states/chosen-otherwise',
  verb: 'behaviour',
  differs: 'another row of a transition may answer',
  answers: unclear('A client that expects the state, or the code, of the older row.'),
  find: (move) =>
    told(move, 'chosen', (called) => {
      const isTaken = move.now.kind === 'taken';
      return `\`${called}\` ${isTaken ? leadsOf(move, 'mayLead') : `may be refused with ${refusalOf(move)}`}`;
    }),
};
