import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A field has another name. */
export const fieldRenamed: ChangeRule<FieldPair> = {
  name: 'resources/field-renamed',
  verb: 'renamed',
  differs: 'a field has another name',
  requests: breaking('A client that sends the older name.'),
  answers: breaking('A client that reads the older name finds nothing there.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || sides.old.name === sides.now.name) return undefined;
    const { old, now } = sides;
    const guessed = pair.comparison.renamed.guessed(pair.of, now.name);
    return {
      where: pair.called,
      what: `the field \`${pair.of}.${old.name}\` ${guessed ? 'seems to be' : 'is'} called \`${pair.called}\` now`,
      old: old.model.name.span,
      now: now.model.name.span,
      requests: old.sent,
      answers: old.shown,
      row: { before: old.name },
      advice: guessed ? 'if they are two fields, write one row `removed` and one row `added` instead' : undefined,
    };
  },
};
