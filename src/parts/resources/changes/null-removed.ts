import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';

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
    return {
      where: pair.called,
      what: `\`${pair.called}\` is never null`,
      old: old.model.type?.span,
      now: now.model.type?.span,
      requests: old.sent,
      answers: old.shown,
      row: {
        before: cellsOf(old, 'type'),
        callers: old.shown ? `= \`${now.name}\`` : '',
        requests: old.created || old.changed ? `= \`input.${now.name} == null ? ${unknown} : input.${now.name}\`` : '',
        ...(old.created || old.changed
          ? { open: `what a null that older callers send becomes in \`${now.name}\`` }
          : {}),
      },
    };
  },
};
