import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { listGoneStates } from '../../plan/records/gone.ts';
import { type RecordDialect, quoteText as text } from '../dialect.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { computeReferenceFingerprint } from '../references.ts';
import { type BoundColumns, formatValues, type ServiceDialect } from './dialect.ts';
import type { Columns, Session } from './session.ts';
import { settleFor } from './settling.ts';

/** The references inside lists, maps and objects of one table's records, and the references to its records. */
export interface References {
  add(session: Session, row: Row): MaybePromise<undefined>;
  /** Replaces the references of a row by those of its new form. */
  change(session: Session, row: Row, was: Row | undefined): MaybePromise<undefined>;
  /** Whether a record other than the one itself still refers to it. */
  referredBy(session: Session, id: unknown): MaybePromise<Conflict | undefined>;
  /** The same of a record that is not gone. */
  referredByAlive(session: Session, id: unknown): MaybePromise<Conflict | undefined>;
  remove(session: Session, id: unknown): MaybePromise<Conflict | undefined>;
}

/** Removes the row to which the references to a deleted record lead; finds a reference of another transaction. */
export type ForgetReferred = (session: Session, values: readonly unknown[]) => MaybePromise<Conflict | undefined>;

/** Removes the row to which references lead. */
export const forgetText = 'DELETE FROM nonet_reference_target WHERE other = $1 AND target = $2';

const bound: BoundColumns = { other: 'text', target: 'text' };
const removeField = 'DELETE FROM nonet_reference WHERE resource = $1 AND id = $2 AND field = $3';
const removeAll = 'DELETE FROM nonet_reference WHERE resource = $1 AND id = $2';
const find = `SELECT resource, field FROM nonet_reference
  WHERE other = $1 AND target = $2 AND NOT (resource = $1 AND id = $2)`;

type Put = (
  session: Session,
  resource: string,
  id: unknown,
  field: string,
  found: readonly Columns[],
) => MaybePromise<unknown>;
type Inside = TableLayout['inside'][number];

/** Creates what writes the references of one field of a record. */
function createPut({ eachRow }: ServiceDialect): Put {
  const target = eachRow(bound, 1, ({ other, target: to }, rows) => {
    return `INSERT INTO nonet_reference_target (other, target) ${formatValues([other!, to!], rows)} ON CONFLICT DO NOTHING`;
  });
  const insert = eachRow(bound, 4, ({ other, target: to }, rows) => {
    const place = [1, 2, 3].map((at) => `CAST($${at} AS text)`);
    return `INSERT INTO nonet_reference (resource, field, id, other, target) ${formatValues([...place, other!, to!], rows)}`;
  });
  return (session, resource, id, field, found) =>
    all([target(session, [], found), insert(session, [resource, field, String(id)], found)]);
}

/** The references in a field's text, in one order for all: so no two transactions wait for each other in a circle. */
function readReferences({ of }: Inside, text: unknown): readonly Columns[] {
  if (typeof text !== 'string') return [];
  const found = of(text).map(({ other, target }) => [other, target] as const);
  return found.sort(([a, b], [c, d]) => (a < c || (a === c && b < d) ? -1 : 1));
}

/** Creates the references of a table's records; undefined where none are inside them and none can lead to them. */
export function createReferences(
  dialect: ServiceDialect,
  records: RecordDialect,
  layout: StoreLayout,
  table: TableLayout,
  forget: ForgetReferred,
): References | undefined {
  const { inside, resource, insideOf } = table;
  if (inside.length === 0 && insideOf.length === 0) return undefined;
  const { name } = resource;
  const identityAt = table.columns.indexOf(table.identity);
  const put = createPut(dialect);
  const findAlive = `${find} AND ${buildHolderCondition(layout, table, records)} LIMIT 1`;
  const write = (session: Session, row: Row, place: Inside): MaybePromise<unknown> =>
    put(session, name, row[identityAt], place.field, readReferences(place, row[place.at]));
  const referred = (session: Session, text: string, id: unknown): MaybePromise<Conflict | undefined> => {
    if (insideOf.length === 0) return undefined;
    return then(session.get(text, [name, String(id)]), (found) =>
      found === undefined
        ? undefined
        : { kind: 'still referenced', resource: String(found[0]), field: String(found[1]) },
    );
  };
  return {
    add: (session, row) => then(all(inside.map((references) => write(session, row, references))), () => undefined),
    change(session, row, was) {
      const changed = inside.filter(({ at }) => was === undefined || row[at] !== was[at]);
      const done = changed.flatMap((references) => [
        session.run(removeField, [name, String(row[identityAt]), references.field]),
        write(session, row, references),
      ]);
      return then(all(done), () => undefined);
    },
    referredBy: (session, id) => referred(session, `${find} LIMIT 1`, id),
    referredByAlive: (session, id) => referred(session, findAlive, id),
    remove: (session, id) =>
      then(inside.length === 0 ? 0 : session.run(removeAll, [name, String(id)]), () =>
        insideOf.length === 0 ? undefined : forget(session, [name, String(id)]),
      ),
  };
}

/** Gathers the references of all records, unless that was done for the same fields; no transaction writes meanwhile. */
export function settleReferences(
  session: Session,
  dialect: ServiceDialect,
  records: RecordDialect,
  plan: Plan,
  layout: StoreLayout,
): MaybePromise<void> {
  const tables = [...layout.values()].filter(({ inside }) => inside.length > 0);
  return settleFor(session, dialect, 'references', computeReferenceFingerprint(plan, [...layout.values()]), {
    locked: tables.map(({ table }) => records.queries.quote(table)),
    work() {
      const emptied = all([
        session.run('DELETE FROM nonet_reference'),
        session.run('DELETE FROM nonet_reference_target'),
      ]);
      const put = createPut(dialect);
      const gathered = tables.map((table) => () => gather(session, put, records, table));
      return gathered.reduce<MaybePromise<unknown>>((before, next) => then(before, next), emptied);
    },
  });
}

function gather(
  session: Session,
  put: Put,
  { queries: { quote, read, typed } }: RecordDialect,
  { table, identity, inside, columns, resource }: TableLayout,
): MaybePromise<unknown> {
  const id = quote(identity.name);
  const shown = [read(id, identity.storage), ...inside.map(({ at }) => quote(columns[at]!.name))].join(', ');
  const textOf = (condition: string): string =>
    `SELECT ${shown} FROM ${quote(table)}${condition} ORDER BY ${id} LIMIT 1000`;
  const behind = textOf(` WHERE ${id} > ${typed('$1', identity.storage)}`);
  const add = (rows: readonly Columns[]): MaybePromise<unknown> => {
    const last = rows.at(-1);
    if (last === undefined) return undefined;
    const done = rows.flatMap((row) =>
      inside.map((references, at) =>
        put(session, resource.name, row[0], references.field, readReferences(references, row[1 + at])),
      ),
    );
    return then(all(done), () => then(session.all(behind, [String(last[0])]), add));
  };
  return then(session.all(textOf('')), add);
}

/** Builds the condition that the record which holds a row of `nonet_reference` is not soft-deleted. */
function buildHolderCondition(layout: StoreLayout, { insideOf }: TableLayout, dialect: RecordDialect): string {
  const { quote, typed } = dialect.queries;
  const cases = [...new Set(insideOf.map(({ resource }) => resource))].flatMap((name) => {
    const { resource, table, identity, byField } = layout.get(name)!;
    const gone = listGoneStates(resource).map(
      ({ field, states }) => `h.${quote(byField.get(field)!.name)} IN (${states.map(text).join(', ')})`,
    );
    if (gone.length === 0) return [];
    const same = `h.${quote(identity.name)} = ${typed('nonet_reference.id', identity.storage)}`;
    return [
      `WHEN ${text(name)} THEN NOT EXISTS (SELECT 1 FROM ${quote(table)} h WHERE ${same} AND (${gone.join(' OR ')}))`,
    ];
  });
  return cases.length === 0 ? 'TRUE' : `CASE nonet_reference.resource ${cases.join(' ')} ELSE TRUE END`;
}
