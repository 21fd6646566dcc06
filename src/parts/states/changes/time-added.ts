import { breaking, type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { RowPair } from './subjects.ts';

/** A transition that was called comes about by itself. */
export const timeAdded: ChangeRule<RowPair> = {
  name: 'states/time-added',
  verb: 'behaviour',
  differs: 'a transition that was called comes about by itself',
  requests: breaking('A client that calls it.'),
  answers: unclear('A client that does not expect records to change by themselves.'),
  find: ({ called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const timed = [old, now].map(({ plan }) => plan.trigger !== undefined && plan.trigger.kind !== 'code');
    if (timed[0] === true || timed[1] !== true) return undefined;
    return {
      where: called,
      what: `\`${called}\` comes about by itself`,
      old: old.model.span,
      now: now.model.trigger?.span,
    };
  },
};
