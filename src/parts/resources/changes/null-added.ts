import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field may be null. */
export const nullAdded: ChangeRule<FieldPair> = {
  name: 'resources/null-added',
  verb: 'type',
  differs: 'a field may be null',
  requests: compatible,
  answers: breaking('A client that reads it without expecting null.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || sides.old.schema.nullable === true || sides.now.schema.nullable !== true)
      return undefined;
    const { old, now } = sides;
    return toldOf(pair, sides, 'type', 'may be null', {
      before: cellsOf(old, 'type'),
      callers: old.shown ? `= \`${now.name} == null ? ${unknown} : ${now.name}\`` : '',
      requests: old.created || old.changed ? `= \`input.${now.name}\`` : '',
      ...(old.shown ? { open: `what older callers see where \`${now.name}\` is null` } : {}),
    });
  },
};
