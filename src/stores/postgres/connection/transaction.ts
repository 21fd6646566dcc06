import type { EventRecording } from '../../../contracts/events.ts';
import type { MaybePromise, Row } from '../../../contracts/record.ts';
import type { CredentialWrites } from '../../../contracts/sessions/credential-store.ts';
import {
  type Conflict,
  type PreparedQuery,
  type RequiredRecord,
  type SecretLocation,
  StoreConflictError,
  type Transaction,
  type Written,
} from '../../../contracts/store.ts';
import type { StoredResponses } from '../../../contracts/stored-responses.ts';
import type { UploadWrites } from '../../../contracts/uploads.ts';
import { createCredentialWrites } from '../../service-tables/credentials.ts';
import { createEventRecording } from '../../service-tables/events.ts';
import { keepReplaced } from '../../service-tables/replaced-secrets.ts';
import { takeNextNumber } from '../../service-tables/sequences.ts';
import { createStoredResponses } from '../../service-tables/stored-responses.ts';
import { createUploadWrites } from '../../service-tables/uploads.ts';
import { type InsertDone, MadeMeanwhile, mayBeMade } from '../made.ts';
import { doNothing, silenceRejection } from '../quiet.ts';
import { bindQuery, type Lock } from '../reads.ts';
import { serviceDialect } from '../service-dialect.ts';
import type { SendWrite } from '../write-result.ts';
import { VersionGone, type Writer } from '../writes.ts';
import type { Connection, Statement, StatementResult } from './connect.ts';
import * as control from './control.ts';
import { type Failure, mayBeRunAgain, states, toStoreError } from './failures.ts';
import { SavepointExecutor } from './savepoints.ts';
import { TransactionState } from './transaction-state.ts';

const recordEvents = createEventRecording(serviceDialect);

/** A serializable deletion that a record of another transaction prevents is run again so often. */
const mostRepeatsOfDeletion = 3;

/**
 * A piece of work's transaction on a connection of its own. It begins with the first statement, in one trip. A
 * statement that fails ends it for PostgreSQL; only when it is `guarded` does each have a savepoint to go back to.
 */
export class PgTransaction extends TransactionState implements Transaction {
  readonly events: EventRecording = recordEvents(this, () => {
    this.recorded = true;
  });
  readonly #connection: Connection;
  /** Asks with a savepoint before each statement, where it is `guarded`. */
  readonly #guarded: SavepointExecutor | undefined;
  readonly #writerOf: (resource: string) => Writer;
  readonly storedResponses: StoredResponses;
  readonly credentials: CredentialWrites;
  readonly uploads: UploadWrites;
  #open = true;
  /** The next record that is written is the last that is done. */
  #ends = false;
  /** Its one statement needs no beginning and no end. */
  #alone = false;
  /** Something has been written in it. */
  #wrote = false;
  /** The work has ended. */
  #closed = false;
  /** A conflict has ended the transaction for PostgreSQL. */
  #conflicted = false;
  /** The last replacement of a row: only its result shows whether the row existed. */
  #replaced: Promise<unknown> | undefined;

  constructor(
    connection: Connection,
    guarded: boolean,
    writerOf: (resource: string) => Writer,
    statementOf: (text: string) => Statement,
  ) {
    super(statementOf);
    this.#connection = connection;
    this.#guarded = guarded ? new SavepointExecutor(connection) : undefined;
    this.#writerOf = writerOf;
    this.credentials = createCredentialWrites(serviceDialect, this);
    this.storedResponses = createStoredResponses(this);
    this.uploads = createUploadWrites(this, serviceDialect, (resource) => writerOf(resource).quotas);
  }

  /** Nothing may be done any more. */
  close(): void {
    this.#closed = true;
    this.#open = false;
  }

  /** Waits until it is known whether what was sent may be kept. */
  async settled(): Promise<void> {
    await this.#replaced?.catch(doNothing);
    await this.#guarded?.settled();
  }

  bind(query: PreparedQuery, lock: Lock = 'write'): PreparedQuery {
    if (!this.#open) throw new Error('the transaction is over');
    return this.claimOf(query, lock, bindQuery(query, this, lock));
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    if (!this.#open) throw new Error('the transaction is over');
    return silenceRejection(this.#send(statement, values));
  }

  insert(resource: string, row: Row, absent?: readonly number[]): Promise<Conflict | undefined> {
    const writer = this.#writerOf(resource);
    const write = () => writer.insert(this.#write, row);
    return this.#last(writer, absent ? () => write().then((done) => this.#unlessMade(done, absent)) : write);
  }

  insertIfPresent(
    resource: string,
    row: Row,
    required: readonly RequiredRecord[],
    absent?: readonly number[],
  ): MaybePromise<InsertDone> {
    const writer = this.#writerOf(resource);
    if (writer.insertIf === undefined) return 'check first';
    const inserted = () => writer.insertIf!(this.#write, row, required);
    const write = absent ? () => inserted().then((done) => this.#unlessMade(done, absent)) : inserted;
    // With the commit sent after it, the reads before could not be undone.
    if (this.begun) return silenceRejection(write());
    return this.#last(writer, () => write().then((done) => this.#anew(done)));
  }

  update(resource: string, id: unknown, row: Row, was?: Row): Promise<Conflict | undefined> {
    const writer = this.#writerOf(resource);
    this.changes(resource, id);
    const done = this.#last(writer, () => writer.update(this.#write, id, row, was).catch(this.#gone));
    this.#replaced = done;
    return done;
  }

  exchange(location: SecretLocation, was: string, text: string): Promise<boolean> {
    this.#wrote = true;
    this.changes(location.resource, location.id);
    return silenceRejection(this.#writerOf(location.resource).exchange(this.#write, location, was, text));
  }

  delete(resource: string, id: unknown): Promise<Conflict | undefined> {
    this.#wrote = true;
    this.changes(resource, id);
    const done = this.#writerOf(resource).delete(this.#write, id);
    return silenceRejection(this.serializable ? done.then(this.#unlessReferredMeanwhile) : done);
  }

  referredInside(resource: string, id: unknown): MaybePromise<Conflict | undefined> {
    return this.#writerOf(resource).referredInside(this.#write, id);
  }

  next(resource: string, field: string, within: readonly unknown[]): Promise<number> {
    this.#wrote = true;
    this.takeSequence(resource, field, within);
    return silenceRejection(Promise.resolve(takeNextNumber(this, resource, field, within)));
  }

  keepReplaced(location: SecretLocation, secret: string, until: number): Promise<void> {
    this.#wrote = true;
    return silenceRejection(Promise.resolve(keepReplaced(this, location, secret, until)));
  }

  endsWithWrite(): void {
    this.#ends = true;
  }

  async attempt<T>(work: () => MaybePromise<Written<T>>): Promise<T> {
    await this.settled();
    this.#begin();
    silenceRejection(this.#connection.execute(control.attempt));
    const { result, undo } = await work();
    await this.settled();
    if (!this.#open) throw new Error('the transaction is over');
    if (undo) {
      silenceRejection(this.#connection.execute(control.undoAttempt));
      this.#conflicted = false;
    }
    silenceRejection(this.#connection.execute(control.keepAttempt));
    return result;
  }

  /**
   * Writes. The last and only write is sent with its commit in one trip or, if nothing was read before it, as one statement that PostgreSQL
   * commits automatically.
   */
  #last<T>(writer: Writer, write: () => Promise<T>): Promise<T> {
    const whole = this.#ends && !this.#wrote && this.#guarded === undefined && !this.serializable && writer.single;
    this.#wrote = true;
    if (!whole) return silenceRejection(write());
    this.#alone = !this.begun;
    const done = silenceRejection(write());
    if (this.begun) this.committed = silenceRejection(this.#connection.execute(control.commit));
    this.#open = false;
    return done;
  }

  /** If the standalone statement wrote nothing, the transaction begins with the next one. */
  #anew<T>(done: T | 'check first'): T | 'check first' {
    if (done === 'check first' && this.#alone) {
      this.#alone = false;
      this.#wrote = false;
      this.#open = !this.#closed;
    }
    return done;
  }

  #unlessMade<T extends InsertDone>(done: T, absent: readonly number[]): T {
    if (!mayBeMade(done, absent, this.repeats > 0)) return done;
    this.again ??= 'as it was';
    throw new MadeMeanwhile();
  }

  /** The work has looked for records that refer to it. Its snapshot does not show those of other transactions; a further run may see them. */
  readonly #unlessReferredMeanwhile = (done: Conflict | undefined): Conflict | undefined => {
    if (done?.kind !== 'still referenced' || this.repeats === mostRepeatsOfDeletion) return done;
    this.again ??= 'as it was';
    throw new StoreConflictError();
  };

  readonly #gone = (error: unknown): never => {
    if (error instanceof VersionGone) {
      this.again ??= 'as it was';
      this.failure ??= error;
    }
    throw error;
  };

  readonly #write: SendWrite = (statement, values, conflictOf) =>
    this.#send(statement, values, conflictOf).catch((error: unknown) => {
      const conflict = conflictOf(error as Failure);
      if (conflict === undefined) throw error;
      return conflict;
    });

  #begin(): void {
    if (!this.#open) throw new Error('the transaction is over');
    if (this.begun || this.#alone) return;
    this.begun = true;
    this.#connection.execute(this.serializable ? control.beginSerializable : control.begin).catch(doNothing);
  }

  async #send(
    statement: Statement,
    values?: readonly unknown[],
    conflictOf?: (failure: Failure) => Conflict | undefined,
  ): Promise<StatementResult> {
    // Nothing that it did would count.
    if (this.again === 'as it was') throw new StoreConflictError();
    this.#begin();
    try {
      return await (this.#guarded ?? this.#connection).execute(statement, values);
    } catch (error) {
      throw this.#failed(error, conflictOf?.(error as Failure) !== undefined);
    }
  }

  /** Notes what a failed statement means for the whole; gives the error that the work sees. */
  #failed(error: unknown, conflict: boolean): Error {
    if (mayBeRunAgain(error)) this.again = 'as it was';
    else if (conflict) this.#conflicted = true;
    // A statement after a conflict was sent to a transaction that PostgreSQL had ended.
    else if (this.#conflicted && (error as Failure).code === states.failedBefore) this.again ??= 'guarded';
    else this.failure ??= toStoreError(error);
    return conflict ? (error as Error) : toStoreError(error);
  }
}
