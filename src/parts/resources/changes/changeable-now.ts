import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { both, sends } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** Clients may change a field that was fixed once a record was there. */
export const changeableNow: ChangeRule<FieldPair> = {
  name: 'resources/changeable-now',
  verb: 'behaviour',
  differs: 'clients may change a field that was fixed once a record was there',
  requests: compatible,
  answers: unclear('A client that keeps the value because it never changed.'),
  find: (pair) => {
    const sides = both(pair);
    if (
      sides === undefined ||
      sides.old.common.changed !== false ||
      sides.now.common.changed !== true ||
      !sends(sides.old)
    )
      return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` may be changed by clients`,
      old: sides.old.model.span,
      now: sides.now.model.span,
      answers: sides.old.shown,
    };
  },
};
