import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { serve as serveHere } from '../../src/serve/served.fixture.ts';
import { shop } from '../../src/serve/shop.fixture.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, nonet, root, serve } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

// S72: what the process runs out of. What was acknowledged is kept, the rest is refused as the document says.

interface Bounded {
  readonly address: string;
  readonly process: ChildProcess;
  printed(): string;
  stop(): Promise<void>;
}

/** Starts a service under a limit of the shell, which its own process may raise again. */
async function serveUnder(limit: string, document: string): Promise<Bounded> {
  const program = join(root, 'bin/nonet.ts');
  const script = `trap '' XFSZ; ulimit -S ${limit}; exec "$0" "$@"`;
  const words = [process.execPath, program, 'serve', document, '--port', '0'];
  const child = spawn('sh', ['-c', script, ...words], { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
  let printed = '';
  const ended = once(child, 'close');
  const address = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      printed += chunk;
      const found = /^listening on (http:\/\/\S+)$/m.exec(printed);
      if (found !== null) resolve(found[1]!);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then(() => reject(new Error(printed)), reject);
  });
  return {
    address,
    process: child,
    printed: () => printed,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const bodyOf = (i: number): object => ({ name: `${'n'.repeat(190)} ${i}`, email: `m${i}@example.com` });

async function ask(
  address: string,
  line: string,
  key: string,
  body?: object,
): Promise<{ status: number; json: { id: string; code?: string } }> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const got = await fetch(address + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: got.status, json: (await got.json()) as { id: string } };
}

/** A folder with the document, and keys of two shops. */
async function prepared(folder: string): Promise<{ readonly document: string; readonly keys: readonly string[] }> {
  const document = join(folder, 'invoices.md');
  writeFileSync(document, invoicesWithoutRate());
  const first = await serve(document);
  await first.stop();
  const keys = [];
  for (const one of ['north', 'south']) {
    const { out, err } = await nonet([
      'keys',
      'create',
      document,
      '--scheme',
      'key',
      '--all-scopes',
      '--set',
      `shop=${one}`,
    ]);
    assert.match(out, /^key_/, err);
    keys.push(out.trim());
  }
  return { document, keys };
}

const raises = spawnSync('prlimit', ['--version']).status === 0;

test('S72: when the disk is full, writes are unavailable, reads go on, no acknowledged write is lost, and it recovers by itself', async () => {
  await inFolder(async (folder) => {
    const { document, keys } = await prepared(folder);
    const service = await serveUnder('-f 1200', document);
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
          (await ask(service.address, `GET /customers/${id}`, keys.find((one) => one !== key)!)).status,
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

test('S72: with no file descriptors left the service goes on with those it has, and takes new connections when some are free', async () => {
  await inFolder(async (folder) => {
    const { document, keys } = await prepared(folder);
    const service = await serveUnder('-n 60', document);
    const sockets: Socket[] = [];
    try {
      const { id } = (await ask(service.address, 'POST /customers', keys[0]!, bodyOf(1))).json;
      for (let i = 0; i < 200; i++) {
        const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
        socket.on('error', () => {});
        sockets.push(socket);
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
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
      assert.equal(service.process.exitCode, null, service.printed());
    } finally {
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
