import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { headFields } from '../../src/serve/node/incoming.ts';
import { defaultSilence } from '../../src/serve/node/silent-connections.ts';
import { listen } from '../../src/serve/node.ts';
import { serveIn } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { root } from '../support/process.ts';

test('S10, S12, S13: what the operator does not set is as docs/server-limits.md says, and not as Node has it', async (t) => {
  const served = await serveIn(t, shop);
  const real = http.createServer;
  let options: http.ServerOptions = {};
  t.mock.method(http, 'createServer', (given: http.ServerOptions) => {
    options = given;
    return real(given);
  });
  syncBuiltinESMExports();
  const listener = await listen(served.service, { port: 0, host: '127.0.0.1' }).finally(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  t.after(() => listener.close(50));
  const page = readFileSync(join(root, 'docs/server-limits.md'), 'utf8').replaceAll('\n', ' ');
  const stated = (words: RegExp): number => {
    const found = words.exec(page)?.[1];
    assert.ok(found !== undefined, `docs/server-limits.md has no longer ${words}`);
    return Number(found);
  };
  assert.equal(options.maxHeaderSize, stated(/(\d+) KiB and \d+ fields for a head/) * 1024);
  assert.equal(headFields, stated(/KiB and (\d+) fields for a head/));
  assert.equal(options.headersTimeout, stated(/which must arrive within (\d+) seconds/) * 1000);
  assert.equal(options.requestTimeout, stated(/(\d+) seconds for a whole request/) * 1000);
  assert.equal(defaultSilence.silent, stated(/(\d+) seconds without a byte/) * 1000);
  assert.equal(defaultSilence.idle, stated(/closed (\d+) seconds after its last response/) * 1000);
  // Node looks each half minute unless it is told otherwise.
  assert.equal(options.connectionsCheckingInterval, 1000);
});
