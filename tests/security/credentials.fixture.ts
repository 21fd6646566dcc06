import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Served } from '../serve/support/served.fixture.ts';
import { freshDatabase } from '../support/postgres.ts';

/** The stores in which credentials are tried, each with what makes the address of a fresh one. */
export const stores: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ['SQLite', async () => `sqlite:${join(mkdtempSync(join(tmpdir(), 'nonet-')), 'test.db')}`],
  ['PostgreSQL', freshDatabase],
];

/** Removes what the file of a store left behind; databases end with the process. */
export function removeStore(place: string): void {
  if (place.startsWith('sqlite:')) rmSync(dirname(place.slice('sqlite:'.length)), { recursive: true });
}

/** Milliseconds of an hour. */
export const hour = 3_600_000;

/** The header Authorization of a client by its id and secret (RFC 7617). */
export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** All that a store holds, as text. */
export async function dumpOf(place: string): Promise<string> {
  if (place.startsWith('sqlite:')) {
    const file = place.slice('sqlite:'.length);
    return [file, `${file}-wal`].map((path) => readFileSync(path, 'latin1')).join('\n');
  }
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  try {
    const { rows } =
      await client.query(`SELECT query_to_xml(format('SELECT * FROM %I', tablename), true, true, '')::text AS all
      FROM pg_tables WHERE schemaname = current_schema()`);
    return rows.map((row) => row.all).join('\n');
  } finally {
    await client.end();
  }
}

/** What credentials are made with; `sent` gets the text of each. */
interface Making {
  readonly served: () => Served;
  readonly now: () => number;
  readonly sent: string[];
}

/** Makes what makes keys, secrets of clients, and tokens by logging in. */
export function makingCredentials({ served, now, sent }: Making) {
  const key = async (attributes: Record<string, unknown>, more: object = {}): Promise<string> => {
    const asked = { kind: 'key', scheme: 'key', subject: 's', scopes: ['notes'], attributes, ...more } as const;
    const { text } = await served().service.keys.make(asked, now());
    sent.push(text);
    return text;
  };
  const client = async (id: string, attributes: Record<string, unknown>): Promise<string> => {
    const asked = { kind: 'secret', scheme: 'legacy', client: id, scopes: ['notes'], attributes } as const;
    const { text } = await served().service.keys.make(asked, now());
    sent.push(text);
    return text;
  };
  const login = async (body: object): Promise<string> => {
    const { status, json } = await served().ask('POST /login', { body });
    assert.equal(status, 200);
    sent.push(json.text);
    return json.text;
  };
  return { key, client, login };
}
