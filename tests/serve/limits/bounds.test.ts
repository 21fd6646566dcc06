import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { counted } from './quotas.fixture.ts';

/** The document with a scope for guests beside that of members, and a list that is paged. */
function guested(...rows: readonly string[]): string {
  return counted(...rows)
    .replace('| all | all | `shop == caller.shop` |', '$&\n| guest | all Folder, all Note | `shop == caller.shop` |')
    .replace(
      '## Authentication',
      '### list Folder\n\n| Parameter | Maps to |\n| --- | --- |\n| size | page size |\n\n$&',
    )
    .replace('| enough |', '| too_long | 413 | too large | |\n| too_slow | 503 | timed out | |\n$&');
}

async function served(
  t: { after(work: () => Promise<void>): void },
  document: string,
  handlers?: unknown,
): Promise<Served> {
  const made = await serveIn(t, document, {}, undefined, 'sqlite::memory:', handlers);
  return made;
}

test('a body size of a scope holds for its callers, and the strictest for one with several', async (t) => {
  const rows = ['| body | body size | all | | 200 B | |', '| small | body size | guest | | 100 B | |'];
  const { key, ask } = await served(t, guested(...rows));
  const member = await key(['all'], { shop: 'north' });
  const guest = await key(['guest'], { shop: 'south' });
  const both = await key(['all', 'guest'], { shop: 'south' });
  const long = { name: 'x'.repeat(120) };
  assert.equal((await ask('POST /folders', { key: member, body: long })).status, 201);
  for (const credential of [guest, both]) {
    const got = await ask('POST /folders', { key: credential, body: long });
    assert.deepEqual([got.status, got.json.code], [413, 'too_long']);
    assert.equal(
      (await ask('POST /folders', { key: credential, body: { name: `short ${credential.slice(-4)}` } })).status,
      201,
    );
  }
  assert.equal((await ask('POST /folders', { key: member, body: { name: 'x'.repeat(220) } })).status, 413);
});

test('a page size of a scope holds for its callers, cut down or refused as its row says', async (t) => {
  const rows = [
    '| page | page size | list Folder | | 4, at most 5 | |',
    '| few | page size | guest | | 1, at most 2 | clamp |',
  ];
  const { key, ask } = await served(t, guested(...rows));
  const member = await key(['all'], { shop: 'north' });
  const guest = await key(['guest'], { shop: 'north' });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await ask('POST /folders', { key: member, body: { name } });
  const shown = async (credential: string, query: string): Promise<number> => {
    const { status, json } = await ask(`GET /folders${query}`, { key: credential });
    return status === 200 ? json.data.length : -status;
  };
  assert.deepEqual([await shown(member, ''), await shown(guest, '')], [4, 1]);
  assert.deepEqual([await shown(member, '?size=3'), await shown(guest, '?size=3')], [3, 2]);
  assert.deepEqual([await shown(member, '?size=6'), await shown(guest, '?size=6')], [-422, 2]);
});

test('a timeout of a scope ends the requests of its callers only', async (t) => {
  const rows = ['| wait | timeout | all | | 20 seconds | |', '| soon | timeout | guest | | 1 second | |'];
  let ended = (): void => undefined;
  const waits = ({ caller, signal }: { caller: { scopes: string[] }; signal: AbortSignal }): Promise<void> =>
    new Promise((resolve) => {
      if (caller.scopes.includes('guest')) signal.addEventListener('abort', () => resolve());
      else ended = resolve;
    });
  const { key, ask } = await served(t, guested(...rows), { before: { 'create Folder': waits } });
  const member = await key(['all'], { shop: 'north' });
  const guest = await key(['guest'], { shop: 'south' });
  const slow = ask('POST /folders', { key: member, body: { name: 'a' } });
  const got = await ask('POST /folders', { key: guest, body: { name: 'a' } });
  assert.deepEqual([got.status, got.json.code], [503, 'too_slow']);
  assert.notEqual(got.headers.get('Retry-After'), null);
  ended();
  assert.equal((await slow).status, 201);
});
