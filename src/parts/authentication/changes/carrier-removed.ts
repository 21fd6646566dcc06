import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { SchemePair } from './subjects.ts';

/** A credential no longer travels in a place. */
export const carrierRemoved: ChangeRule<SchemePair> = {
  name: 'authentication/carrier-removed',
  verb: 'behaviour',
  differs: 'a credential no longer travels in a place',
  requests: breaking('A client that sends its credential there.'),
  find: ({ name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const text = ({ in: place, name: header, word }: (typeof now.plan.carriedIn)[number]): string =>
      `${place} ${header}${word === undefined ? '' : `: ${word}`}`;
    return setsOf(old.plan.carriedIn.map(text), now.plan.carriedIn.map(text)).less.map((carrier) => ({
      where: name,
      what: `credentials of \`${name}\` no longer travel in \`${carrier}\``,
      old: old.model.span,
      now: now.model.span,
      row: { where: `scheme ${name}` },
    }));
  },
};
