import { execFileSync, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { pid, platform } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// The processors of a virtual machine are shared with other machines: one of them may be half as fast for seconds. A server that runs on
// it then seems slower than the next one. So all servers run on the first processor, the load on the second, and a slice counts only if a
// fixed piece of work took its usual time on the first processor before and after it.

/** How much longer than its best time the fixed piece of work may take. */
const tolerance = 1.12;
const pause = 30;
/** A slice is measured so often before a disturbed one counts. */
const attempts = 40;

/** Measures slices on a processor that is not disturbed. */
export interface Processors {
  /** Moves the main thread of a server to the first processor. */
  place(server: number): void;
  /** Runs a slice again until it was not disturbed. */
  undisturbed<T>(slice: () => Promise<T>): Promise<T>;
  /** How many slices counted, and how many of them were disturbed in all attempts. */
  readonly counts: { measured: number; disturbed: number; repeated: number };
  stop(): void;
}

/** Assigns the processors; undefined without `taskset` or a second processor. */
export async function assignProcessors(): Promise<Processors | undefined> {
  if (availableParallelism() < 2 || !pin(pid, 1)) return undefined;
  const probe = fork(fileURLToPath(new URL('probe.ts', import.meta.url)));
  pin(probe.pid!, 0);
  const counts = { measured: 0, disturbed: 0, repeated: 0 };
  let best = Number.POSITIVE_INFINITY;
  const isQuiet = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    probe.once('message', (milliseconds) => resolve(milliseconds as number));
    probe.send('run');
    const found = await promise;
    best = Math.min(best, found);
    return found <= best * tolerance;
  };
  for (let run = 0; run < 50; run++) await isQuiet();
  return {
    place: (server) => void pin(server, 0),
    counts,
    async undisturbed(slice) {
      counts.measured++;
      for (let attempt = 1; attempt < attempts; attempt++) {
        if (await isQuiet()) {
          const found = await slice();
          if (await isQuiet()) return found;
          counts.repeated++;
        }
        await wait(pause);
      }
      counts.disturbed++;
      return slice();
    },
    stop: () => void probe.kill(),
  };
}

/** Moves the main thread of a process to a processor; its other threads may run on any. Returns false where that is not possible. */
function pin(id: number, processor: number): boolean {
  if (platform !== 'linux') return false;
  try {
    execFileSync('taskset', ['-p', '-c', String(processor), String(id)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
