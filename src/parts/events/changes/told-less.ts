import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import { type EventPair, whensOf } from './subjects.ts';

/** An event no longer tells of something. */
export const toldLess: ChangeRule<EventPair> = {
  name: 'events/told-less',
  verb: 'behaviour',
  differs: 'an event no longer tells of something',
  answers: breaking('A client that waits to hear of it.'),
  find: (pair) => {
    const { name, old, now } = pair;
    if (old === undefined || now === undefined) return undefined;
    const { before, after } = whensOf(pair);
    const { less } = setsOf(before, after);
    return less.length === 0
      ? undefined
      : {
          where: `event ${name}`,
          what: `\`${name}\` no longer tells of ${listed(less)}`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};
