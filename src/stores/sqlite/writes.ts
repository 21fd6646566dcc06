import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventRecording } from '../../contracts/events.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { CredentialWrites } from '../../contracts/sessions/credential-store.ts';
import {
  type Conflict,
  type PreparedQuery,
  type SecretLocation,
  StoreUnavailableError,
  type Written,
} from '../../contracts/store.ts';
import type { StoredResponses } from '../../contracts/stored-responses.ts';
import type { UploadWrites } from '../../contracts/uploads.ts';
import { perTable, type StoreLayout } from '../layout.ts';
import { createCredentialWrites } from '../service-tables/credentials.ts';
import { createEventRecording } from '../service-tables/events.ts';
import { keepReplaced } from '../service-tables/replaced-secrets.ts';
import { takeNextNumber } from '../service-tables/sequences.ts';
import { createStoredResponses } from '../service-tables/stored-responses.ts';
import { createUploadWrites } from '../service-tables/uploads.ts';
import type { Part } from './queue/group.ts';
import type { OpenPart } from './queue.ts';
import { serviceDialect } from './service-dialect.ts';
import { SqliteSession, type Statements } from './session.ts';
import { createWriter, type Writer } from './writer.ts';

const recordEvents = createEventRecording(serviceDialect);

/** Makes what a queue runs its jobs with: the writes of all resources over one connection. */
export function createWrites(
  database: DatabaseSync,
  recorded: () => void,
  layout: StoreLayout,
  statements: Statements,
): OpenPart {
  const writerOf = perTable(layout, (table) => createWriter(database, layout, table, statements));
  const savepoint = database.prepare('SAVEPOINT job');
  const attempts = createAttempts(database);
  return (guarded) =>
    new SqlitePart(database, guarded ? savepoint : undefined, statements, writerOf, attempts, recorded);
}

/** A job's piece of a transaction: it ends with the job, and everything after that is refused. */
class SqlitePart extends SqliteSession implements Part {
  wrote = false;
  saved = false;
  readonly #database: DatabaseSync;
  readonly #savepoint: StatementSync | undefined;
  readonly #writerOf: (resource: string) => Writer;
  readonly #attempts: Attempts;
  readonly #recorded: () => void;
  #open = true;

  constructor(
    database: DatabaseSync,
    savepoint: StatementSync | undefined,
    statements: Statements,
    writerOf: (resource: string) => Writer,
    attempts: Attempts,
    recorded: () => void,
  ) {
    super(statements);
    this.#database = database;
    this.#savepoint = savepoint;
    this.#writerOf = writerOf;
    this.#attempts = attempts;
    this.#recorded = recorded;
  }

  close(): void {
    this.#open = false;
  }

  bind(query: PreparedQuery): PreparedQuery {
    if (!this.#open) throw new Error('the transaction is over');
    return query;
  }

  insert(resource: string, row: Row): Conflict | undefined {
    return this.#kept(this.wrote, this.#writing(resource).insert(row));
  }

  update(resource: string, id: unknown, row: Row, was?: Row): Conflict | undefined {
    return this.#kept(this.wrote, this.#writing(resource).update(id, row, was));
  }

  exchange({ resource, field, id }: SecretLocation, was: string, text: string): boolean {
    return this.#writing(resource).exchange(id, field, was, text);
  }

  delete(resource: string, id: unknown): Conflict | undefined {
    return this.#kept(this.wrote, this.#writing(resource).delete(id));
  }

  referredInside(resource: string, id: unknown): Conflict | undefined {
    if (!this.#open) throw new Error('the transaction is over');
    return this.#writerOf(resource).referredInside(id);
  }

  next(resource: string, field: string, within: readonly unknown[]): MaybePromise<number> {
    return takeNextNumber(this, resource, field, within);
  }

  attempt<T>(work: () => MaybePromise<Written<T>>): MaybePromise<T> {
    this.writing();
    return this.#attempts(work, () => this.#open);
  }

  get events(): EventRecording {
    return recordEvents(this, this.#recorded);
  }

  get credentials(): CredentialWrites {
    return createCredentialWrites(serviceDialect, this);
  }

  get storedResponses(): StoredResponses {
    return createStoredResponses(this);
  }

  get uploads(): UploadWrites {
    return createUploadWrites(this, serviceDialect, (resource) => this.#writing(resource).quotas);
  }

  keepReplaced(location: SecretLocation, secret: string, until: number): MaybePromise<void> {
    return keepReplaced(this, location, secret, until);
  }

  override writing(): void {
    if (!this.#open) throw new Error('the transaction is over');
    // After some errors SQLite has already rolled back; a statement would then run without a transaction.
    if (!this.#database.isTransaction) throw new StoreUnavailableError('the database rolled back the transaction');
    this.wrote = true;
    if (this.saved || this.#savepoint === undefined) return;
    this.#savepoint.run();
    this.saved = true;
  }

  #writing(resource: string): Writer {
    this.writing();
    return this.#writerOf(resource);
  }

  /** A rejected statement has no effect. */
  #kept(wrote: boolean, conflict: Conflict | undefined): Conflict | undefined {
    if (conflict !== undefined) this.wrote = wrote;
    return conflict;
  }
}

/** Does a piece of work under a savepoint of its own, inside a transaction that is still open when it ends. */
type Attempts = <T>(work: () => MaybePromise<Written<T>>, isOpen: () => boolean) => MaybePromise<T>;

/** Makes what does pieces of work that are undone alone when they answer `undo` or throw. */
function createAttempts(database: DatabaseSync): Attempts {
  const begin = database.prepare('SAVEPOINT attempt');
  const release = database.prepare('RELEASE attempt');
  const rollbackTo = database.prepare('ROLLBACK TO attempt');
  const end = (undo: boolean, isOpen: () => boolean): void => {
    if (!isOpen()) throw new Error('the transaction is over');
    if (!database.isTransaction) throw new StoreUnavailableError('the database rolled back the transaction');
    if (undo) rollbackTo.run();
    release.run();
  };
  return <T>(work: () => MaybePromise<Written<T>>, isOpen: () => boolean): MaybePromise<T> => {
    const failed = (error: unknown): never => {
      end(true, isOpen);
      throw error;
    };
    begin.run();
    let answer: MaybePromise<Written<T>>;
    try {
      answer = work();
    } catch (error) {
      return failed(error);
    }
    const done = ({ result, undo }: Written<T>): T => {
      end(undo, isOpen);
      return result;
    };
    return answer instanceof Promise ? answer.then(done, failed) : done(answer);
  };
}
