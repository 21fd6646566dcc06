import { dataset } from './dataset.ts';
import { drive, type Slice } from './load.ts';
import type { Options } from './options.ts';
import { assignProcessors } from './processors.ts';
import { expected, type Operation, type Requests, type RequestsOf, requestsFor } from './requests.ts';
import { type Server, startServer } from './server.ts';
import { databaseFor, type Keys, type Target } from './targets.ts';

/** A server that runs and can be asked. */
export interface Running {
  readonly target: Target;
  readonly path: string;
  readonly keys: Keys;
  /** The process that runs now. */
  readonly server: Server;
  /** Milliseconds from the start of the process until it listens. */
  readonly startMs: number;
  /** Seconds of CPU until it listens. */
  readonly startCpu: number;
  /** MiB that the process holds before its first request. */
  readonly idleMemory: number;
  /** Ends the process, and starts another one on the same database. */
  restart(): Promise<void>;
}

/** What makes the requests that a server is asked. */
export const requestsOf = ({ target }: Running): RequestsOf => target.requests ?? requestsFor;

/** Requests per second, by operation, by server, by round. */
export type Figures = ReadonlyMap<Operation, ReadonlyMap<string, readonly number[]>>;

/** Tells how far it has come; never on the standard output. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Makes the database of a server and starts it. */
export async function startTarget(target: Target, flags: readonly string[] = []): Promise<Running> {
  progress(`${target.title}: 100,000 invoices`);
  const path = await databaseFor(target);
  const keys = await target.prepare(path);
  const began = performance.now();
  let server = await startServer(target.command(path), flags);
  const startMs = performance.now() - began;
  const startCpu = await server.cpuSeconds();
  const idleMemory = await server.memory();
  return {
    target,
    path,
    keys,
    get server() {
      return server;
    },
    startMs,
    startCpu,
    idleMemory,
    async restart() {
      await server.stop();
      server = await startServer(target.command(path), flags);
    },
  };
}

/**
 * Measures every operation on every server, in rounds; within a round the servers come one right after the other, in an order
 * that the next round rotates. Processes of the same server differ in speed by up to a tenth, so the rounds are spread over several
 * processes of each server, one after the other.
 */
export async function measure(
  all: readonly Running[],
  options: Options,
): Promise<{ readonly perCpuSecond: Figures; readonly perSecond: Figures }> {
  const { rounds, seconds, warm, connections, processes } = options;
  const empty = () =>
    new Map(
      options.operations.map((operation) => [
        operation,
        new Map(all.map(({ target }) => [target.name, [] as number[]])),
      ]),
    );
  const [figures, clock] = [empty(), empty()];
  const processors = await assignProcessors();
  let requests: ReadonlyMap<Running, Readonly<Record<Operation, Requests>>> = new Map();
  const slice = (running: Running, operation: Operation, duration = seconds): Promise<Slice> => {
    const made = requests.get(running)![operation];
    return drive(running.server, made, expected[operation], connections, duration);
  };
  const begin = async (process: number): Promise<void> => {
    if (process > 0) for (const running of all) await running.restart();
    for (const { server } of all) processors?.place(server.pid);
    requests = await requestsOfAll(all);
    for (const operation of options.operations) {
      progress(`process ${process + 1} of ${processes}, ${operation}: warming up`);
      for (const running of all) await slice(running, operation, warm);
    }
  };
  const roundsOfEach = Math.ceil(rounds / processes);
  for (let round = 0; round < rounds; round++) {
    if (round % roundsOfEach === 0) await begin(round / roundsOfEach);
    for (const operation of options.operations) {
      const told: string[] = [];
      for (let i = 0; i < all.length; i++) {
        const running = all[(i + round) % all.length]!;
        const measured = (): Promise<Slice> => slice(running, operation);
        const found = await (processors?.undisturbed(measured) ?? measured());
        const rate = found.requests / found.cpu;
        clock
          .get(operation)!
          .get(running.target.name)!
          .push(found.requests / found.seconds);
        figures.get(operation)!.get(running.target.name)!.push(rate);
        told.push(`${running.target.name} ${Math.round(rate)}`);
      }
      progress(`round ${round + 1} of ${rounds}, ${operation}: ${told.join(', ')}`);
    }
  }
  processors?.stop();
  progress(
    processors === undefined
      ? 'without taskset or a second processor, disturbed slices count too'
      : `${processors.counts.repeated} slices were repeated; ${processors.counts.disturbed} of ${processors.counts.measured} that count were disturbed`,
  );
  return { perCpuSecond: figures, perSecond: clock };
}

async function requestsOfAll(
  all: readonly Running[],
): Promise<ReadonlyMap<Running, Readonly<Record<Operation, Requests>>>> {
  const content = dataset();
  const made = new Map<Running, Readonly<Record<Operation, Requests>>>();
  for (const running of all) {
    const { server, keys } = running;
    made.set(running, await requestsOf(running)(server.port, keys.writer, content));
  }
  return made;
}
