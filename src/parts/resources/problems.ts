import { constraints } from './problems/constraints.ts';
import { forms } from './problems/form.ts';
import { identities } from './problems/identity.ts';
import { subjects } from './problems/subjects.ts';
import { types } from './problems/types.ts';

/** What is wrong in the part "Resources and their fields"; words of Type, Format and Constraints stand in `problems-words.ts`. */
export const problems = { ...forms, ...types, ...constraints, ...identities, ...subjects };
