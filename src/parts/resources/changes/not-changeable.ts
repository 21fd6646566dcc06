import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both, sends } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** Clients may no longer change a field of a record that is there. */
export const notChangeable: ChangeRule<FieldPair> = {
  name: 'resources/not-changeable',
  verb: 'behaviour',
  differs: 'clients may no longer change a field of a record that is there',
  requests: breaking('A client that changes it.'),
  find: (pair) => {
    const sides = both(pair);
    if (
      sides === undefined ||
      sides.old.common.changed !== true ||
      sides.now.common.changed !== false ||
      !sends(sides.now)
    )
      return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is no longer changed by clients`,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
