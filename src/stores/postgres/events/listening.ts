import type { EventWatcher } from '../../../contracts/events.ts';
import type { Platform } from '../../../contracts/platform.ts';
import type { Connect, Connection } from '../connection/connect.ts';
import { channel } from './sequence.ts';

/** A lost connection is reopened after this number of milliseconds. */
const againAfter = 1_000;

/** Listens for numbered events, and notifies watchers. */
export interface Listening {
  watch(watcher: EventWatcher): () => void;
  /** This process has committed events without a number. */
  recorded(): void;
  end(): Promise<void>;
}

/** Makes what listens to the instances of a service, on a connection of its own that is open while somebody watches. */
export function createListening(connect: Connect, { after }: Platform): Listening {
  const watchers = new Set<EventWatcher>();
  let connection: Connection | undefined;
  let opening: Promise<void> | undefined;
  let cancel = (): void => undefined;
  let ended = false;

  const heard = (payload: string): void => {
    const newest = Number(payload);
    for (const watcher of watchers) watcher.sequenced(newest);
  };
  const open = async (): Promise<void> => {
    let made: Connection | undefined;
    try {
      made = await connect();
      const { rows } = await made.execute({ text: `SELECT ${channel}` });
      made.heard = heard;
      made.lost = again;
      await made.execute({ text: `LISTEN "${String(rows[0]![0])}"` });
      connection = made;
      if (ended || watchers.size === 0) await close();
    } catch {
      await made?.end().catch(() => undefined);
      again();
    }
  };
  /** Notifications missed meanwhile are found by polling, which continues each second. */
  const again = (): void => {
    connection = undefined;
    if (!ended && watchers.size > 0) cancel = after(againAfter, start);
  };
  const start = (): void => {
    opening ??= open().finally(() => {
      opening = undefined;
    });
  };
  const close = async (): Promise<void> => {
    cancel();
    const open = connection;
    connection = undefined;
    await open?.end().catch(() => undefined);
  };

  return {
    watch(watcher) {
      if (watchers.size === 0 && connection === undefined) start();
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) void close();
      };
    },
    recorded() {
      for (const watcher of watchers) watcher.recorded?.();
    },
    async end() {
      ended = true;
      watchers.clear();
      await opening;
      await close();
    },
  };
}
