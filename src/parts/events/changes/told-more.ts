import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import { type EventPair, whensOf } from './subjects.ts';

/** An event tells of something more. */
export const toldMore: ChangeRule<EventPair> = {
  name: 'events/told-more',
  verb: 'behaviour',
  differs: 'an event tells of something more',
  answers: unclear('A client that takes the event for what it told of before.'),
  find: (pair) => {
    const { name, old, now } = pair;
    if (old === undefined || now === undefined) return undefined;
    const { before, after } = whensOf(pair);
    const { more } = setsOf(before, after);
    return more.length === 0
      ? undefined
      : {
          where: `event ${name}`,
          what: `\`${name}\` tells of ${listed(more)} too`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};
