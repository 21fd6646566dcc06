import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dataset } from './dataset.ts';
import { drive } from './load.ts';
import { progress, requestsOf, startTarget } from './measure.ts';
import type { Options } from './options.ts';
import { expected, type Operation } from './requests.ts';
import type { Target } from './targets.ts';

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** In microseconds of the machine's monotonic clock, as `timeDeltas` go on from it. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const shown = 40;
const folder = fileURLToPath(new URL('data/profile', import.meta.url));

/** Runs one server with `--cpu-prof` under the load of one operation, and prints its functions by their own time. */
export async function profile(target: Target, operation: Operation, options: Options): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const running = await startTarget(target, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const { server, keys } = running;
  let load: Load = { from: 0, to: 0, requests: 1 };
  try {
    const requests = (await requestsOf(running)(server.port, keys.writer, dataset()))[operation];
    const seconds = options.seconds * 20;
    progress(`${operation}: ${seconds} seconds`);
    await drive(server, requests, expected[operation], options.connections, options.warm);
    const from = microseconds();
    const found = await drive(server, requests, expected[operation], options.connections, seconds);
    load = { from, to: microseconds(), requests: found.requests };
    progress(`${Math.round(found.requests / found.cpu)} requests per second of CPU, the profiler's own included`);
  } finally {
    await server.stop();
  }
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error('the server ended without writing its profile');
  const found = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as CpuProfile;
  for (const line of topOf(found, load)) console.log(line);
}

/** When the load began and ended, in microseconds of the machine's monotonic clock, and how many requests it was. */
interface Load {
  readonly from: number;
  readonly to: number;
  readonly requests: number;
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The functions that took most time themselves under the load, idle time apart: share, microseconds of a request, name, place. */
function topOf({ nodes, samples, startTime, timeDeltas }: CpuProfile, { from, to, requests }: Load): readonly string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const own = new Map<string, number>();
  let busy = 0;
  let at = startTime;
  samples.forEach((id, i) => {
    const name = names.get(id)!;
    at += timeDeltas[i]!;
    if (name.startsWith('(idle)') || at < from || at > to) return;
    busy += timeDeltas[i]!;
    own.set(name, (own.get(name) ?? 0) + timeDeltas[i]!);
  });
  const line = (time: number, name: string): string => {
    const share = ((time / busy) * 100).toFixed(1).padStart(5);
    return `${share} %  ${(time / requests).toFixed(2).padStart(6)} µs  ${name}`;
  };
  const sorted = [...own].sort(([, left], [, right]) => right - left).slice(0, shown);
  return [line(busy, '(all that was not idle)'), ...sorted.map(([name, time]) => line(time, name))];
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const place = url.replace(/^.*\/(?=(?:src|bin|benchmarks|node_modules)\/)/, '');
  return `${functionName === '' ? '(anonymous)' : functionName}${url === '' ? '' : `  ${place}:${lineNumber + 1}`}`;
}
