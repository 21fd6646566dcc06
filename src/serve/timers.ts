import { then } from '../contracts/maybe-promise.ts';
import type { Platform } from '../contracts/platform.ts';
import type { MaybePromise, Row } from '../contracts/record.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { type Store, StoreUnavailableError, type Transaction, type Written } from '../contracts/store.ts';
import { findCondition } from '../parts/registry.ts';
import { notTaken } from '../parts/states/serve/timed.ts';
import { readEntryTimestamps } from '../plan/records/row.ts';
import { ActiveRequest } from './request/request-context.ts';
import { refusalIn, runSteps } from './request/run.ts';
import { nobody } from './request/system-request.ts';
import { readStack } from './request/thrown.ts';
import type { Tried } from './timers/attempt-memory.ts';
import { openScan, type Scan } from './timers/due-scan.ts';
import { countOverdue, type OverdueTimers } from './timers/overdue.ts';
import { restartAhead } from './timers/set-back.ts';
import type { TimedResource, TimedWork } from './timers/timer-work.ts';

/** Interval in milliseconds at which due records are queried. */
export const beat = 250;
/** Interval in milliseconds at which all waiting records are scanned again. */
const again = 30_000;
/** The maximum number of records in one batch, and of concurrent transitions. */
const piece = 256;
const together = 16;
/** A record with more timed transitions in a row than this waits for the next interval. */
const mostInTurn = 100;

/** The timed transitions of an open service. */
export interface Timers {
  /** Runs all due transitions of the record that a request has loaded, each in its own transaction. */
  first(ctx: RequestContext): Promise<void>;
  /** Notes a written row: its due transitions run at the next interval. */
  written(resource: string, row: Row): void;
  /** Returns when the next transition is due, after now and until `until` (milliseconds since 1970); undefined if none is. */
  next(until: number): Promise<number | undefined>;
  /** Counts the records with a due transition that was not tried on their present version, at most `most` per transition. */
  overdue(most: number): Promise<readonly OverdueTimers[]>;
  /** Stops the timers. Resolves when the work in progress is done. */
  close(): Promise<void>;
}

/** The dependencies of timers. */
export interface Timing {
  readonly resources: ReadonlyMap<string, TimedResource>;
  readonly tried: Tried;
  readonly store: Store;
  readonly platform: Platform;
}

/** Starts the timers of a service. */
export function openTimers(timing: Timing): Timers {
  const { resources, tried, platform } = timing;
  const all = [...resources.values()];
  const scans = (): readonly Scan[] =>
    all.flatMap((resource) => resource.works.map((work) => openScan(resource, work)));
  let fronts = scans();
  const waiting = new Map<string, { readonly resource: string; readonly id: unknown }>();
  const wake = (resource: string, id: unknown): void => void waiting.set(`${resource} ${id}`, { resource, id });
  let closed = false;
  let sweeps: readonly Scan[] = [];
  let sweptAt = platform.now();
  /** The clock was set back if it shows less than when timers last ran; possibly also while no instance did. */
  let lookedAt = Number.POSITIVE_INFINITY;

  const act = async (resource: TimedResource, id: unknown): Promise<void> => {
    for (let count = 0; count < mostInTurn; count++) {
      const went = await attempt(timing, resource, id);
      if (went === 'nothing') return;
      if (went === 'no record') break;
    }
    // Another transaction holds the record, it was deleted, or its transitions repeat.
    const row = await resource.one.one({ conditions: [id], now: platform.now() });
    if (row !== undefined && tried.isDue(resource.name, row, platform.now())) wake(resource.name, id);
  };

  const actOn = async (found: readonly { readonly resource: string; readonly id: unknown }[]): Promise<void> => {
    let next = 0;
    const failures: unknown[] = [];
    const work = async (): Promise<void> => {
      while (next < found.length) {
        const { resource, id } = found[next++]!;
        // Transitions that were found and not run wait for the next interval.
        if (closed || failures.length > 0) wake(resource, id);
        else
          await act(resources.get(resource)!, id).catch((error: unknown) => {
            failures.push(error);
            wake(resource, id);
          });
      }
    };
    await Promise.all(Array.from({ length: Math.min(together, found.length) }, work));
    if (failures.length > 0) throw failures[0];
  };

  /** Reads a batch of each scan and runs its due transitions, oldest first. Returns true if there may be more. */
  const readOn = async (of: readonly Scan[]): Promise<boolean> => {
    const now = platform.now();
    const read = await Promise.all(of.map((scan) => scan.read(now, piece)));
    const due = read.flatMap(({ found }) => found.filter(({ resource, row }) => tried.isDue(resource, row, now)));
    due.sort((left, right) => left.moment - right.moment);
    await actOn([...new Map(due.map((found) => [`${found.resource} ${found.id}`, found])).values()]);
    return read.some(({ more }) => more);
  };

  const look = async (): Promise<void> => {
    const now = platform.now();
    if (now < lookedAt) {
      const count = await restartAhead(all, timing.store, () => platform.now());
      if (count > 0)
        platform.log.warn({ records: count }, 'the clock was set back: timed transitions are counted from now');
      sweptAt = Math.min(sweptAt, now);
      // a record that is written from now on is due before the last one that was found
      if (lookedAt !== Number.POSITIVE_INFINITY) fronts = scans();
    }
    lookedAt = now;
    const woken = [...waiting.values()];
    waiting.clear();
    await actOn(woken);
    while (!closed && (await readOn(fronts)));
    // A full scan in small batches finds changes of other processes.
    if (sweeps.length === 0 && platform.now() - sweptAt >= again) {
      sweeps = scans();
      sweptAt = platform.now();
    }
    if (sweeps.length > 0 && !closed && !(await readOn(sweeps))) sweeps = [];
  };

  let running: Promise<void> = Promise.resolve();
  let failing = false;
  let cancel = (): void => {};
  const arm = (): void => {
    if (closed) return;
    cancel = platform.after(beat, () => {
      running = look()
        .then(
          () => {
            failing = false;
          },
          (error: unknown) => {
            if (!failing) platform.log.error({ error: readStack(error) }, 'failed to query due timers');
            failing = true;
          },
        )
        .then(arm);
    });
  };
  arm();

  return {
    first(ctx) {
      const of = resources.get(ctx.operation.resource!)!;
      return act(of, of.idOf(ctx.row!));
    },
    written(resource, row) {
      const of = resources.get(resource);
      if (of !== undefined && tried.isDue(resource, row, platform.now())) wake(resource, of.idOf(row));
    },
    async next(until) {
      const now = platform.now();
      let first: number | undefined;
      for (const scan of scans()) {
        for (let more = true; more; ) {
          const read = await scan.read(until, piece);
          // Oldest first: failed transitions come first.
          const later = read.found.find(({ moment }) => moment > now);
          if (later !== undefined && (first === undefined || later.moment < first)) first = later.moment;
          more = read.more && later === undefined;
        }
      }
      return first;
    },
    overdue: (most) => countOverdue(all, tried, platform.now(), most),
    async close() {
      closed = true;
      cancel();
      await running;
    },
  };
}

/** Tries the transition that has been due the longest and was not tried on this version of the record. */
async function attempt(
  { tried, store, platform }: Timing,
  resource: TimedResource,
  id: unknown,
): Promise<'taken' | 'not taken' | 'nothing' | 'no record'> {
  let trying: { readonly work: TimedWork; readonly row: Row } | undefined;
  const work = (transaction: Transaction): MaybePromise<Written<Refusal | undefined | 'no record' | 'nothing'>> => {
    trying = undefined;
    const now = platform.now();
    const settle = (row: Row | undefined): ReturnType<typeof work> => {
      if (row === undefined) return { result: 'no record', undo: true };
      const due = tried.firstDue(resource.name, row, now);
      if (due === undefined) return { result: 'nothing', undo: true };
      trying = { work: resource.works[due]!, row };
      const outcome = run(trying.work, resource, row, transaction, now, platform);
      return outcome instanceof Promise ? outcome.then(toWritten) : toWritten(outcome);
    };
    const row = transaction.bind(resource.one, 'free').one({ conditions: [id], now });
    return row instanceof Promise ? row.then(settle) : settle(row);
  };
  try {
    const outcome = await store.write(work, resource.how);
    if (outcome === undefined) return 'taken';
    if (typeof outcome === 'string') return outcome;
    const until = findCondition(outcome.condition)?.blocked ? platform.now() + retryAfterMs : undefined;
    const isNews = tried.note(resource.name, trying!.work.wait, trying!.row, until);
    if (outcome !== notTaken && isNews) tell(platform, trying!.work, id, outcome);
    return 'not taken';
  } catch (error) {
    if (error instanceof StoreUnavailableError || trying === undefined) throw error;
    // The store stopped it, such as a statement that took too long: the same attempt may succeed later.
    const until = platform.now() + retryAfterMs;
    if (tried.note(resource.name, trying.work.wait, trying.row, until)) tell(platform, trying.work, id, error);
    return 'not taken';
  }
}

function toWritten(refusal: Refusal | undefined): Written<Refusal | undefined> {
  return { result: refusal, undo: refusal !== undefined };
}

/** A blocked deletion is retried after this time, as is an attempt that an error ended: nothing reports when either would succeed. */
const retryAfterMs = 60_000;

/** Runs one timed transition on a loaded row, as a request of its own. */
function run(
  { op, steps }: TimedWork,
  { moments }: TimedResource,
  row: Row,
  transaction: Transaction,
  now: number,
  platform: Platform,
): MaybePromise<Refusal | undefined> {
  const ctx = new ActiveRequest(nobody, op.operation, [], platform);
  ctx.transaction = transaction;
  ctx.now = now;
  ctx.row = row;
  ctx.before = op.resource!.toRecord(row);
  ctx.since = readEntryTimestamps(row, moments) as (number | null)[];
  const loaded = op.loadRefs(ctx, ctx.before);
  return then(
    then(loaded, () => runSteps(steps, ctx, 0)),
    refusalIn,
  );
}

/** Logs a timed transition that could not be taken: no client gets its refusal. */
function tell(platform: Platform, { op, wait }: TimedWork, id: unknown, why: unknown): void {
  const facts = { transition: op.operation.name, id: String(id), line: wait.plan.line };
  if (why instanceof Error) platform.log.error({ ...facts, error: readStack(why) }, 'a timed transition failed');
  else platform.log.warn({ ...facts, error: describeRefusal(why as Refusal) }, 'a timed transition was rejected');
}

/** Describes a refusal for the log: its code or condition, and the fields at fault. */
function describeRefusal({ condition, named, fields = [] }: Refusal): string {
  const problems = fields.map(({ pointer, parameter, message }) => `${pointer ?? parameter ?? ''} ${message}`);
  return [named ?? condition, ...problems].join(': ');
}
