import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dataset } from './dataset.ts';
import { drive } from './load.ts';
import { progress, startTarget } from './measure.ts';
import type { Options } from './options.ts';
import { expected, type Operation, requestsFor } from './requests.ts';
import type { Target } from './targets.ts';

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const shown = 25;
const folder = fileURLToPath(new URL('data/profile', import.meta.url));

/** Runs one server with `--cpu-prof` under the load of one operation, and prints its functions by their own time. */
export async function profile(target: Target, operation: Operation, options: Options): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { server, keys } = await startTarget(target, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  try {
    const requests = (await requestsFor(server.port, keys.writer, dataset()))[operation];
    const seconds = options.seconds * 5;
    progress(`${operation}: ${seconds} seconds`);
    const found = await drive(server, requests, expected[operation], options.connections, seconds);
    progress(`${Math.round(found.requests / found.cpu)} requests per second of CPU, the profiler's own included`);
  } finally {
    await server.stop();
  }
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error('the server ended without writing its profile');
  for (const line of topOf(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as CpuProfile)) console.log(line);
}

/** The functions that took most time themselves, idle time apart: share, name, place. */
function topOf({ nodes, samples, timeDeltas }: CpuProfile): readonly string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const own = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, i) => {
    const name = names.get(id)!;
    if (name.startsWith('(idle)')) return;
    busy += timeDeltas[i]!;
    own.set(name, (own.get(name) ?? 0) + timeDeltas[i]!);
  });
  return [...own]
    .sort(([, left], [, right]) => right - left)
    .slice(0, shown)
    .map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const place = url.replace(/^.*\/(?=(?:src|bin|benchmarks|node_modules)\/)/, '');
  return `${functionName === '' ? '(anonymous)' : functionName}${url === '' ? '' : `  ${place}:${lineNumber + 1}`}`;
}
