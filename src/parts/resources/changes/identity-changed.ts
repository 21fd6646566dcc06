import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { OwnerPair } from './subjects.ts';

/** The records of a resource are known by another field. */
export const identityChanged: ChangeRule<OwnerPair> = {
  name: 'resources/identity-changed',
  differs: 'the records of a resource are known by another field',
  requests: breaking('A client that names a record by its older identity.'),
  answers: breaking('A client that keeps the identities it was given.'),
  find: ({ comparison, old, now, name }) => {
    if (old?.plan === undefined || now?.plan === undefined) return undefined;
    const was = old.plan.identity;
    if (comparison.renamed.field(name, now.plan.identity) === was) return undefined;
    return {
      where: name,
      what: `\`${name}\` is known by \`${now.plan.identity}\`, no longer by \`${was}\``,
      old: old.model.name.span,
      now: now.model.name.span,
    };
  },
};
