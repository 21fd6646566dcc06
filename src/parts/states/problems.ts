import { fields } from './problems/fields.ts';
import { machines } from './problems/machines.ts';
import { transitions } from './problems/transitions.ts';

/** What is wrong in the part "States and transitions". */
export const problems = { ...machines, ...transitions, ...fields };
