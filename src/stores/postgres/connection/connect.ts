import { hostname } from 'node:os';
import { nextTick, pid } from 'node:process';
import pg from 'pg';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import type { ConnectionSettings } from './address.ts';
import { type Failure, states } from './failures.ts';
import { idleTimeoutMs } from './settings.ts';

/** SQL, and the name under which a connection holds it prepared. */
export interface Statement {
  readonly text: string;
  readonly name?: string;
}

/** The result of a statement: rows as arrays, the number of rows affected, and the command (`SELECT`, `COMMIT`). */
export interface StatementResult {
  readonly rows: readonly (readonly unknown[])[];
  readonly count: number;
  readonly command: string;
}

/** Where statements are sent; those of one asker are done in their order. */
export interface Executor {
  execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult>;
}

/** A connection whose statements are sent at once and answered in order. */
export interface Connection extends Executor {
  readonly alive: boolean;
  /** The number of the server process, as announced when the connection was opened; a pooler announces a number of its own. */
  readonly announcedProcess?: number | undefined;
  /** Called once when the connection is lost; statements in flight are rejected too. */
  lost: ((error: Error) => void) | undefined;
  /** Called with each notification on the channels that it listens to. */
  heard: ((payload: string) => void) | undefined;
  end(): Promise<void>;
}

/** Opens a connection of one kind. */
export type Connect = () => Promise<Connection>;

const connectTimeoutMs = 5_000;
/** By this the database's operator, and who wants to change its tables, knows whose connection it is. */
const named = `nonet on ${hostname().slice(0, 40)}, process ${pid}`;

/** Creates the function that opens connections to a place, each within a number of milliseconds; `settings` are set on it before it is used. */
export function createConnector(
  address: ConnectionSettings,
  settings: readonly string[],
  patience = address.connectTimeoutMs ?? connectTimeoutMs,
): Connect {
  return async () => {
    const began = performance.now();
    const client = new pg.Client({
      ...(address.host === undefined ? {} : { host: address.host }),
      ...(address.port === undefined ? {} : { port: address.port }),
      ...(address.user === undefined ? {} : { user: address.user }),
      ...(address.password === undefined ? {} : { password: address.password }),
      ...(address.database === undefined ? {} : { database: address.database }),
      ...(address.options === undefined ? {} : { options: address.options }),
      ssl: address.tls ?? false,
      enableChannelBinding: address.channelBinding !== 'disable',
      application_name: named,
      connectionTimeoutMillis: patience,
      keepAlive: true,
      pipeline: true,
      types: { getTypeParser: selectParser },
    });
    const connection = new PgConnection(client);
    let bound = false;
    client.connection.once('authenticationSASL', ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
      bound = mechanisms.includes('SCRAM-SHA-256-PLUS');
    });
    try {
      await client.connect();
      if (address.channelBinding === 'require' && !bound) throw new Error(unbound);
      if (settings.length > 0)
        await connection.execute({ text: settings.map((setting) => `SET ${setting}`).join('; ') });
      return connection;
    } catch (error) {
      connection.end().catch(() => undefined);
      if (performance.now() - began < patience) throw error;
      throw new Error(`no connection within ${patience / 1_000} seconds`, { cause: error });
    }
  };
}

const unbound = 'the server does not support channel binding, which channel_binding=require requires';

const returnText = (text: string): string => text;
const toBytes = (text: string): Uint8Array => Buffer.from(text.slice(2), 'hex');

/** By type (`pg_type.oid`): truth, bytes, and numbers that JavaScript holds; every other value is its text. */
function selectParser(type: number): (text: string) => unknown {
  if (type === 16) return (text) => text === 't';
  if (type === 17) return toBytes;
  return type === 20 || type === 21 || type === 23 || type === 700 || type === 701 ? Number : returnText;
}

/** The constant part of each execution of a statement; `pg` copies a query's own properties, which is expensive, but not inherited ones. */
const shared = new WeakMap<Statement, object>();

function toQueryConfig(statement: Statement): pg.QueryConfig {
  let base = shared.get(statement);
  if (base === undefined) {
    base = { ...statement, rowMode: 'array' };
    shared.set(statement, base);
  }
  return Object.create(base) as pg.QueryConfig;
}

class PgConnection implements Connection {
  lost: ((error: Error) => void) | undefined;
  heard: ((payload: string) => void) | undefined;
  #alive = true;
  #corked = false;
  #answeredAt = 0;
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
    client.on('notification', ({ payload }) => this.heard?.(payload ?? ''));
    // Of a connection that ends without being asked to, `pg` reports an error first.
    client.on('error', (error) => this.#gone(error));
  }

  get alive(): boolean {
    return this.#alive;
  }

  get announcedProcess(): number | undefined {
    return (this.#client as { readonly processID?: number }).processID;
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    this.#cork();
    return new Promise((resolve, reject) => {
      const done = (error: Error | null | undefined, result: unknown): void => {
        if (error !== null && error !== undefined) {
          reject(this.#cause(error));
          return;
        }
        this.#answeredAt = performance.now();
        const all = result as pg.QueryArrayResult | pg.QueryArrayResult[];
        const last = Array.isArray(all) ? all.at(-1)! : all;
        resolve({ rows: last.rows, count: last.rowCount ?? 0, command: last.command });
      };
      this.#client.query(new pg.Query(toQueryConfig(statement), values as unknown[], done));
    });
  }

  async end(): Promise<void> {
    this.#alive = false;
    await this.#client.end();
  }

  /** Statements of one tick are sent in one packet. */
  #cork(): void {
    if (this.#corked) return;
    const { stream } = this.#client.connection as unknown as { readonly stream: NodeJS.WritableStream };
    const cork = stream as unknown as { cork(): void; uncork(): void };
    this.#corked = true;
    cork.cork();
    nextTick(() => {
      this.#corked = false;
      cork.uncork();
    });
  }

  #gone(error: Error): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.lost?.(this.#cause(error));
  }

  /** A transaction that was idle although its last response has only just been read: the process was suspended. */
  #cause(error: Error): Error {
    const idle = (error as Failure).code === states.idle && performance.now() - this.#answeredAt < idleTimeoutMs / 2;
    return idle ? new StoreUnavailableError(stoodStill, { cause: error }) : error;
  }
}

const stoodStill = 'this process was blocked for more than a second inside a transaction, which was rolled back';
