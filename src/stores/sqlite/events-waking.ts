import type { EventWatcher } from '../../contracts/events.ts';
import type { EventNotices } from '../service-tables/events.ts';
import type { Syncer, Waiting } from './file/sync.ts';
import type { WriteQueue } from './queue.ts';
import { serviceDialect } from './service-dialect.ts';
import type { SqliteSession } from './session.ts';

/** The events of a process: which of them are durable, and who is notified of them. */
export interface Waking extends Required<Pick<EventNotices, 'durable' | 'watch'>> {
  /** Events were written in the running transaction. */
  recorded(): void;
}

/** Creates the notifier of a database whose commits are durable: watchers are notified when that of recorded events is. */
export function createWaking(session: SqliteSession, queue: () => WriteQueue, syncer: Syncer): Waking {
  const watchers = new Set<EventWatcher>();
  const readNewest = (): number => Number(session.get(serviceDialect.newestEvent)?.[0] ?? 0);
  let durable = readNewest();
  let awaited = durable;
  const waitFor = (committed: number): Waiting => {
    awaited = committed;
    return {
      durable() {
        durable = committed;
        for (const watcher of watchers) watcher.sequenced(durable);
      },
      lost: () => undefined,
    };
  };
  const committed = (): Waiting => waitFor(readNewest());
  return {
    recorded: () => queue().notify(committed),
    durable(found) {
      // Another process has committed it, possibly without a sync.
      if (found > awaited) syncer.add([waitFor(found)]);
      return durable;
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
