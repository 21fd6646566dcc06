import { accounts } from './diagnostics/accounts.ts';
import { constraints } from './diagnostics/constraints.ts';
import { forms } from './diagnostics/form.ts';
import { identities } from './diagnostics/identity.ts';
import { secondFactors } from './diagnostics/second-factors.ts';
import { sessions } from './diagnostics/sessions.ts';
import { subjects } from './diagnostics/subjects.ts';
import { types } from './diagnostics/types.ts';

/** The diagnostics of the part "Resources and their fields"; words of Type and Constraints are in `diagnostics-words.ts`. */
export const diagnostics = {
  ...forms,
  ...types,
  ...constraints,
  ...identities,
  ...subjects,
  ...sessions,
  ...secondFactors,
  ...accounts,
};
