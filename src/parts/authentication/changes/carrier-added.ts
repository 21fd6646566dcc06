import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { SchemePair } from './subjects.ts';

/** A credential may travel in one more place. */
export const carrierAdded: ChangeRule<SchemePair> = {
  name: 'authentication/carrier-added',
  verb: 'behaviour',
  differs: 'a credential may travel in one more place',
  requests: compatible,
  find: ({ name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const text = ({ in: place, name: header, word }: (typeof now.plan.carriedIn)[number]): string =>
      `${place} ${header}${word === undefined ? '' : `: ${word}`}`;
    return setsOf(old.plan.carriedIn.map(text), now.plan.carriedIn.map(text)).more.map((carrier) => ({
      where: name,
      what: `credentials of \`${name}\` may travel in \`${carrier}\``,
      old: old.model.span,
      now: now.model.span,
      row: { where: `scheme ${name}` },
    }));
  },
};
