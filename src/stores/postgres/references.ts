import type { Plan } from '../../plan/plan.ts';
import type { StorageClass } from '../../plan/schema.ts';
import type { Row } from '../../steps/record.ts';
import type { Conflict } from '../../steps/store.ts';
import { holderAlive } from '../holders.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { gatheredFor } from '../references.ts';
import type { Asker, Statement } from './connect.ts';
import { columnTypes, quote } from './dialect.ts';
import { type Failure, states } from './failures.ts';
import type { SendWrite } from './sending.ts';

/** The references inside lists, maps and objects of one table's records, and those that lead to its records. */
export interface References {
  add(send: SendWrite, row: Row): Promise<undefined>;
  /** Those of a row that takes the place of another. */
  change(send: SendWrite, row: Row, was: Row | undefined): Promise<undefined>;
  /** Whether a record other than the one itself still refers to it. */
  referredBy(send: SendWrite, id: unknown): Promise<Conflict | undefined>;
  /** The same of a record that is not gone. */
  referredByAlive(send: SendWrite, id: unknown): Promise<Conflict | undefined>;
  remove(send: SendWrite, id: unknown): Promise<Conflict | undefined>;
}

const never = (): undefined => undefined;

/**
 * Makes what keeps references of a table's records; undefined where none stand inside them and none can lead to them. Each
 * record that is referred to has a row of its own to which the references lead by a foreign key: so a reference and a deletion
 * that come at the same moment never both stand, whatever the transactions see of each other.
 */
export function createReferences(
  layout: StoreLayout,
  table: TableLayout,
  statementOf: (text: string) => Statement,
): References | undefined {
  const { inside, insideOf, resource } = table;
  if (inside.length === 0 && insideOf.length === 0) return undefined;
  const { name } = resource;
  const identityAt = table.columns.indexOf(table.identity);
  const targets = statementOf(targetsText);
  const insert = statementOf(insertText);
  const removeField = statementOf('DELETE FROM nonet_reference WHERE resource = $1 AND id = $2 AND field = $3');
  const remove = statementOf('DELETE FROM nonet_reference WHERE resource = $1 AND id = $2');
  const see = statementOf('INSERT INTO nonet_referred (other, target) VALUES ($1, $2) ON CONFLICT DO NOTHING');
  const forget = statementOf('DELETE FROM nonet_referred WHERE other = $1 AND target = $2');
  const finding = `SELECT resource, field FROM nonet_reference
     WHERE other = $1 AND target = $2 AND NOT (resource = $1 AND id = $3)`;
  const find = statementOf(`${finding} LIMIT 1`);
  const typed = (text: string, storage: StorageClass): string => `${text}::${columnTypes[storage]}`;
  const findAlive = statementOf(`${finding} AND ${holderAlive(layout, table, { quote, typed })} LIMIT 1`);
  const put = async (send: SendWrite, row: Row, { field, at, of }: TableLayout['inside'][number]): Promise<void> => {
    const found = typeof row[at] === 'string' ? of(row[at]) : [];
    if (found.length === 0) return;
    const places = [found.map(({ other }) => other), found.map(({ target }) => target)];
    await Promise.all([
      send(targets, places, never),
      send(insert, [...places, name, field, String(row[identityAt])], never),
    ]);
  };
  const referenced = ({ code }: Failure): Conflict | undefined =>
    code === states.dangling ? { kind: 'still referenced', ...insideOf[0]! } : undefined;
  const referred = async (send: SendWrite, statement: Statement, id: unknown): Promise<Conflict | undefined> => {
    if (insideOf.length === 0) return undefined;
    const found = await send(statement, [name, String(id), String(id)], never);
    if ('kind' in found) return found;
    const [from] = found.rows;
    return from === undefined
      ? undefined
      : { kind: 'still referenced', resource: String(from[0]), field: String(from[1]) };
  };
  return {
    async add(send, row) {
      for (const one of inside) await put(send, row, one);
      return undefined;
    },
    async change(send, row, was) {
      for (const one of inside) {
        if (was !== undefined && row[one.at] === was[one.at]) continue;
        await send(removeField, [name, String(row[identityAt]), one.field], never);
        await put(send, row, one);
      }
      return undefined;
    },
    referredBy: (send, id) => referred(send, find, id),
    referredByAlive: (send, id) => referred(send, findAlive, id),
    async remove(send, id) {
      if (inside.length > 0) await send(remove, [name, String(id)], never);
      if (insideOf.length === 0) return undefined;
      // A row that another transaction made after this one began is met here, where it cannot be seen.
      await send(see, [name, String(id)], never);
      const done = await send(forget, [name, String(id)], referenced);
      return 'kind' in done ? done : undefined;
    },
  };
}

const targetsText = `INSERT INTO nonet_referred (other, target)
  SELECT * FROM unnest($1::text[], $2::text[]) AS one (other, target) ORDER BY 1, 2 ON CONFLICT DO NOTHING`;
const insertText = `INSERT INTO nonet_reference (other, target, resource, field, id)
  SELECT other, target, $3, $4, $5 FROM unnest($1::text[], $2::text[]) AS one (other, target) ORDER BY 1, 2`;

/** Gathers the references of all records, unless that was done for these very fields; nobody writes meanwhile. */
export async function settleReferences(asker: Asker, plan: Plan, layout: StoreLayout): Promise<void> {
  const needed = gatheredFor(plan, [...layout.values()]);
  const { rows } = await asker.ask({ text: `SELECT value FROM nonet_meta WHERE name = 'references'` });
  if ((rows[0]?.[0] ?? '') === needed) return;
  const tables = [...layout.values()].filter(({ inside }) => inside.length > 0);
  if (tables.length > 0) {
    await asker.ask({ text: `LOCK TABLE ${tables.map(({ table }) => quote(table)).join(', ')} IN SHARE MODE` });
  }
  await asker.ask({ text: 'DELETE FROM nonet_reference; DELETE FROM nonet_referred' });
  for (const table of tables) await gather(asker, table);
  await asker.ask(
    {
      text: `INSERT INTO nonet_meta (name, value) VALUES ('references', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    },
    [needed],
  );
}

async function gather(asker: Asker, { table, identity, inside, columns, resource }: TableLayout): Promise<void> {
  const id = quote(identity.name);
  const type = columnTypes[identity.storage];
  const shown = [`${id}::text`, ...inside.map(({ at }) => quote(columns[at]!.name))].join(', ');
  let after: unknown;
  while (true) {
    const behind = after === undefined ? '' : ` WHERE ${id} > $1::${type}`;
    const text = `SELECT ${shown} FROM ${quote(table)}${behind} ORDER BY ${id} LIMIT 1000`;
    const { rows } = await asker.ask({ text }, after === undefined ? [] : [after]);
    if (rows.length === 0) return;
    for (const row of rows) {
      for (const [index, { field, of }] of inside.entries()) {
        const value = row[1 + index];
        const found = typeof value === 'string' ? of(value) : [];
        if (found.length === 0) continue;
        const places = [found.map(({ other }) => other), found.map(({ target }) => target)];
        await asker.ask({ text: targetsText }, places);
        await asker.ask({ text: insertText }, [...places, resource.name, field, row[0]]);
      }
    }
    after = rows.at(-1)![0];
  }
}
