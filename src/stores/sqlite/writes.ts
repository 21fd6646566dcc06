import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { EventRecording } from '../../steps/events.ts';
import type { Maybe, Row } from '../../steps/record.ts';
import {
  type Conflict,
  type CredentialWrites,
  type Outcomes,
  type Question,
  type SecretPlace,
  StoreUnavailable,
  type Written,
} from '../../steps/store.ts';
import { holdsSecrets, type StoreLayout, type TableLayout } from '../layout.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { createCredentialWrites } from './claims.ts';
import { createProbe, createReferrers, plain } from './conflicts.ts';
import { bind, quote } from './dialect.ts';
import type { EventsFor } from './events.ts';
import type { Part } from './group.ts';
import { createOutcomes } from './outcomes.ts';
import type { OpenPart } from './queue.ts';
import { createQuotas } from './quotas.ts';
import { createReferences } from './references.ts';
import type { ReplacedSecrets } from './replaced-secrets.ts';

const uniqueViolated = 2067;
const primaryKeyViolated = 1555;

/** What can be written to one table, with its statements held. */
interface Writer {
  insert(row: Row): Conflict | undefined;
  update(id: unknown, row: Row, was: Row | undefined): Conflict | undefined;
  delete(id: unknown): Conflict | undefined;
}

/** Makes what a queue runs its jobs with: the writes of all resources over one connection. */
export function createWrites(
  database: DatabaseSync,
  eventsFor: EventsFor,
  layout: StoreLayout,
  secrets: ReplacedSecrets,
): OpenPart {
  const writers = new Map<string, Writer>();
  const writerOf = (resource: string): Writer => {
    const known = writers.get(resource);
    if (known !== undefined) return known;
    const table = layout.get(resource);
    if (table === undefined) throw new Error(`there is no resource \`${resource}\``);
    const made = createWriter(database, layout, table, secrets);
    writers.set(resource, made);
    return made;
  };
  const savepoint = database.prepare('SAVEPOINT job');
  const next = database.prepare(
    `INSERT INTO nonet_sequence (resource, field, within, last) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last`,
  );
  next.setReturnArrays(true);
  const attempts = createAttempts(database);
  const outcomesFor = createOutcomes(database);
  const credentialsFor = createCredentialWrites(database);
  return (guarded) =>
    new SqlitePart(
      database,
      guarded ? savepoint : undefined,
      next,
      writerOf,
      attempts,
      eventsFor,
      outcomesFor,
      credentialsFor,
      secrets,
    );
}

/** A job's piece of a transaction: it ends with the job, and everything after that is refused. */
class SqlitePart implements Part {
  wrote = false;
  saved = false;
  readonly #database: DatabaseSync;
  readonly #savepoint: StatementSync | undefined;
  readonly #next: StatementSync;
  readonly #writerOf: (resource: string) => Writer;
  readonly #attempts: Attempts;
  readonly #eventsFor: EventsFor;
  readonly #outcomesFor: (part: Part) => Outcomes;
  readonly #credentialsFor: (part: Part) => CredentialWrites;
  readonly #secrets: ReplacedSecrets;
  #open = true;

  constructor(
    database: DatabaseSync,
    savepoint: StatementSync | undefined,
    next: StatementSync,
    writerOf: (resource: string) => Writer,
    attempts: Attempts,
    eventsFor: EventsFor,
    outcomesFor: (part: Part) => Outcomes,
    credentialsFor: (part: Part) => CredentialWrites,
    secrets: ReplacedSecrets,
  ) {
    this.#database = database;
    this.#savepoint = savepoint;
    this.#next = next;
    this.#writerOf = writerOf;
    this.#attempts = attempts;
    this.#eventsFor = eventsFor;
    this.#outcomesFor = outcomesFor;
    this.#credentialsFor = credentialsFor;
    this.#secrets = secrets;
  }

  close(): void {
    this.#open = false;
  }

  ask(question: Question): Question {
    if (!this.#open) throw new Error('the transaction is over');
    return question;
  }

  insert(resource: string, row: Row): Conflict | undefined {
    return this.#kept(this.wrote, this.#writing(resource).insert(row));
  }

  update(resource: string, id: unknown, row: Row, was?: Row): Conflict | undefined {
    return this.#kept(this.wrote, this.#writing(resource).update(id, row, was));
  }

  delete(resource: string, id: unknown): Conflict | undefined {
    return this.#kept(this.wrote, this.#writing(resource).delete(id));
  }

  next(resource: string, field: string, within: readonly unknown[]): number {
    this.writing();
    const key = JSON.stringify(within.map((value) => (typeof value === 'bigint' ? String(value) : (value ?? null))));
    return (this.#next.get(resource, field, key) as unknown as readonly [number])[0];
  }

  attempt<T>(work: () => Maybe<Written<T>>): Maybe<T> {
    this.writing();
    return this.#attempts(work, () => this.#open);
  }

  get events(): EventRecording {
    return this.#eventsFor(this);
  }

  get credentials(): CredentialWrites {
    return this.#credentialsFor(this);
  }

  get outcomes(): Outcomes {
    return this.#outcomesFor(this);
  }

  keepReplaced(place: SecretPlace, secret: string, until: number): void {
    this.writing();
    this.#secrets.keep(place, secret, until);
  }

  writing(): void {
    if (!this.#open) throw new Error('the transaction is over');
    // After some errors SQLite has already undone everything; a statement would then stand alone.
    if (!this.#database.isTransaction) throw new StoreUnavailable('the transaction is gone');
    this.wrote = true;
    if (this.saved || this.#savepoint === undefined) return;
    this.#savepoint.run();
    this.saved = true;
  }

  #writing(resource: string): Writer {
    this.writing();
    return this.#writerOf(resource);
  }

  /** A statement that is refused leaves nothing behind. */
  #kept(wrote: boolean, conflict: Conflict | undefined): Conflict | undefined {
    if (conflict !== undefined) this.wrote = wrote;
    return conflict;
  }
}

function createWriter(
  database: DatabaseSync,
  layout: StoreLayout,
  table: TableLayout,
  secrets: ReplacedSecrets,
): Writer {
  const keepsSecrets = holdsSecrets(table);
  const name = quote(table.table);
  const identityAt = table.columns.indexOf(table.identity);
  const id = quote(table.identity.name);
  const version = quote(table.columns[0]!.name);
  const names = table.columns.map((column) => quote(column.name));
  const insert = database.prepare(
    `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  const setting = createSetting(database, names, `UPDATE ${name} SET`, `WHERE ${id} = ? AND ${version} = ?`);
  const remove = database.prepare(`DELETE FROM ${name} WHERE ${id} = ?`);
  const conflictOf = createProbe(database, table);
  const referrers = createReferrers(database, layout, table);
  const forInsert: SQLInputValue[] = table.columns.map(() => null);
  const quotas = createQuotas(database, table);
  const references = createReferences(database, table);
  const key = (value: unknown): SQLInputValue => bind(value, table.identity.storage) as SQLInputValue;

  const run = (row: Row, statement: StatementSync, values: SQLInputValue[]): Conflict | undefined | number | bigint => {
    try {
      return statement.run(...values).changes;
    } catch (error) {
      const code = (error as { readonly errcode?: number }).errcode;
      const conflict =
        code === uniqueViolated || code === primaryKeyViolated ? conflictOf(row, statement === insert) : undefined;
      if (conflict === undefined) throw error;
      return conflict;
    }
  };
  return {
    insert(row) {
      const full = quotas?.full(row);
      if (full !== undefined) return full;
      for (let index = 0; index < forInsert.length; index++) forInsert[index] = plain(row[index]);
      const done = run(row, insert, forInsert);
      if (typeof done === 'object') return done;
      quotas?.add(row);
      references?.add(row);
      return undefined;
    },
    update(identity, row, was) {
      const full = was === undefined ? undefined : quotas?.full(row, was);
      if (full !== undefined) return full;
      const values: SQLInputValue[] = [];
      let columns = '';
      for (let index = 0; index < row.length; index++) {
        const value = plain(row[index]);
        if (index === identityAt || (was !== undefined && value === plain(was[index]))) continue;
        values.push(value);
        columns += String.fromCharCode(index);
      }
      values.push(key(identity), (row[0] as number) - 1);
      const done = run(row, setting(columns), values);
      if (typeof done === 'object') return done;
      if (was !== undefined) quotas?.add(row, was);
      if (Number(done) === 1) {
        references?.change(row, was);
        return undefined;
      }
      throw new Error(`no ${table.resource.name} \`${identity}\` has the version ${(row[0] as number) - 1}`);
    },
    delete(identity) {
      const bound = key(identity);
      for (const { statement, conflict } of referrers) if (statement.get(bound, bound) !== undefined) return conflict;
      const inside = references?.referredBy(identity);
      if (inside !== undefined) return inside;
      quotas?.giveBack(bound);
      remove.run(bound);
      references?.remove(identity);
      if (keepsSecrets) secrets.forget(table.resource.name, identity);
      return undefined;
    },
  };
}

/** More sets of columns than this are held only where a table is wide; the oldest is then prepared again. */
const heldSettings = 500;

/**
 * Gives the statement that sets some columns, each told by the character with its index: SQLite writes the entries of every
 * index anew whose columns are set, changed or not.
 */
function createSetting(
  database: DatabaseSync,
  names: readonly string[],
  before: string,
  after: string,
): (columns: string) => StatementSync {
  const held = new Map<string, StatementSync>();
  return (columns) => {
    const known = held.get(columns);
    if (known !== undefined) return known;
    const set = Array.from(columns, (column) => `${names[column.charCodeAt(0)]} = ?`);
    const made = database.prepare(`${before} ${set.join(', ')} ${after}`);
    if (held.size >= heldSettings) held.delete(held.keys().next().value!);
    held.set(columns, made);
    return made;
  };
}
