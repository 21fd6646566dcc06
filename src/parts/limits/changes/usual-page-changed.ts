import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { type LimitPair, valueChange, valueText } from './subjects.ts';

/** A page that no size is asked for holds another number of records. */
export const usualPageChanged: ChangeRule<LimitPair> = {
  name: 'limits/usual-page-changed',
  verb: 'limit',
  differs: 'a page that no size is asked for holds another number of records',
  answers: unclear('A client that asks for no size and expects the older one.'),
  find: (pair) => {
    const { name, old, now } = pair;
    const [was, is] = [old?.model.value?.value, now?.model.value?.value];
    if (was?.kind !== 'page size' || is?.kind !== 'page size' || was.usual === is.usual || valueChange(pair) !== 'same')
      return undefined;
    return {
      where: name,
      what: `pages hold ${is.usual} records, they held ${was.usual}`,
      old: old!.model.value?.span,
      now: now!.model.value?.span,
      row: { before: valueText(old!) },
    };
  },
};
