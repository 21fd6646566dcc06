import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ResponsePair } from './responses.ts';

/** An operation answers with another status. */
export const statusChanged: ChangeRule<ResponsePair> = {
  name: 'endpoints/status-changed',
  verb: 'status',
  differs: 'an operation answers with another status',
  answers: breaking('A client that looks for the older status.'),
  find: ({ operation: { called }, old, now }) => {
    if (old === undefined || now === undefined || old.plan.status === now.plan.status) return undefined;
    return {
      where: called,
      what: `\`${called}\` answers ${now.plan.status}, it was ${old.plan.status}`,
      old: old.model.status.span,
      now: now.model.status.span,
      row: { before: String(old.plan.status) },
    };
  },
};
