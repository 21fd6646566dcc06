import type { Events, EventWatcher } from '../../contracts/events.ts';
import type { WriteQueue } from './queue.ts';
import { serviceDialect } from './service-dialect.ts';
import type { SqliteSession } from './session.ts';

/** Tells those who watch that events were committed. */
export interface Waking {
  /** Events have been written in the transaction that is under way. */
  recorded(): void;
  readonly watch: Events['watch'];
}

/** Makes the waking of a process: those who watch are told when the commit of what was recorded is durable. */
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
      // It has its turn behind the group that is under way, and is answered when that one is durable.
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
