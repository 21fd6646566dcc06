import type { Transaction } from '../../contracts/store.ts';
import type { ReservedRecord } from '../../contracts/uploads.ts';

/** Returns a transaction that reads as another does, and reports the record instead of writing it. */
export function withoutWrites(transaction: Transaction, written: (record: ReservedRecord) => void): Transaction {
  const { meanwhile } = transaction;
  return {
    bind: (query, lock) => transaction.bind(query, lock),
    insert: (resource, row) => written({ resource, row }) as undefined,
    update: (resource, _id, row, was) => written({ resource, row, was }) as undefined,
    delete: () => undefined,
    referredInside: (resource, id) => transaction.referredInside(resource, id),
    ...(meanwhile === undefined ? {} : { meanwhile: (asked) => transaction.meanwhile!(asked) }),
    exchange: () => true,
    next: (resource, field, within) => transaction.next(resource, field, within),
    attempt: (work) => transaction.attempt(work),
    keepReplaced: () => undefined,
    get storedResponses() {
      return transaction.storedResponses;
    },
    get credentials() {
      return transaction.credentials;
    },
    get events() {
      return transaction.events;
    },
    get uploads() {
      return transaction.uploads;
    },
  };
}
