import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { serve as serveHere } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, serve } from '../support/process.ts';
import { ask, bodyOf, connectTo, prepared, serveUnder } from './process.fixture.ts';

// S72: what the process runs out of. What was acknowledged is kept, the rest is refused as the document says.

const raises = spawnSync('prlimit', ['--version']).status === 0;

test('S72: when the disk is full, writes are unavailable, reads go on, no acknowledged write is lost, and it recovers automatically', async () => {
  await inFolder(async (folder) => {
    const { document, keys } = await prepared(folder);
    const service = await serveUnder('-S -f 1200', document);
    const kept: (readonly [id: string, key: string])[] = [];
    try {
      let refused = 0;
      for (let i = 0; i < 5000 && refused < 5; i++) {
        const key = keys[i % 2]!;
        const got = await ask(service.address, 'POST /customers', key, bodyOf(i));
        if (got.status === 201) kept.push([got.json.id, key]);
        else {
          assert.deepEqual([got.status, got.json.code], [503, 'away']);
          refused++;
        }
      }
      assert.equal(refused, 5, `the disk was never full: ${kept.length} were written`);
      assert.ok(kept.length > 10, String(kept.length));
      for (const [id, key] of kept.slice(-50)) {
        assert.equal((await ask(service.address, `GET /customers/${id}`, key)).status, 200);
      }
      if (raises) {
        spawnSync('prlimit', ['--pid', String(service.process.pid), '--fsize=unlimited']);
        const [id, key] = kept.at(-1)!;
        const got = await ask(service.address, 'POST /customers', key, bodyOf(90_000));
        assert.equal(got.status, 201, JSON.stringify(got.json));
        kept.push([got.json.id, key]);
        assert.equal(
          (await ask(service.address, `GET /customers/${id}`, keys.find((otherKey) => otherKey !== key)!)).status,
          404,
        );
      }
    } finally {
      await service.stop();
    }
    const again = await serve(document);
    try {
      for (const [id, key] of kept)
        assert.equal((await ask(again.address, `GET /customers/${id}`, key)).status, 200, id);
      assert.equal((await ask(again.address, 'POST /customers', keys[0]!, bodyOf(99_999))).status, 201);
    } finally {
      await again.stop();
    }
  });
});

test('S72: a service whose disk is full logs the outage and not each request, and ends in order when it is asked to', async () => {
  await inFolder(async (folder) => {
    const { document, keys } = await prepared(folder);
    const service = await serveUnder('-S -f 1200', document);
    let refused = 0;
    try {
      for (let i = 0; i < 5_000 && refused < 100; i++) {
        if ((await ask(service.address, 'POST /customers', keys[i % 2]!, bodyOf(i))).status === 503) refused++;
      }
      assert.equal(refused, 100, 'the disk was never full');
      assert.equal(await service.end(), 0, service.printed());
    } finally {
      await service.stop();
    }
    const printed = service.printed();
    assert.doesNotMatch(printed, /mistake in Nonet|\\n {4}at |\n {4}at /);
    const outages = printed.split('\n').filter((line) => line.includes('the store could not be reached'));
    assert.ok(outages.length >= 1 && outages.length < 20, `${outages.length} lines for ${refused} requests`);
    assert.match(outages[0]!, /"error":"[^"]*(full|too large|I\/O)[^"]*"/);
    const again = await serve(document);
    assert.equal((await ask(again.address, 'POST /customers', keys[0]!, bodyOf(99_999))).status, 201);
    assert.equal(await again.stop(), 0);
  });
});

test('S72: with no file descriptors left the service goes on with those it has, and takes new connections when some are free', async () => {
  await inFolder(async (folder) => {
    const { document, keys } = await prepared(folder);
    const service = await serveUnder('-n 60', document);
    const sockets: Socket[] = [];
    const kept: string[] = [];
    const held = connectTo(service.address);
    try {
      const { id } = (await ask(service.address, 'POST /customers', keys[0]!, bodyOf(1))).json;
      assert.equal((await held.ask('GET /customers', keys[0]!)).status, 200);
      let closed = 0;
      for (let i = 0; i < 200; i++) {
        const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => closed++);
        sockets.push(socket);
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      // No file is left for a new connection, and what is written and read over one that is there is as it always was.
      assert.ok(closed > 0, 'there were files enough');
      for (let i = 0; i < 20; i++) {
        const made = await held.ask('POST /customers', keys[i % 2]!, bodyOf(100 + i));
        assert.equal(made.status, 201, made.text);
        kept.push((JSON.parse(made.text) as { id: string }).id);
        assert.equal((await held.ask(`GET /customers/${kept.at(-1)}`, keys[i % 2]!)).status, 200);
      }
      for (const socket of sockets) socket.destroy();
      let status = 0;
      for (let i = 0; i < 50 && status !== 200; i++) {
        status = await ask(service.address, `GET /customers/${id}`, keys[0]!).then(
          (got) => got.status,
          () => 0,
        );
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.equal(status, 200);
      assert.equal((await ask(service.address, 'POST /customers', keys[1]!, bodyOf(2))).status, 201);
      for (const [i, recordId] of kept.entries()) {
        assert.equal((await ask(service.address, `GET /customers/${recordId}`, keys[i % 2]!)).status, 200);
      }
      assert.equal(service.process.exitCode, null, service.printed());
    } finally {
      held.end();
      await service.stop();
    }
  });
});

test('S72: a PostgreSQL that only reads makes writes unavailable; reads go on, and writes when it is whole again', async () => {
  const address = await freshDatabase();
  const served = await serveHere(shop, {}, undefined, address);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const name = new URL(address).pathname.slice(1);
  /** Sets it for new connections, and ends those that are there. */
  const readOnly = async (value: 'on' | 'off'): Promise<void> => {
    await client.query(`SET default_transaction_read_only = off`);
    await client.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
  };
  const until = async (key: string, wanted: number, i: number): Promise<void> => {
    for (let tries = 0; ; tries++) {
      const got = await served.ask('POST /customers', { key, body: bodyOf(i * 100 + tries) });
      if (got.status === wanted) return;
      assert.ok([503, 201].includes(got.status), got.text);
      if (tries > 60) assert.fail(`still ${got.status}: ${got.text}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  try {
    const key = await served.key(['read', 'write'], { shop: 'a' });
    const other = await served.key(['read', 'write'], { shop: 'b' });
    const made = await served.ask('POST /customers', { key, body: bodyOf(1) });
    assert.equal(made.status, 201, made.text);
    await readOnly('on');
    await until(key, 503, 2);
    assert.equal((await served.ask(`GET /customers/${made.json.id}`, { key })).status, 200);
    assert.equal((await served.ask(`GET /customers/${made.json.id}`, { key: other })).status, 404);
    await readOnly('off');
    await until(key, 201, 3);
    assert.equal((await served.ask(`GET /customers/${made.json.id}`, { key })).status, 200);
  } finally {
    await client.end();
    await served.close();
  }
});
