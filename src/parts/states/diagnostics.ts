import { fields } from './diagnostics/fields.ts';
import { machines } from './diagnostics/machines.ts';
import { transitions } from './diagnostics/transitions.ts';

/** What is wrong in the part "States and transitions". */
export const diagnostics = { ...machines, ...transitions, ...fields };
