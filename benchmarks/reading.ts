import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createLedger } from '../src/parts/gaps.ts';
import { readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { hostile } from './reading-hostile.ts';
import { shapes as large, type Shape } from './reading-shapes.ts';
import { startService } from './reading-start.ts';

// How much time of CPU the largest documents take to read and check, some also to start, and how much memory: each in a process of
// its own.
// `npm run bench:reading -- rows` measures those with these words in their names.

interface Measured {
  /** Of CPU, of the thread that reads: other work on the machine does not count. */
  readonly milliseconds: number;
  /** Until a service of the document would answer; left out: it was not started. */
  readonly started?: number;
  /** The most that the process ever held, Node itself and the text included. */
  readonly mebibytes: number;
  readonly problems: number;
}

const mostMebibytes = 500;
const mostMebibytesStarted = 750;

const shapes: readonly Shape[] = [
  ...large,
  ...hostile.map(({ name, text }): Shape => ({ name: `hostile: ${name}`, seconds: 3, text: () => text(3_900_000) })),
];

/** Reads and checks one shape in this process, as `nonet check` does: the document and its ledger of gaps. */
async function measure(shape: Shape): Promise<Measured> {
  const source = createSource('large.md', shape.text());
  const from = process.threadCpuUsage();
  const document = readDocument(source);
  const { service, diagnostics, gaps } = document;
  createLedger(service, gaps);
  const milliseconds = readMilliseconds(from);
  if (process.env.READING_CODES !== undefined) printCodes(diagnostics);
  const figures = { milliseconds, problems: diagnostics.length };
  if (shape.starts === undefined) return { ...figures, mebibytes: readMebibytes() };
  const end = await startService(document);
  const started = readMilliseconds(from);
  const mebibytes = readMebibytes();
  await end();
  return { ...figures, started, mebibytes };
}

function readMilliseconds(from: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

function readMebibytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

function printCodes(problems: readonly { readonly code: string; readonly message: string }[]): void {
  const count = Map.groupBy(problems, ({ code }) => code);
  for (const [code, same] of count) console.error(`  ${same.length} ${code}: ${same[0]!.message.slice(0, 120)}`);
}

function report(shape: Shape): boolean {
  const file = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, [...process.execArgv, file, '--measure', shape.name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) {
    console.log(`${shape.name.padEnd(50)} ended with ${child.status ?? child.signal}`);
    return false;
  }
  const { milliseconds, started, mebibytes, problems } = JSON.parse(child.stdout) as Measured;
  const slow = milliseconds > shape.seconds * 1000;
  const late = started !== undefined && started > shape.starts! * 1000;
  const large = mebibytes > (started === undefined ? mostMebibytes : mostMebibytesStarted);
  const figures = `${(milliseconds / 1000).toFixed(2).padStart(6)} s ${mebibytes.toFixed(0).padStart(5)} MiB`;
  const words = [
    started === undefined ? '' : `  started in ${(started / 1000).toFixed(2)} s`,
    slow ? `  over ${shape.seconds} s` : '',
    late ? `  started after more than ${shape.starts} s` : '',
    large ? '  over the memory' : '',
  ].join('');
  console.log(`${shape.name.padEnd(50)} ${figures} ${String(problems).padStart(8)} problems${words}`);
  return !slow && !late && !large;
}

const [first = '', name] = process.argv.slice(2);
if (first === '--measure') {
  console.log(JSON.stringify(await measure(shapes.find((shape) => shape.name === name)!)));
} else {
  const chosen = shapes.filter((shape) => shape.name.includes(first));
  if (chosen.length === 0) throw new Error(`no shape has "${first}" in its name`);
  const within = chosen.map(report);
  process.exitCode = within.every(Boolean) ? 0 : 1;
}
