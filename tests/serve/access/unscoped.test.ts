import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { notes } from '../verifying/tokens.fixture.ts';

/** The notes with a scheme and this sentence in the place of their scopes. */
function unscoped(sentence: string): string {
  const cut = notes(['key']).replace(/### Scopes\n[\s\S]*?(?=### Caller)/, '');
  return cut.replace('## Authentication\n', `## Authentication\n\n${sentence}\n`);
}

for (const [name, addressOf] of everyStore) {
  for (const sentence of ['Scopes: none.', 'Scopes: not shown.', '']) {
    test(`with a scheme and without scopes (${sentence || 'missing'}) every caller may do everything, and nobody else anything ${name}`, async (t) => {
      const served = await serveIn(t, unscoped(sentence), {}, undefined, await addressOf());
      assert.equal(served.service.loopbackOnly, false);
      const ask = (line: string, key?: string) =>
        served.ask(line, {
          ...(line.startsWith('POST') ? { body: { text: 'a' } } : {}),
          headers: key === undefined ? {} : { 'X-Api-Key': key },
        });
      const [north, south] = [await served.key([], { shop: 'north' }), await served.key([], { shop: 'south' })];
      const made = await ask('POST /notes', north);
      assert.deepEqual([made.status, made.json.shop], [201, 'north']);
      assert.equal((await ask('POST /notes', south)).json.shop, 'south');
      for (const key of [north, south]) {
        assert.equal((await ask('GET /notes', key)).json.length, 2);
        assert.equal((await ask(`GET /notes/${made.json.id}`, key)).status, 200);
      }
      for (const line of ['POST /notes', 'GET /notes', `GET /notes/${made.json.id}`]) {
        for (const key of [undefined, north.slice(0, -1)]) {
          const { status, headers, json } = await ask(line, key);
          assert.deepEqual([status, json.code], [401, 'unauthenticated'], line);
          assert.match(headers.get('WWW-Authenticate') ?? '', /^ApiKey realm="Notes"/);
        }
      }
    });
  }
}
