import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { RowPair } from './subjects.ts';

/** Another code answers where no guard of a transition holds. */
export const refusalChanged: ChangeRule<RowPair> = {
  name: 'states/refusal-changed',
  verb: 'behaviour',
  differs: 'another code answers where no guard of a transition holds',
  answers: breaking('A client that tells by the older code why it was refused.'),
  find: ({ comparison, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const code = now.plan.refusal;
    if (old.plan.refusal === (code === undefined ? undefined : comparison.renamed.code(code))) return undefined;
    return {
      where: called,
      what: `\`${called}\` is refused with ${code === undefined ? 'the code of its condition' : `\`${code}\``}`,
      old: old.model.refusal?.span ?? old.model.span,
      now: now.model.refusal?.span ?? now.model.span,
    };
  },
};
