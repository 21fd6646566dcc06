import { diagnostics as effects } from '../resolve/effects/diagnostics.ts';
import { fields } from './diagnostics/fields.ts';
import { machines } from './diagnostics/machines.ts';
import { transitions } from './diagnostics/transitions.ts';

/** The diagnostics of the part "States and transitions". */
export const diagnostics = { ...machines, ...transitions, ...fields, ...effects };
