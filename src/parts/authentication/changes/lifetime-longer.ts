import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** Credentials of a scheme end later. */
export const lifetimeLonger: ChangeRule<SchemePair> = {
  name: 'authentication/lifetime-longer',
  verb: 'behaviour',
  differs: 'credentials of a scheme end later',
  requests: compatible,
  find: ({ name, old, now }) => {
    if (now === undefined || old?.plan.lifetime === undefined || (now.plan.lifetime ?? Infinity) <= old.plan.lifetime)
      return undefined;
    return {
      where: name,
      what: `credentials of \`${name}\` end later`,
      old: old.model.lifetime?.span ?? old.model.span,
      now: now.model.lifetime?.span ?? now.model.span,
      row: { where: `scheme ${name}` },
    };
  },
};
