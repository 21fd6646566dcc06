import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/strictness.ts';
import type { RowPair } from './subjects.ts';

/** A transition comes about at another time. */
export const timeChanged: ChangeRule<RowPair> = {
  name: 'states/time-changed',
  verb: 'behaviour',
  differs: 'a transition comes about at another time',
  answers: unclear('A client that waits for it, or acts before it.'),
  find: ({ called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const timed = [old, now].every(({ plan }) => plan.trigger !== undefined && plan.trigger.kind !== 'code');
    if (!timed || equal(old.plan.trigger, now.plan.trigger)) return undefined;
    return {
      where: called,
      what: `\`${called}\` comes about at another time`,
      old: old.model.trigger?.span,
      now: now.model.trigger?.span,
    };
  },
};
