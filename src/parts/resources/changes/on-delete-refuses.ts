import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A record that others refer to can no longer be deleted. */
export const onDeleteRefuses: ChangeRule<FieldPair> = {
  name: 'resources/on-delete-refuses',
  verb: 'behaviour',
  differs: 'a record that others refer to can no longer be deleted',
  requests: breaking('A client that deletes the record that the field names.'),
  find: (pair) => {
    const sides = both(pair);
    const does = sides === undefined ? [] : [sides.old, sides.now].map(({ plan }) => plan.onDelete ?? 'refuse');
    if (sides === undefined || does[0] === does[1] || does[1] !== 'refuse' || sides.now.schema.type !== 'ref')
      return undefined;
    return {
      where: pair.called,
      what: `deleting the record that \`${pair.called}\` names is refused`,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
