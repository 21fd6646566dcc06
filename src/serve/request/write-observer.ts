import type { Row } from '../../contracts/record.ts';
import type { Store, Transaction } from '../../contracts/store.ts';

/** A written row, as it is after the commit. */
interface Note {
  readonly resource: string;
  readonly row: Row;
}

/**
 * A store that reports each row of some resources that was written through it, when its transaction is over. A row that
 * an undone transaction wrote may be reported as well.
 */
export function createWriteObserver(
  store: Store,
  of: ReadonlySet<string>,
  written: (resource: string, row: Row) => void,
): Store {
  return {
    ...store,
    async write(work, how) {
      let notes: Note[] = [];
      const result = await store.write((transaction) => {
        // A store may run work again: only its last run counts.
        notes = [];
        return work(new NotedTransaction(transaction, of, notes));
      }, how);
      for (const { resource, row } of notes) written(resource, row);
      return result;
    },
  };
}

/** A transaction that notes what is written. */
class NotedTransaction implements Transaction {
  readonly bind: Transaction['bind'];
  readonly exchange: Transaction['exchange'];
  readonly delete: Transaction['delete'];
  readonly referredInside: Transaction['referredInside'];
  readonly next: Transaction['next'];
  readonly attempt: Transaction['attempt'];
  readonly keepReplaced: Transaction['keepReplaced'];
  readonly endsWithWrite: NonNullable<Transaction['endsWithWrite']>;
  readonly insertIfPresent?: NonNullable<Transaction['insertIfPresent']>;
  readonly meanwhile?: NonNullable<Transaction['meanwhile']>;
  readonly #transaction: Transaction;
  readonly #of: ReadonlySet<string>;
  readonly #notes: Note[];

  constructor(transaction: Transaction, of: ReadonlySet<string>, notes: Note[]) {
    this.#transaction = transaction;
    this.#of = of;
    this.#notes = notes;
    this.bind = (query, lock) => transaction.bind(query, lock);
    this.exchange = (location, was, text) => transaction.exchange(location, was, text);
    this.delete = (resource, id) => transaction.delete(resource, id);
    this.referredInside = (resource, id) => transaction.referredInside(resource, id);
    this.next = (resource, field, within) => transaction.next(resource, field, within);
    this.attempt = (work) => transaction.attempt(work);
    this.keepReplaced = (location, secret, until) => transaction.keepReplaced(location, secret, until);
    this.endsWithWrite = () => transaction.endsWithWrite?.();
    if (transaction.meanwhile !== undefined) this.meanwhile = (asked) => transaction.meanwhile!(asked);
    if (transaction.insertIfPresent === undefined) return;
    this.insertIfPresent = (resource, row, required, absent) => {
      this.#note(resource, row);
      return transaction.insertIfPresent!(resource, row, required, absent);
    };
  }

  get events(): Transaction['events'] {
    return this.#transaction.events;
  }

  get credentials(): Transaction['credentials'] {
    return this.#transaction.credentials;
  }

  get uploads(): Transaction['uploads'] {
    return this.#transaction.uploads;
  }

  get storedResponses(): Transaction['storedResponses'] {
    return this.#transaction.storedResponses;
  }

  insert(resource: string, row: Row, absent?: readonly number[]): ReturnType<Transaction['insert']> {
    this.#note(resource, row);
    return this.#transaction.insert(resource, row, absent);
  }

  update(resource: string, id: unknown, row: Row, was?: Row): ReturnType<Transaction['update']> {
    this.#note(resource, row);
    return this.#transaction.update(resource, id, row, was);
  }

  #note(resource: string, row: Row): void {
    if (this.#of.has(resource)) this.#notes.push({ resource, row });
  }
}
