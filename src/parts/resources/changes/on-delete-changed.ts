import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** Deleting a record deletes or clears what refers to it. */
export const onDeleteChanged: ChangeRule<FieldPair> = {
  name: 'resources/on-delete-changed',
  verb: 'behaviour',
  differs: 'deleting a record deletes or clears what refers to it',
  requests: compatible,
  answers: unclear('A client that expects the records that refer to it to stay as they are.'),
  find: (pair) => {
    const sides = both(pair);
    const does = sides === undefined ? [] : [sides.old, sides.now].map(({ plan }) => plan.onDelete ?? 'refuse');
    if (sides === undefined || does[0] === does[1] || does[1] === 'refuse' || sides.old.schema.type !== 'ref')
      return undefined;
    return {
      where: pair.called,
      what: `deleting the record that \`${pair.called}\` names ${does[1] === 'delete' ? 'deletes' : 'clears'} what refers to it`,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
