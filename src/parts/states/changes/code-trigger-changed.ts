import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import type { RowPair } from './subjects.ts';

/** Handlers call a transition, or call it no longer. */
export const codeTriggerChanged: ChangeRule<RowPair> = {
  name: 'states/code-trigger-changed',
  verb: 'behaviour',
  differs: 'handlers call a transition, or call it no longer',
  requests: compatible,
  answers: unclear('A client that calls the transition, or waits for handlers to do so.'),
  find: ({ called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const code = [old, now].map(({ plan }) => plan.trigger?.kind === 'code');
    const timed = [old, now].some(({ plan }) => plan.trigger !== undefined && plan.trigger.kind !== 'code');
    if (timed || code[0] === code[1]) return undefined;
    return {
      where: called,
      what: `\`${called}\` is ${code[1] === true ? '' : 'no longer '}called by code`,
      old: old.model.span,
      now: now.model.span,
    };
  },
};
