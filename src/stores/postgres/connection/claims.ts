import { doNothing } from '../quiet.ts';
import type { Executor } from './connect.ts';
import type { Turns } from './turns.ts';

const keyed = "hashtextextended(current_schema() || ' ' || key, 7218)) FROM unnest($1::text[]) AS key";
const lock = { name: 'nonet lock', text: `SELECT pg_advisory_lock(${keyed}` };
const unlock = { name: 'nonet unlock', text: `SELECT pg_advisory_unlock(${keyed}` };

/** The number of keys that are taken before a run. Others are taken when they are met. */
const most = 100;

/**
 * The records and sequences that serializable work uses, by their keys. A transaction that sees a snapshot cannot wait for another one: what
 * that one commits is a conflict. A run of the work therefore takes what it writes, and stops if other work of this process has it. Before a
 * further run the work waits for its turn on everything that it used so far, in this process and then among all instances, without a snapshot.
 */
export class Claims {
  readonly #turns: Turns;
  readonly #used = new Set<string>();
  #held = new Set<string>();
  /** The keys that are locked in the database, over the connection of the run. */
  #locked: readonly string[] = [];

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Notes what the work is about to read; returns false if other work of this process is writing it. */
  note(key: string): boolean {
    if (this.#used.size < most) this.#used.add(key);
    return this.#held.has(key) || !this.#turns.has(key);
  }

  /** Takes what the work is about to write; returns false if other work of this process has it. */
  take(key: string): boolean {
    if (!this.note(key)) return false;
    if (!this.#held.has(key)) this.#turns.take(key);
    this.#held.add(key);
    return true;
  }

  /** Waits for the turn of a further run; resolves to false if a time of `performance.now()` passes first. */
  async await(until: number): Promise<boolean> {
    if (!(await this.#turns.takeAll(this.#used, until))) return false;
    this.#held = new Set(this.#used);
    return true;
  }

  /** Locks the same among all instances, before the transaction begins. The session holds these locks: they outlast the commit. */
  lock(executor: Executor): void {
    this.#locked = [...this.#held].sort();
    executor.execute(lock, [this.#locked]).catch(doNothing);
  }

  /** Releases everything; after the end of the transaction. */
  release(executor?: Executor): void {
    if (this.#locked.length > 0) executor?.execute(unlock, [this.#locked]).catch(doNothing);
    this.#locked = [];
    this.#turns.release(this.#held);
    this.#held = new Set();
  }
}
