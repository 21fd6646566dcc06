import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ExitStatus } from '../src/cli/shared/terminal.ts';

// In a checkout the types are stripped at each start: what is left of a file is kept, and a command starts in a third of the time.
if (import.meta.url.endsWith('.ts')) {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/nonet', import.meta.url)));
}
const [{ run }, { createTerminal }, { readPassword }] = await Promise.all([
  import('../src/cli/program.ts'),
  import('../src/cli/shared/writer.ts'),
  import('../src/cli/shared/password.ts'),
]);

/** The nearest package.json above this file: beside the sources in a checkout, above `dist` in a package. */
function readPackageVersion(): string {
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

const terminal = createTerminal({
  out: stdout,
  err: stderr,
  redraws: stderr.isTTY === true,
  colours: { out: mayColour(stdout.isTTY), err: mayColour(stderr.isTTY) },
  environment: env,
  password: () => readPassword(process.stdin, stderr),
  input: () => process.stdin,
  broken: () => stdout.errored !== null && stdout.errored !== undefined,
  end: (status: ExitStatus) => {
    process.exitCode = Math.max(Number(process.exitCode ?? 0), status);
  },
});

/** The exit status of a program that SIGPIPE ends. */
const pipeClosed = 128 + 13;

let unwritten = false;
// A reader that goes away (`| head`) ends a command without a stack, as SIGPIPE would. Neither that nor a full disk ends a service.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (process.argv[2] === 'serve') return;
    if (error.code === 'EPIPE') process.exit(pipeClosed);
    if (unwritten) return;
    unwritten = true;
    terminal.end(2);
    terminal.err(`nonet: what is printed cannot be written: ${error.message}`);
  });
}

// What Node itself would print may hold what a caller sent: a handler's error, a warning.
const printStack = (error: unknown): void => {
  terminal.err(String(error));
  const frames = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  for (const line of frames) if (/^ +at /.test(line)) terminal.err(line);
};
process.on('uncaughtException', (error) => {
  printStack(error);
  process.exit(1);
});
if (process.listenerCount('warning') > 0) {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    // `check` asks Node whether the code beside a document parses.
    if (!message.startsWith('stripTypeScriptTypes ')) terminal.err(`${name}: ${message}`);
  });
}

try {
  await run(process.argv.slice(2), readPackageVersion(), terminal);
} catch (error) {
  terminal.err(`nonet: this is a mistake in Nonet itself, not in your document: ${(error as Error).message}`);
  if (env.NONET_DEBUG !== undefined) printStack(error);
  else terminal.err('Set NONET_DEBUG=1 to see where, and please report it.');
  process.exitCode = 2;
}
