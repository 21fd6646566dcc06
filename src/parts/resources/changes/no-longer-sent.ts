import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both, sends } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** Clients may no longer send a field. */
export const noLongerSent: ChangeRule<FieldPair> = {
  name: 'resources/no-longer-sent',
  verb: 'behaviour',
  differs: 'clients may no longer send a field',
  requests: breaking('A client that sends it.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || !sends(sides.old) || sends(sides.now) !== false) return undefined;
    return {
      where: pair.called,
      what: `clients no longer send \`${pair.called}\``,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
