import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { LimitPair } from './subjects.ts';

/** Another code answers who goes beyond a limit. */
export const beyondChanged: ChangeRule<LimitPair> = {
  name: 'limits/beyond-changed',
  differs: 'another code answers who goes beyond a limit',
  answers: breaking('A client that tells by the older code that it went too far.'),
  find: ({ comparison, name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const [was, is] = [old.model.beyond?.value, now.model.beyond?.value];
    if (is === 'clamp' || was === 'clamp' || was === (is === undefined ? undefined : comparison.renamed.code(is)))
      return undefined;
    return {
      where: name,
      what: `beyond \`${name}\` the answer is ${is === undefined ? 'that of its condition' : `\`${is}\``}`,
      old: old.model.beyond?.span ?? old.model.span,
      now: now.model.beyond?.span ?? now.model.span,
    };
  },
};
