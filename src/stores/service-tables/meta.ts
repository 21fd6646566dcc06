import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { TableTexts } from '../differences.ts';
import { StoreError } from '../store-error.ts';
import { createWritten, type ServiceDatabase } from './database.ts';
import type { Session } from './session.ts';

const find = 'SELECT value FROM nonet_meta WHERE name = $1';
const keep = `INSERT INTO nonet_meta (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE nonet_meta.value <> excluded.value`;

/** Reads what a database notes under a name. */
export function readNote(session: Session, name: string): MaybePromise<string | undefined> {
  return then(session.get(find, [name]), (row) => (row === undefined ? undefined : String(row[0])));
}

/** Stores a value under a name, replacing the previous one. */
export function keepNote(session: Session, name: string, value: string): MaybePromise<void> {
  return then(session.run(keep, [name, value]), () => undefined);
}

/** Creates what notes a number, another one each time: a store that keeps it takes writes. */
export function createWriteProbe({ write }: Pick<ServiceDatabase, 'write'>): () => Promise<void> {
  let count = 0;
  return () => write((session) => then(keepNote(session, 'write probe', String(++count)), createWritten));
}

/** The document that a database was made from, and its tables as they were made. */
export interface NotedTables {
  /** None if the database does not store it. */
  readonly plan: Plan | undefined;
  readonly kept: TableTexts;
}

/** Reads which tables a database was made with; a plan with the digest of `now` is `now` itself. */
export function readTables(session: Session, now?: Plan): MaybePromise<NotedTables> {
  const noted = all<[string | undefined, Plan | undefined]>([readNote(session, 'tables'), readPlan(session, now)]);
  return then(noted, ([tables, plan]) => ({ kept: JSON.parse(tables ?? '[]') as TableTexts, plan }));
}

function readPlan(session: Session, now: Plan | undefined): MaybePromise<Plan | undefined> {
  return then(readNote(session, 'plan digest'), (digest) => {
    if (now !== undefined && digest === now.digest) return now;
    return then(readNote(session, 'plan'), (plan) => (plan === undefined ? undefined : (JSON.parse(plan) as Plan)));
  });
}

/** Notes which tables a database has now, and the document that needs them. */
export function keepTables(session: Session, plan: Plan, tables: TableTexts): MaybePromise<void> {
  const notes = [
    keepNote(session, 'tables', JSON.stringify(tables)),
    keepNote(session, 'plan digest', plan.digest),
    keepNote(session, 'plan', JSON.stringify(withoutSteps(plan))),
  ];
  return then(all(notes), () => undefined);
}

/** The steps of operations are most of the text of a large plan, and no migration reads them. */
function withoutSteps(plan: Plan): Plan {
  return { ...plan, operations: plan.operations.map((operation) => ({ ...operation, steps: [] })) };
}

/** Returns whether a database has no tables yet. Throws a StoreError if it has some, and none is Nonet's. `own`: what a service needs. */
export function isNew(place: string, tables: readonly string[], own: 'file' | 'database'): boolean {
  if (tables.length === 0) return true;
  if (tables.includes('nonet_meta')) return false;
  throw new StoreError(
    `The database ${place} was not made by Nonet: it holds the table \`${tables[0]}\`. A service needs a ${own} of its own.`,
  );
}
