import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import { readConnectionSettings } from './address.ts';
import { createConnector } from './connect.ts';
import { toStoreError } from './failures.ts';

test('a server that takes a connection and says nothing is given up in time, and counts as away', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connect = createConnector(readConnectionSettings(`//nonet@127.0.0.1:${port}/nonet`), [], 50);
  await assert.rejects(connect(), (error: Error) => {
    assert.equal(error.message, 'no connection within 0.05 seconds');
    assert.ok(toStoreError(error) instanceof StoreUnavailableError);
    return true;
  });
});
