import type { Row } from '../../contracts/record.ts';
import type { Conflict, PreparedQuery, RequiredRecord } from '../../contracts/store.ts';
import type { TableLayout } from '../layout.ts';
import { formatFragment, type Source } from '../queries/fragment.ts';
import type { Statement } from './connection/connect.ts';
import { columnTypes } from './dialect.ts';
import { quote } from './quote.ts';
import { createFirstRowQuery, locks } from './reads.ts';
import type { SendWrite } from './write-result.ts';

/** Inserts a row if records that it names are there; `check first` when nothing was written. */
export type InsertIf = (
  send: SendWrite,
  row: Row,
  required: readonly RequiredRecord[],
) => Promise<Conflict | 'check first' | undefined>;

/** A statement, and the source of its values after those of the row. */
interface Held {
  readonly statement: Statement;
  /** By needed record. */
  readonly sources: readonly (readonly Source[])[];
}

/** The statements by the queries that they execute in order; `null` for none. */
interface Known {
  made?: Held | null;
  readonly further: WeakMap<PreparedQuery, Known>;
}

/**
 * Makes what inserts into a table if other records are there. The statement holds them until its transaction ends, so that they
 * are still there, and as they were seen, when the row is.
 */
export function createInsertIf(
  table: TableLayout,
  statementOf: (text: string) => Statement,
  notUnique: Parameters<SendWrite>[2],
): InsertIf {
  const names = table.columns.map(({ name }) => quote(name)).join(', ');
  const holes = table.columns.map(({ storage }, i) => `$${i + 1}::${columnTypes[storage]}`).join(', ');
  const start = `INSERT INTO ${quote(table.table)} (${names}) SELECT ${holes} WHERE `;
  const known: Known = { further: new WeakMap() };
  const make = (required: readonly RequiredRecord[]): Held | null => {
    let next = table.columns.length;
    const tests: string[] = [];
    const sources: (readonly Source[])[] = [];
    for (const { query } of required) {
      const first = createFirstRowQuery(query);
      if (first === undefined) return null;
      tests.push(`EXISTS (${formatFragment(first, (i) => `$${next + i + 1}`)}${locks.share})`);
      next += first.sources.length;
      sources.push(first.sources);
    }
    return { statement: statementOf(start + tests.join(' AND ')), sources };
  };
  const heldFor = (required: readonly RequiredRecord[]): Held | null => {
    let at = known;
    for (const { query } of required) {
      let next = at.further.get(query);
      if (next === undefined) {
        next = { further: new WeakMap() };
        at.further.set(query, next);
      }
      at = next;
    }
    if (at.made === undefined) at.made = make(required);
    return at.made;
  };
  return async (send, row, required) => {
    const held = heldFor(required);
    if (held === null) return 'check first';
    const values = row.slice();
    held.sources.forEach((sources, i) => {
      for (const source of sources) values.push(source(required[i]!.values));
    });
    const done = await send(held.statement, values, notUnique);
    if ('kind' in done) return done;
    return done.count === 0 ? 'check first' : undefined;
  };
}
