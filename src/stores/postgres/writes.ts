import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { Conflict, SecretLocation } from '../../contracts/store.ts';
import { type ColumnLayout, holdsSecrets, perTable, type StoreLayout, type TableLayout } from '../layout.ts';
import { forgetSubscriber } from '../service-tables/ended-subscribers.ts';
import type { Statement } from './connection/connect.ts';
import { type Failure, states } from './connection/failures.ts';
import { bind } from './dialect.ts';
import { createInsertIf, type InsertIf } from './inserting.ts';
import { createWriteQuotas, type WriteQuotas } from './quotas.ts';
import { quote, toCatalogName } from './quote.ts';
import { createInnerReferences, SendingSession } from './references.ts';
import { serviceDialect } from './service-dialect.ts';
import { indexReferences } from './tables.ts';
import type { SendWrite, Written } from './write-result.ts';

/** Writes to one table. */
export interface Writer {
  /** Each insert and each update is one statement. */
  readonly single: boolean;
  /** Undefined for a table without quotas. */
  readonly quotas: WriteQuotas | undefined;
  insert(send: SendWrite, row: Row): Promise<Conflict | undefined>;
  /** As `Transaction.insertIf`; undefined where a statement cannot do both. */
  readonly insertIf?: InsertIf | undefined;
  update(send: SendWrite, id: unknown, row: Row, was: Row | undefined): Promise<Conflict | undefined>;
  /** As `Transaction.exchange`. */
  exchange(send: SendWrite, location: Omit<SecretLocation, 'resource'>, was: string, text: string): Promise<boolean>;
  delete(send: SendWrite, id: unknown): Promise<Conflict | undefined>;
  /** As `Transaction.referredInside`. */
  referredInside(send: SendWrite, id: unknown): MaybePromise<Conflict | undefined>;
}

/** No record has the version that a write replaces. Another transaction may have come between. */
export class VersionGone extends Error {}

/** Gives the writers of all resources, each made when it is first asked for. */
export function createWriters(
  layout: StoreLayout,
  statementOf: (text: string) => Statement,
): (resource: string) => Writer {
  return perTable(layout, (table) => createWriter(layout, table, statementOf));
}

function createWriter(layout: StoreLayout, table: TableLayout, statementOf: (text: string) => Statement): Writer {
  const name = quote(table.table);
  const id = quote(table.identity.name);
  const identityAt = table.columns.indexOf(table.identity);
  const names = table.columns.map((column) => quote(column.name));
  const holes = names.map((_, index) => `$${index + 1}`);
  const insert = statementOf(`INSERT INTO ${name} (${names.join(', ')}) VALUES (${holes.join(', ')})`);
  const set = names.map((column, index) => `${column} = ${holes[index]}`).filter((_, index) => index !== identityAt);
  const update = statementOf(
    `UPDATE ${name} SET ${set.join(', ')} WHERE ${id} = ${holes[identityAt]} AND ${names[0]} = $1::bigint - 1`,
  );
  const quotas = createWriteQuotas(table, statementOf);
  const remove = statementOf(quotas?.removing ?? `DELETE FROM ${name} WHERE ${id} = $1`);
  const inner = createInnerReferences(layout, table, statementOf);
  const over = (send: SendWrite): SendingSession => new SendingSession(send, statementOf);
  const forget = holdsSecrets(table)
    ? statementOf('DELETE FROM nonet_replaced_secret WHERE resource = $1 AND id = $2')
    : undefined;
  const unsubscribe =
    table.subscriptions === true
      ? statementOf('DELETE FROM nonet_subscription WHERE resource = $1 AND id = $2')
      : undefined;
  const after = [forget, unsubscribe].filter((statement) => statement !== undefined);
  const erase = async (send: SendWrite, identity: unknown): Promise<Conflict | undefined> => {
    const inside = await inner?.referredBy(over(send), identity);
    if (inside !== undefined) return inside;
    const done = await send(remove, [bind(identity, table.identity.storage)], referenced);
    if ('kind' in done) return done;
    for (const statement of after) await send(statement, [table.resource.name, String(identity)], () => undefined);
    for (const route of table.routes) await forgetSubscriber(over(send), serviceDialect, `${route} ${identity}`);
    return inner?.remove(over(send), identity);
  };
  const uniques = new Map(table.uniques.map((unique, index) => [toCatalogName(unique.name), index]));
  const texts = indexTextFields(table);
  const everyText = [...new Set([...texts.values()].flat())];
  const unfit = ({ code, constraint = '' }: Failure): Conflict | undefined => {
    if (code === states.notUnique) return { kind: 'not unique', unique: uniques.get(constraint) ?? -1 };
    // Of a row that is longer than a page PostgreSQL does not say for which index.
    const fields = code === states.tooLong ? (texts.get(constraint) ?? everyText) : [];
    return fields.length === 0 ? undefined : { kind: 'too long', fields };
  };
  const references = indexReferences(layout, table);
  const referenced = ({ code, table: from, constraint }: Failure): Conflict | undefined => {
    const found = code === states.dangling ? references.get(JSON.stringify([from, constraint])) : undefined;
    return found === undefined ? undefined : { kind: 'still referenced', ...found };
  };
  const add: Writer['insert'] = (send, row) =>
    quotas?.insert(send, row, unfit) ?? send(insert, row, unfit).then(findConflict);
  const addIf = quotas === undefined ? createInsertIf(table, statementOf, unfit) : undefined;
  return {
    insertIf:
      inner === undefined || addIf === undefined
        ? addIf
        : async (send, row, required) => (await addIf(send, row, required)) ?? inner.add(over(send), row),
    single: inner === undefined && quotas === undefined,
    quotas,
    insert: inner === undefined ? add : async (send, row) => (await add(send, row)) ?? inner.add(over(send), row),
    async update(send, identity, row, was) {
      const values = row.with(identityAt, bind(identity, table.identity.storage));
      const done = await send(update, values, unfit);
      if ('kind' in done) return done;
      if (done.count === 1) {
        const full = was === undefined ? undefined : await quotas?.take(over(send), row, was);
        if (full !== undefined) return full;
        if (was !== undefined) await quotas?.giveBack(over(send), was, row);
        return inner?.change(over(send), row, was);
      }
      throw new VersionGone(`no ${table.resource.name} \`${identity}\` has the version ${(row[0] as number) - 1}`);
    },
    async exchange(send, { field, id: identity }, was, text) {
      const column = quote(table.byField.get(field)!.name);
      const sql = statementOf(`UPDATE ${name} SET ${column} = $1 WHERE ${id} = $2 AND ${column} = $3`);
      const done = await send(sql, [text, bind(identity, table.identity.storage), was], () => undefined);
      return 'count' in done && done.count === 1;
    },
    delete: (send, identity) =>
      inner === undefined && after.length === 0 && table.routes.length === 0
        ? send(remove, [bind(identity, table.identity.storage)], referenced).then(findConflict)
        : erase(send, identity),
    referredInside: (send, identity) => inner?.referredByAlive(over(send), identity),
  };
}

/** By the name of an index: the fields with texts that it holds. A third of a page is the most that it takes of one record. */
function indexTextFields({
  table,
  identity,
  uniques,
  indexes,
  columns,
  byField,
}: TableLayout): ReadonlyMap<string, string[]> {
  const textOf = ({ field, storage, choices }: ColumnLayout): string[] =>
    field !== undefined && storage === 'text' && choices === undefined ? [field] : [];
  const fieldsOf = (names: readonly string[]): string[] =>
    columns.flatMap((column) => (names.includes(column.name) ? textOf(column) : []));
  return new Map([
    [toCatalogName(`${toCatalogName(table)}_pkey`), fieldsOf([identity.name])],
    ...uniques.map((unique) => [toCatalogName(unique.name), fieldsOf(unique.columns)] as const),
    ...indexes.map(
      ({ name, keys }) => [toCatalogName(name), keys.flatMap(({ field }) => textOf(byField.get(field)!))] as const,
    ),
  ]);
}

function findConflict(done: Written): Conflict | undefined {
  return 'kind' in done ? done : undefined;
}
