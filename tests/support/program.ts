import { resolve } from 'node:path';
import { env } from 'node:process';

/** The root of the project. */
export const root = resolve(import.meta.dirname, '../..');

/** Names the program that a whole run of tests starts. `npm test` bundles it first, as for the package: it starts in half the time. */
export const bundledProgram = 'NONET_TEST_PROGRAM';

/** The file of the program `nonet`. */
export const program = env[bundledProgram] ?? resolve(root, 'bin/nonet.ts');
