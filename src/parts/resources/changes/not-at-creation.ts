import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** Clients may no longer send a field when they create a record. */
export const notAtCreation: ChangeRule<FieldPair> = {
  name: 'resources/not-at-creation',
  verb: 'behaviour',
  differs: 'clients may no longer send a field when they create a record',
  requests: breaking('A client that sends it at creation.'),
  find: (pair) => {
    const sides = both(pair);
    if (
      sides === undefined ||
      sides.old.common.created !== true ||
      sides.now.common.created !== false ||
      sides.now.common.changed !== true
    )
      return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is not sent at creation`,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
