import { changes } from './diagnostics/changes.ts';
import { older } from './diagnostics/older.ts';
import { versions } from './diagnostics/versions.ts';

/** What is said of a mistake in the part Versioning. */
export const diagnostics = { ...versions, ...changes, ...older };
