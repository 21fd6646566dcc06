import type { Events, EventWatcher } from '../../contracts/events.ts';
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
  let waits = false;
  const tell = (): void => {
    waits = false;
    const number = (session.get(serviceDialect.newestEvent)?.[0] as number | undefined) ?? 0;
    for (const watcher of watchers) watcher.sequenced(number);
  };
  return {
    recorded() {
      if (waits || watchers.size === 0) return;
      waits = true;
      // Its turn comes after the running group, and it resolves when that one is durable.
      queue()
        .write(() => ({ result: undefined, undo: false }))
        .then(tell, () => {
          waits = false;
        });
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
