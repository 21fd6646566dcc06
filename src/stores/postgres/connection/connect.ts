import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { nextTick, pid } from 'node:process';
import pg from 'pg';
import { memo } from '../../../text/memo.ts';
import { createStoodStillError, type Failure, states } from './failures.ts';
import type { ConnectionSettings } from './opening/address.ts';
import { idleTimeoutMs } from './opening/settings.ts';
import type { SilenceWatch, Watched } from './watched.ts';

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
/** A server that does not take leave within this time is left without. */
const endTimeoutMs = 2_000;
/** An idle connection is probed after this time, each second, and is lost after ten probes without an answer. */
const keepAliveAfterMs = 10_000;
/** By this the database's operator, and who wants to change its tables, knows whose connection it is. */
const named = `nonet on ${hostname().slice(0, 40)}, process ${pid}`;

const findProcess = 'SELECT pg_backend_pid()';

/**
 * Creates the function that opens connections to a place, each within a number of milliseconds; `settings` are set on it before it is used.
 * The watch closes connections whose server became silent; without one, a statement may wait forever.
 */
export function createConnector(
  address: ConnectionSettings,
  settings: readonly string[],
  watch?: SilenceWatch,
  patience = address.connectTimeoutMs ?? connectTimeoutMs,
): Connect {
  const prepared = [...settings.map((setting) => `SET ${setting}`), ...(watch === undefined ? [] : [findProcess])];
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
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      pipeline: true,
      types: { getTypeParser: selectParser },
    });
    const connection = new PgConnection(client);
    let bound = false;
    client.connection.once('authenticationSASL', ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
      bound = mechanisms.includes('SCRAM-SHA-256-PLUS');
    });
    const late = setTimeout(() => connection.giveUp(new Error(unopened(patience))), patience);
    try {
      await client.connect();
      if (address.channelBinding === 'require' && !bound) throw new Error(unbound);
      if (prepared.length > 0) {
        const { rows } = await connection.execute({ text: prepared.join('; ') });
        if (watch !== undefined) connection.process = rows[0]![0] as number;
      }
      watch?.add(connection);
      return connection;
    } catch (error) {
      connection.end().catch(() => undefined);
      if (performance.now() - began < patience) throw error;
      throw new Error(unopened(patience), { cause: error });
    } finally {
      clearTimeout(late);
    }
  };
}

const unopened = (patience: number): string => `no connection within ${patience / 1_000} seconds`;
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
const shared = memo((statement: Statement): object => ({ ...statement, rowMode: 'array' }));

function toQueryConfig(statement: Statement): pg.QueryConfig {
  const base = shared(statement);
  return Object.create(base) as pg.QueryConfig;
}

class PgConnection implements Connection, Watched {
  process: number | undefined;
  owedSince: number | undefined;
  heardAt = performance.now();
  lost: ((error: Error) => void) | undefined;
  heard: ((payload: string) => void) | undefined;
  #alive = true;
  #corked = false;
  /** The number of statements that the server has not answered. */
  #owed = 0;
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
    client.on('notification', ({ payload }) => {
      this.heardAt = performance.now();
      this.heard?.(payload ?? '');
    });
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
    if (this.#owed++ === 0) this.owedSince = performance.now();
    return new Promise((resolve, reject) => {
      const done = (error: Error | null | undefined, result: unknown): void => {
        const cause = error === null || error === undefined ? undefined : this.#cause(error);
        this.heardAt = performance.now();
        this.owedSince = --this.#owed === 0 ? undefined : this.heardAt;
        if (cause !== undefined) {
          reject(cause);
          return;
        }
        const all = result as pg.QueryArrayResult | pg.QueryArrayResult[];
        const last = Array.isArray(all) ? all.at(-1)! : all;
        resolve({ rows: last.rows, count: last.rowCount ?? 0, command: last.command });
      };
      this.#client.query(new pg.Query(toQueryConfig(statement), values as unknown[], done));
    });
  }

  async end(): Promise<void> {
    this.#alive = false;
    const late = setTimeout(() => this.#stream.destroy(), endTimeoutMs);
    await this.#client.end();
    clearTimeout(late);
  }

  giveUp(error: Error): void {
    this.#stream.destroy(error);
  }

  /** Statements of one tick are sent in one packet. */
  #cork(): void {
    if (this.#corked) return;
    const stream = this.#stream;
    this.#corked = true;
    stream.cork();
    nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }

  /** The socket: TLS replaces it, and the types do not include that. */
  get #stream(): Socket {
    return (this.#client.connection as unknown as { readonly stream: Socket }).stream;
  }

  #gone(error: Error): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.lost?.(this.#cause(error));
  }

  /** A transaction that was idle although its last response has only just been read: the process was suspended. */
  #cause(error: Error): Error {
    const idle = (error as Failure).code === states.idle && performance.now() - this.heardAt < idleTimeoutMs / 2;
    return idle ? createStoodStillError(error) : error;
  }
}
