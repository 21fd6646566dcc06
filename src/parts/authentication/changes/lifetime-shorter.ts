import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** Credentials of a scheme end earlier. */
export const lifetimeShorter: ChangeRule<SchemePair> = {
  name: 'authentication/lifetime-shorter',
  verb: 'behaviour',
  differs: 'credentials of a scheme end earlier',
  requests: breaking('A client that keeps a credential for the older time.'),
  find: ({ name, old, now }) => {
    if (old === undefined || now?.plan.lifetime === undefined || now.plan.lifetime >= (old.plan.lifetime ?? Infinity))
      return undefined;
    return {
      where: name,
      what: `credentials of \`${name}\` end earlier`,
      old: old.model.lifetime?.span ?? old.model.span,
      now: now.model.lifetime?.span ?? now.model.span,
      row: { where: `scheme ${name}` },
    };
  },
};
