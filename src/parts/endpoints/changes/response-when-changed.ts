import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { ResponseMove } from './responses.ts';

/** Another response is given in a case that both documents answer. */
export const responseWhenChanged: ChangeRule<ResponseMove> = {
  name: 'endpoints/response-when-changed',
  verb: 'behaviour',
  differs: 'another response is given in a case that both documents answer',
  answers: unclear('A client that expects the older response in a case that is now answered otherwise.'),
  find: ({ operation: { called }, old: { old, now: became }, now: { old: before, now } }) => {
    // Responses that are new or gone are told as such.
    if (old === undefined || now === undefined || became === undefined || before === undefined) return undefined;
    const [was, is] = [old, now].map(({ plan }) => plan.status);
    const what = was === is ? `answers ${is} of another form` : `answers ${is} where it answered ${was}`;
    return {
      where: called,
      what: `\`${called}\` ${what}`,
      old: old.model.when?.span ?? old.model.span,
      now: now.model.when?.span ?? now.model.span,
    };
  },
};
