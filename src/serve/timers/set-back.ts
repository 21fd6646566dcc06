import type { Row } from '../../contracts/record.ts';
import type { Store } from '../../contracts/store.ts';
import type { TimedResource, TimedWork } from './timer-work.ts';

/** A record that entered its state further in the future, in milliseconds, did so before the clock was set back. */
const aheadMs = 5_000;
/** The maximum number of records that are read at once. */
const piece = 256;

/**
 * Lets records that entered their state in the future enter it now: the clock was set back since. None waits longer than the time that
 * its transition states. Returns how many they were.
 */
export async function restartAhead(
  resources: Iterable<TimedResource>,
  store: Store,
  now: () => number,
): Promise<number> {
  let count = 0;
  for (const resource of resources)
    for (const work of resource.works) count += await restartWork(resource, work, store, now);
  return count;
}

async function restartWork(resource: TimedResource, work: TimedWork, store: Store, now: () => number): Promise<number> {
  const { ahead, wait, keyOf } = work;
  if (ahead === undefined) return 0;
  const first = now() + aheadMs;
  let count = 0;
  for (let after: readonly unknown[] | undefined; ; ) {
    const values = { conditions: [wait.plan.state, first], now: now(), limit: piece };
    const { rows } = await ahead.many(after === undefined ? values : { ...values, after });
    for (const row of rows) if (await restart(resource, work, store, resource.idOf(row), now)) count += 1;
    const last = rows.at(-1);
    if (last === undefined || rows.length < piece) return count;
    after = keyOf(last);
  }
}

/** Sets the moment at which a record entered its state to now, unless the record has changed since it was found. */
function restart(
  { name, one }: TimedResource,
  { wait }: TimedWork,
  store: Store,
  id: unknown,
  now: () => number,
): Promise<boolean> {
  return store.write(async (transaction) => {
    const row = await transaction.bind(one, 'free').one({ conditions: [id], now: now() });
    const isAhead = row !== undefined && wait.moment(row) !== undefined && Number(row[wait.at]) > now() + aheadMs;
    if (!isAhead) return { result: false, undo: true };
    const entered: Row = row.with(0, Number(row[0]) + 1).with(wait.at, now());
    await transaction.update(name, id, entered, row);
    return { result: true, undo: false };
  });
}
