import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CredentialWrites } from '../../steps/credential-store.ts';
import type { EventRecording } from '../../steps/events.ts';
import type { Outcomes } from '../../steps/outcomes.ts';
import type { Maybe, Row } from '../../steps/record.ts';
import { type Conflict, type Question, type SecretPlace, StoreUnavailable, type Written } from '../../steps/store.ts';
import type { StoreLayout } from '../layout.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { createCredentialWrites } from './claims.ts';
import type { EventsFor } from './events.ts';
import type { Part } from './group.ts';
import { createOutcomes } from './outcomes.ts';
import type { OpenPart } from './queue.ts';
import type { ReplacedSecrets } from './replaced-secrets.ts';
import { createWriter, type Writer } from './writer.ts';

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

  referredInside(resource: string, id: unknown): Conflict | undefined {
    if (!this.#open) throw new Error('the transaction is over');
    return this.#writerOf(resource).referredInside(id);
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
