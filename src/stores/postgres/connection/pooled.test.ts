import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StoreError } from '../../store-error.ts';
import type { Connection } from './connect.ts';
import { refuseSharedSessions } from './pooled.ts';

type Mode = 'none' | 'session' | 'transaction' | 'statement';

/** A pooler over sessions of PostgreSQL with the numbers 1, 2, …; it hands out the one that was handed back last, or in turn. */
function createPooler(mode: Mode, isRoundRobin = false) {
  const free = [3, 2, 1];
  const take = (): number => (isRoundRobin ? free.shift() : free.pop())!;
  let announced = 900;
  const opened: Connection[] = [];
  const connect = async (): Promise<Connection> => {
    let held: number | undefined = mode === 'none' || mode === 'session' ? take() : undefined;
    let alive = true;
    const connection: Connection = {
      announcedProcess: mode === 'none' ? held : announced++,
      get alive() {
        return alive;
      },
      lost: undefined,
      heard: undefined,
      async execute({ text }) {
        const session = held ?? take();
        if (text === 'BEGIN' && mode === 'statement') {
          free.push(session);
          throw new Error('transaction blocks not allowed in statement pooling mode');
        }
        if (text === 'BEGIN' && mode === 'transaction') held = session;
        else if (held === undefined) free.push(session);
        return { rows: [[session]], count: 1, command: 'SELECT' };
      },
      async end() {
        alive = false;
      },
    };
    opened.push(connection);
    return connection;
  };
  return { connect, opened };
}

describe('a connection pooler', () => {
  const open = async (mode: Mode, isRoundRobin = false) => {
    const pooler = createPooler(mode, isRoundRobin);
    const connection = await pooler.connect();
    await refuseSharedSessions(connection, pooler.connect, 'postgres://host/db');
    return { ...pooler, connection };
  };

  test('is refused in the modes that share sessions', async () => {
    for (const mode of ['transaction', 'statement'] as const) {
      await assert.rejects(open(mode), (error) => error instanceof StoreError, mode);
    }
  });

  test('is refused if it hands out its sessions in turn', async () => {
    await assert.rejects(open('transaction', true), {
      message:
        'The connection pooler at postgres://host/db gives each transaction another session of PostgreSQL, but Nonet requires a session for each ' +
        'connection. Set `pool_mode = session` in PgBouncer, or let `--store` name PostgreSQL itself.',
    });
  });

  test('is used in session mode, by a second connection that is closed again', async () => {
    const { connection, opened } = await open('session');
    assert.deepEqual(
      opened.map(({ alive }) => alive),
      [true, false],
    );
    assert.equal(connection.alive, true);
  });

  test('is not looked for where the connection is one to PostgreSQL', async () => {
    assert.equal((await open('none')).opened.length, 1);
  });

  test('whose pool is full is left to the connections that the service needs', async () => {
    const pooler = createPooler('session');
    const connection = await pooler.connect();
    await refuseSharedSessions(connection, () => Promise.reject(new Error('no connection within 5 seconds')), 'x');
    assert.equal(connection.alive, true);
  });
});
