import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field is never null. */
export const nullRemoved: ChangeRule<FieldPair> = {
  name: 'resources/null-removed',
  verb: 'type',
  differs: 'a field is never null',
  requests: breaking('A client that sends null.'),
  answers: compatible,
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || sides.old.schema.nullable !== true || sides.now.schema.nullable === true)
      return undefined;
    const { old, now } = sides;
    return toldOf(pair, sides, 'type', 'is never null', {
      before: cellsOf(old, 'type'),
      callers: old.shown ? `= \`${now.name}\`` : '',
      requests: old.created || old.changed ? `= \`input.${now.name} == null ? ${unknown} : input.${now.name}\`` : '',
      ...(old.created || old.changed ? { open: `what a null that older callers send becomes in \`${now.name}\`` } : {}),
    });
  },
};
