import { readFileSync } from 'node:fs';
import type { ExitStatus } from '../src/operator/command-error.ts';
import { keepCompiledCode } from './compile-cache.ts';

// Loads the rest by `import()`: Node keeps only code that it compiles after this call.
if (process.versions.bun === undefined) keepCompiledCode();
const { createTerminal, readPassword, run } = await import('./program.ts');

/** Returns the version in the nearest package.json above this file: that of the checkout or of the package. */
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
/** Returns whether a stream shows colors: only a terminal does, unless NO_COLOR (no-color.org), else FORCE_COLOR, overrides it. */
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
  ...(stdout.isTTY === true && stdout.columns > 0 ? { columns: stdout.columns } : {}),
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

// Node would print errors of handlers and warnings as they are, and both may contain input of a client.
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
    // `check` asks Node whether the module of a document parses.
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
