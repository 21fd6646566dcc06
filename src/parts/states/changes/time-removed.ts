import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { RowPair } from './subjects.ts';

/** A transition no longer comes about by itself. */
export const timeRemoved: ChangeRule<RowPair> = {
  name: 'states/time-removed',
  verb: 'behaviour',
  differs: 'a transition no longer comes about by itself',
  requests: compatible,
  answers: breaking('A client that waits for it.'),
  find: ({ called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const timed = [old, now].map(({ plan }) => plan.trigger !== undefined && plan.trigger.kind !== 'code');
    if (timed[1] === true || timed[0] !== true) return undefined;
    return {
      where: called,
      what: `\`${called}\` no longer comes about by itself`,
      old: old.model.trigger?.span,
      now: now.model.span,
    };
  },
};
