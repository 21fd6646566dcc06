import { changes } from './problems/changes.ts';
import { older } from './problems/older.ts';
import { versions } from './problems/versions.ts';

/** What is said of a mistake in the part Versioning. */
export const problems = { ...versions, ...changes, ...older };
