import { argv } from 'node:process';
import type { Terminal } from './terminal.ts';

/** Returns the words that run this program in a terminal: a checkout and a project have no `nonet` on their path. */
export function getProgramName({ environment }: Pick<Terminal, 'environment'>, script = argv[1] ?? ''): string {
  if (/[\\/]bin[\\/]nonet\.ts$/.test(script)) return 'npm run -s nonet --';
  return environment.npm_command === undefined ? 'nonet' : 'npx nonet';
}
