import type { Store } from '../../contracts/store.ts';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Listener } from '../../serve/node/listening.ts';
import { listen } from '../../serve/node.ts';
import type { Service } from '../../serve/service.ts';
import { InUse } from '../shared/store-errors.ts';
import { createBasePathHandler } from './base.ts';
import type { ServeOptions } from './options.ts';

/** A service that listens for HTTP requests; `replace` gives it another plan while it listens. */
export interface RunningService {
  readonly address: string;
  readonly loopbackOnly: boolean;
  /** Opens the store for the plan, then serves it. Throws a `CommandError` and changes nothing if the store does not fit. */
  replace(plan: Plan): Promise<void>;
  /** Reloads the module and serves the same plan from the same store. Throws a `CommandError` and changes nothing if that fails. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** A service and its store. */
export interface Opened {
  readonly store: Store;
  readonly service: Service;
}

/** Listens with a service. `open` opens the service of a later plan, with an open store if it gets one. */
export async function run(
  first: Opened,
  open: (plan: Plan, store?: Store) => Promise<Opened>,
  options: ServeOptions,
): Promise<RunningService> {
  let now = first;
  const end = async ({ service, store }: Opened): Promise<void> => {
    try {
      await service.close();
    } finally {
      await store.close();
    }
  };
  const served: Service = {
    get plan() {
      return now.service.plan;
    },
    get keys() {
      return now.service.keys;
    },
    get steps() {
      return now.service.steps;
    },
    get feed() {
      return now.service.feed;
    },
    get loopbackOnly() {
      return now.service.loopbackOnly;
    },
    issue: (credential) => now.service.issue(credential),
    refuseHead: (status) => now.service.refuseHead(status),
    handle: createBasePathHandler(options.baseUrl)((incoming) => now.service.handle(incoming)),
    unread: (peer) => now.service.unread?.(peer),
    rest: () => now.service.rest(),
    hurry: () => now.service.hurry?.(),
    close: () => now.service.close(),
  };
  let listener: Listener;
  try {
    const socket = options.socket === undefined ? {} : { socket: { path: options.socket, mode: options.socketMode } };
    listener = await listen(served, { port: options.port, host: options.host, ...socket });
  } catch (error) {
    await end(now);
    throw new CommandError(explainListenFailure(options, error as NodeJS.ErrnoException));
  }
  return {
    address: listener.address,
    loopbackOnly: served.loopbackOnly,
    async replace(plan) {
      const before = now;
      try {
        now = await open(plan);
      } catch (error) {
        if (!(error instanceof InUse)) throw error;
        // This process itself may hold the lock.
        await end(before);
        now = await open(plan).catch(async (another: unknown) => {
          now = await open(before.service.plan);
          throw another;
        });
        return;
      }
      await end(before);
    },
    async reload() {
      const { service, store } = now;
      now = await open(service.plan, store);
      await service.close();
    },
    async close() {
      const rested = now.service.rest();
      await listener.close();
      await rested;
      await end(now);
    },
  };
}

function explainListenFailure({ port, host, socket }: ServeOptions, error: NodeJS.ErrnoException): string {
  if (socket !== undefined) return explainSocketFailure(socket, error);
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another one with --port; --port 0 picks a free port.`;
  if (error.code === 'EACCES')
    return `This user must not listen on port ${port}. Choose a port above 1023 with --port.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `This machine has no address ${host}. Choose another one with --host.`;
  return `Failed to listen on ${host}:${port}: ${error.code ?? error.message}.`;
}

function explainSocketFailure(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Another process listens on ${path}. Choose another path with --socket.`;
  if (code === 'ENOTSOCK') return `${path} exists and is not a socket. Choose another path with --socket.`;
  if (code === 'ENOENT')
    return `Failed to listen on ${path}: its folder does not exist. Choose another path with --socket.`;
  if (code === 'EACCES')
    return `Failed to listen on ${path}: this user must not write there. Choose another path with --socket.`;
  if (code === 'EINVAL')
    return `Failed to listen on ${path}: the path of a socket has at most about 100 bytes. Choose a shorter path with --socket.`;
  return `Failed to listen on ${path}: ${code ?? message}.`;
}
