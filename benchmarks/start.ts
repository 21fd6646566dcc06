import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

// Prints the time to the first answer of `nonet serve`, the time of `nonet check` and the memory of an idle service, for the
// example of invoices. Minimums of --runs runs (15) of the built package, or of the program given: node benchmarks/start.ts dist/nonet-linux-x64
const root = resolve(import.meta.dirname, '..');
const document = join(root, 'examples/invoices/invoices.md');
const [given] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const runs = Number(/--runs=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 15);
const words = given === undefined ? [process.execPath, join(root, 'dist/bin/nonet.js')] : [resolve(given)];
const [command = '', ...before] = words;

/** Runs `nonet check` once; returns milliseconds. */
function check(): number {
  const start = performance.now();
  const { status } = spawnSync(command, [...before, 'check', document]);
  if (status !== 0) throw new Error('nonet check failed: run npm run build first');
  return performance.now() - start;
}

/** Starts a service, waits for its first answer and ends it; returns milliseconds, CPU milliseconds and MiB. */
async function serve(
  port: number,
): Promise<{ readonly answer: number; readonly cpu: number; readonly memory: number }> {
  const start = performance.now();
  const options = ['serve', document, '--store', 'sqlite::memory:', '--port', String(port)];
  const child = spawn(command, [...before, ...options], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}/customers`;
  while (
    !(await fetch(address).then(
      (response) => response.text(),
      () => undefined,
    ))
  )
    await wait(1);
  const answer = performance.now() - start;
  const threads = spawnSync('sh', ['-c', `cat /proc/${child.pid}/task/*/schedstat`], { encoding: 'utf8' }).stdout;
  const cpu = threads.split('\n').reduce((all, line) => all + Number(line.split(' ')[0] ?? 0), 0) / 1e6;
  await wait(600);
  const memory = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { answer, cpu, memory };
}

// The first run writes the compile cache.
check();
await serve(24_400);
const checks = Array.from({ length: runs }, check);
const served = [];
for (let run = 1; run <= runs; run += 1) served.push(await serve(24_400 + run));
const least = (values: readonly number[]): string => Math.min(...values).toFixed(0);
console.log(
  `first answer ${least(served.map(({ answer }) => answer))} ms (CPU ${least(served.map(({ cpu }) => cpu))} ms)`,
);
console.log(`nonet check ${least(checks)} ms`);
console.log(`idle ${least(served.map(({ memory }) => memory))} MB`);
