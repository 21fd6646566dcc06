import type { ConcurrentCheck } from '../../contracts/store.ts';

/** The records that a transaction has written which sees the database as it was when it began. */
export class WrittenHere {
  readonly #keys = new Set<string>();

  add(resource: string, id: unknown): void {
    this.#keys.add(buildRecordKey(resource, id));
  }

  /** Returns whether a query, executed outside the transaction, finds a record that is neither known nor written here: it was committed since. */
  async isOvertaken({ resource, query, values, idOf, known }: ConcurrentCheck): Promise<boolean> {
    // Of one record more than these, one at least is new.
    const { rows } = await query.many({ ...values, limit: this.#keys.size + known.size + 1 });
    return rows.some((row) => !known.has(String(idOf(row))) && !this.#keys.has(buildRecordKey(resource, idOf(row))));
  }
}

/** Returns the key of a record. */
export function buildRecordKey(resource: string, id: unknown): string {
  return `${resource} ${String(id)}`;
}
