import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { sameShape } from '../../comparing/newer-shapes.ts';
import type { OwnerPair } from './subjects.ts';

/** The line Shown as of a resource says something else; each answer tells what that means. */
export const shownAsChanged: ChangeRule<OwnerPair> = {
  name: 'resources/shown-as-changed',
  verb: 'behaviour',
  differs: 'the line Shown as of a resource says something else; each answer tells what that means',
  answers: unclear('A client that reads an answer in which the bare name of the resource stands.'),
  find: ({ comparison, old, now, name }) => {
    if (old === undefined || now === undefined) return undefined;
    const words = [old, now].map(({ model }) => ('shownAs' in model ? model.shownAs : undefined));
    if (sameShape(comparison, name, words[0], words[1])) return undefined;
    return {
      where: name,
      what: `\`${name}\` is shown otherwise`,
      old: words[0]?.span ?? old.model.name.span,
      now: words[1]?.span ?? now.model.name.span,
      row: 'none',
    };
  },
};
