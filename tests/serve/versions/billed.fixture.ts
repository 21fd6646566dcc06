import assert from 'node:assert/strict';
import { type Asked, type Got, type Served, serve } from '../support/served.fixture.ts';
import { versioned } from './versions.fixture.ts';

/** The bills as they are served to callers of several versions, with keys of two shops and a client of the first. */
export interface Billed {
  readonly served: Served;
  readonly key: string;
  readonly other: string;
  readonly client: string;
  /** Asks as a caller of a version, with the key of the first shop unless another is given. */
  ask(line: string, version: string | undefined, body?: unknown, more?: Asked): Promise<Got>;
  /** Makes a bill as a caller of the present version, and gives its path. */
  bill(more?: object): Promise<string>;
}

/** Serves the bills from a store at an address. */
export async function billed(address: string): Promise<Billed> {
  const served = await serve(versioned(), {}, undefined, address);
  const key = await served.key(['clerk'], { shop: 'north' });
  const other = await served.key(['clerk'], { shop: 'south' });
  const ask: Billed['ask'] = (line, version, body, more = {}) =>
    served.ask(line, {
      key,
      body,
      ...more,
      headers: { ...(version === undefined ? {} : { 'Api-Version': version }), ...more.headers },
    });
  const client: string = (await ask('POST /clients', '3', { title: 'Ann' })).json.id;
  return {
    served,
    key,
    other,
    client,
    ask,
    async bill(more = {}) {
      const got = await ask('POST /bills', '3', { client, cents: 100, memo: 'one', tags: ['k'], ...more });
      assert.equal(got.status, 201, got.text);
      return `/bills/${got.json.id}`;
    },
  };
}
