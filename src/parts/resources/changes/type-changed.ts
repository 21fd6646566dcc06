import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both, conversions, typeOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field has another type. */
export const typeChanged: ChangeRule<FieldPair> = {
  name: 'resources/type-changed',
  verb: 'type',
  differs: 'a field has another type',
  requests: breaking('A client that sends the older type.'),
  answers: breaking('A client that reads the older type.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined) return undefined;
    const { old, now } = sides;
    const types = [typeOf(old.schema), typeOf(now.schema)];
    if (types[0] === types[1] || ['integer number', 'number integer'].includes(types.join(' '))) return undefined;
    const turn = conversions(old, now);
    return toldOf(pair, sides, 'type', 'has another type', {
      before: cellsOf(old, 'type'),
      callers: old.shown ? (turn?.callers ?? `= \`${unknown}\``) : '',
      requests: old.created || old.changed ? (turn?.requests ?? 'refused') : '',
      ...(turn === undefined && old.shown ? { open: `how \`${now.name}\` becomes a value of its older type` } : {}),
    });
  },
};
