import { changes } from './diagnostics/changes.ts';
import { older } from './diagnostics/older.ts';
import { versions } from './diagnostics/versions.ts';

/** The diagnostics of the part Versioning. */
export const diagnostics = { ...versions, ...changes, ...older };
