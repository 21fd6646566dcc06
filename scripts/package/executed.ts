import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileEagerly, type FunctionRange } from './eager.ts';

/** What V8 reports of one process: the functions of each script, each with how often it was called. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

/**
 * Rewrites the files of the built program so that Node's compile cache holds each function that `nonet check` and a start of
 * `nonet serve` with its first requests execute. By itself the cache holds functions that V8 compiles when it loads a file,
 * and V8 compiles most functions at their first call.
 */
export async function compileExecutedEagerly(root: string, outdir = 'dist'): Promise<void> {
  const dist = join(root, outdir);
  // The program's entry is loaded before the compile cache is opened.
  const isCached = (file: string): boolean => file.startsWith(dist) && !file.startsWith(join(dist, 'bin'));
  await compileFilesEagerly(root, [join(dist, 'bin/nonet.js')], isCached);
}

/** Rewrites the files that `isCached` accepts. `program` is the words after `node` that run the program. */
export async function compileFilesEagerly(
  root: string,
  program: readonly string[],
  isCached: (file: string) => boolean,
): Promise<void> {
  for (const [file, ranges] of await findExecuted(root, program)) {
    if (!isCached(file)) continue;
    const text = compileEagerly(readFileSync(file, 'utf8'), ranges);
    const [line] = /^.*[^\0-\x7F].*$/m.exec(text) ?? [];
    if (line !== undefined) throw new Error(`${file} has a character beyond ASCII, which doubles its memory: ${line}`);
    writeFileSync(file, text);
  }
}

/** Returns the functions of each file that a program executes for the examples. */
async function findExecuted(
  root: string,
  program: readonly string[],
): Promise<ReadonlyMap<string, readonly FunctionRange[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-executed-'));
  const env = { ...process.env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
  try {
    const documents = globSync('examples/**/*.md', { cwd: root });
    const { status, stderr } = spawnSync(process.execPath, [...program, 'check', ...documents], { cwd: root, env });
    if (status !== 0) throw new Error(`nonet check failed: ${stderr.toString()}`);
    await requestOnce(spawnService(program, root, env));
    return collectRanges(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const spawnService = (program: readonly string[], cwd: string, env: NodeJS.ProcessEnv) =>
  spawn(
    process.execPath,
    [...program, 'serve', 'examples/invoices/invoices.md', '--store', 'sqlite::memory:', '--port', '0'],
    { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] },
  );

/** Sends the first requests to a service of the invoices example, with its first key and without, and ends the service. */
async function requestOnce(service: ReturnType<typeof spawnService>): Promise<void> {
  const ended = once(service, 'exit');
  let printed = '';
  for await (const chunk of service.stdout) {
    printed += chunk;
    if (/^listening on \S+\n/m.test(printed)) break;
  }
  const url = `${/^listening on (\S+)$/m.exec(printed)![1]}/customers`;
  const headers = { Authorization: `Bearer ${/^ +(key_\w+)$/m.exec(printed)![1]}`, 'Content-Type': 'application/json' };
  await (await fetch(url)).text();
  const created = await fetch(url, { method: 'POST', headers, body: '{"name":"Ada","email":"ada@example.com"}' });
  const { id } = (await created.json()) as { readonly id: string };
  for (const address of [url, `${url}/${id}`]) {
    const { status } = await fetch(address, { headers });
    if (status !== 200) throw new Error(`GET ${address} answered ${status}`);
  }
  service.kill('SIGTERM');
  await ended;
}

function collectRanges(folder: string): ReadonlyMap<string, readonly FunctionRange[]> {
  const files = new Map<string, Map<string, FunctionRange>>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue;
      const file = fileURLToPath(url);
      const found = files.get(file) ?? files.set(file, new Map()).get(file)!;
      // The first function of a script is the script itself.
      for (const { ranges } of functions.slice(1)) {
        const { startOffset: start, endOffset: end, count } = ranges[0]!;
        if (count > 0) found.set(`${start}-${end}`, { start, end });
      }
    }
  }
  return new Map([...files].map(([file, ranges]) => [file, [...ranges.values()]]));
}
