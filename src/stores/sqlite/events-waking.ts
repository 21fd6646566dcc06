import type { Events, EventWatcher } from '../../contracts/events.ts';
import type { Waiting } from './file/sync.ts';
import type { WriteQueue } from './queue.ts';
import { serviceDialect } from './service-dialect.ts';
import type { SqliteSession } from './session.ts';

/** Notifies watchers of committed events. */
export interface Waking {
  /** Events were written in the running transaction. */
  recorded(): void;
  readonly watch: Events['watch'];
}

/** Creates the notifier of a process: watchers are notified when the commit of recorded events is durable. */
export function createWaking(session: SqliteSession, queue: () => WriteQueue): Waking {
  const watchers = new Set<EventWatcher>();
  const waiter: Waiting = {
    durable() {
      const number = (session.get(serviceDialect.newestEvent)?.[0] as number | undefined) ?? 0;
      for (const watcher of watchers) watcher.sequenced(number);
    },
    lost: () => undefined,
  };
  return {
    recorded() {
      if (watchers.size > 0) queue().notify(waiter);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
