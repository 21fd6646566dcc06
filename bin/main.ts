import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ExitStatus, Terminal } from '../src/cli/terminal.ts';

// In a checkout the types are stripped at each start: what is left of a file is kept, and a command starts in a third of the time.
if (import.meta.url.endsWith('.ts')) {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/nonet', import.meta.url)));
}
const { run } = await import('../src/cli/program.ts');

/** The nearest package.json above this file: beside the sources in a checkout, above `dist` in a package. */
function packageVersion(): string {
  for (const above of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(above, import.meta.url), 'utf8')) as { version: string }).version;
    } catch {}
  }
  return 'unknown';
}

const { env, stdout, stderr } = process;
// An empty variable is one that is not set: compose files and shells hand them on so.
for (const [name, value] of Object.entries(env)) if (name.startsWith('NONET_') && value === '') delete env[name];
/** Colours on a terminal only; NO_COLOR (no-color.org) and FORCE_COLOR say otherwise, the first before the second. */
const mayColour = (isTerminal: boolean | undefined): boolean => {
  if ((env.NO_COLOR ?? '') !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0';
  return isTerminal === true && env.TERM !== 'dumb';
};

const terminal: Terminal = {
  out: (line) => void stdout.write(`${line}\n`),
  err: (line) => void stderr.write(`${line}\n`),
  ...(stderr.isTTY ? { redraw: (text: string) => void stderr.write(`\r${text}\u001b[K`) } : {}),
  colours: { out: mayColour(stdout.isTTY), err: mayColour(stderr.isTTY) },
  environment: env,
  end: (status: ExitStatus) => {
    process.exitCode = Math.max(Number(process.exitCode ?? 0), status);
  },
};

// A reader that goes away (`| head`) ends the output, not the program with a stack.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

try {
  await run(process.argv.slice(2), packageVersion(), terminal);
} catch (error) {
  stderr.write(`nonet: this is a mistake in Nonet itself, not in your document: ${(error as Error).message}\n`);
  if (env.NONET_DEBUG !== undefined) stderr.write(`${(error as Error).stack}\n`);
  else stderr.write('Set NONET_DEBUG=1 to see where, and please report it.\n');
  process.exitCode = 2;
}
