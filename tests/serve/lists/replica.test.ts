import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { open, openStore, plan as planOf, read } from '../../../src/index.ts';
import { newDatabase, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { inFolder, nonet, type Running, serve } from '../../support/process.ts';
import { type Standby, startStandby } from '../../support/standby.ts';
import { parseMetrics, type Scraped } from '../admin/admin.fixture.ts';
import { hooked } from '../deliveries/deliveries.fixture.ts';

const document = hooked('| sse | GET /heard | all | cloudevents 1.0 |  |  |').replace(
  '| create Note | POST',
  `| stream events | GET | /heard | | 200 |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| list Note | GET | /notes | | 200 \`{ data: Note[] }\` |
| create Note | POST`,
);

interface Instance extends Running {
  look(path: string): Promise<{ readonly status: number; readonly text: string }>;
}

describe('a service that reads from a replica', () => {
  let primary: PostgresServer;
  let standby: Standby;
  let made = 0;

  before(async () => {
    primary = await startPostgres(['fsync=off', 'autovacuum=off']);
    standby = await startStandby(primary);
  });
  after(async () => {
    await standby?.stop();
    await primary?.stop();
  });

  async function start(t: TestContext, file: string, address: string, wait: string): Promise<Instance> {
    const admin = ['--admin-port', '0', '--read-wait', wait];
    const running = await serve(file, ['--store', address, ...admin], { NONET_READ_FROM: standby.of(address) });
    t.after(() => running.kill());
    const port = /^admin on (\S+)$/m.exec(running.printed())![1];
    return {
      ...running,
      async look(path) {
        const response = await fetch(port + path);
        return { status: response.status, text: await response.text() };
      },
    };
  }

  async function until(instance: Instance, state: string): Promise<{ readonly lag_seconds?: number }> {
    for (const end = performance.now() + 90_000; ; await pause(50)) {
      const { status, text } = await instance.look('/readyz');
      const { replica } = JSON.parse(text) as { replica: { state: string; lag_seconds?: number } };
      if (status === 200 && replica.state === state) return replica;
      assert.ok(performance.now() < end, `not ${state}: ${text}\n${instance.printed()}`);
    }
  }

  const scrape = async (instance: Instance): Promise<Scraped> => parseMetrics((await instance.look('/metrics')).text);

  async function ask(instance: Instance, key: string, line: string, body?: unknown) {
    const [method = '', path = ''] = line.split(' ');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(instance.address + path, { method, headers, ...sent });
    // biome-ignore lint/suspicious/noExplicitAny: the test looks into answers of several shapes
    return { status: response.status, json: (await response.json()) as any };
  }

  test('shows each caller its own writes on every instance, and no tenant the records of another', async (t) => {
    await inFolder(async (folder) => {
      const file = join(folder, 'notes.md');
      writeFileSync(file, document);
      const address = await newDatabase(primary.address, `served_${++made}`);
      const one = await start(t, file, address, '10000');
      const keys = [
        'keys',
        'create',
        file,
        '--store',
        address,
        '--scope',
        'all',
        '--attribute',
        'shop=other',
        '--json',
      ];
      const other = (JSON.parse((await nonet(keys)).out) as { readonly key: string }).key;
      const two = await start(t, file, address, '10000');
      await until(one, 'current');
      await until(two, 'current');
      const ids = new Map<string, string[]>([
        [one.key!, []],
        [other, []],
      ]);
      for (let i = 0; i < 30; i++) {
        const [writer, reader] = i % 2 === 0 ? [one, two] : [two, one];
        for (const [key, mine] of ids) {
          const { status, json } = await ask(writer, key, 'POST /notes', { text: `${i}` });
          assert.equal(status, 201);
          mine.push(json.id);
          const at = `/notes/${json.id}`;
          assert.equal((await ask(reader, key, `GET ${at}`)).json.text, `${i}`);
          const listed = (await ask(reader, key, 'GET /notes')).json.data as { readonly id: string }[];
          assert.deepEqual(listed.map(({ id }) => id).sort(), mine.slice().sort());
          assert.equal((await ask(writer, key, `PATCH ${at}`, { text: 'new' })).status, 200);
          assert.equal((await ask(reader, key, `GET ${at}`)).json.text, 'new');
          for (const stranger of [...ids.keys()].filter((name) => name !== key))
            assert.equal((await ask(reader, stranger, `GET ${at}`)).status, 404);
        }
      }
      for (const instance of [one, two]) {
        const scraped = await scrape(instance);
        const reads = scraped.get('nonet_replica_reads_total')!;
        const reasons = ['lagging', 'unreachable', 'failed'];
        const [lagging, ...others] = reasons.map((reason) =>
          scraped.get(`nonet_replica_fallbacks_total{reason="${reason}"}`),
        );
        assert.equal(lagging, 0, instance.printed());
        assert.ok(reads > 0 && reads + others[0]! + others[1]! >= 120, `${reads} ${others}`);
        await until(instance, 'current');
        assert.ok((await scrape(instance)).has('nonet_replica_lag_seconds'));
      }
    });
  });

  test('reads from the primary while the replica is lagging or gone, and says so', async (t) => {
    await inFolder(async (folder) => {
      const file = join(folder, 'notes.md');
      writeFileSync(file, document);
      const one = await start(t, file, await newDatabase(primary.address, `served_${++made}`), '20');
      await until(one, 'current');
      await standby.replay(true);
      const { json: note } = await ask(one, one.key!, 'POST /notes', { text: 'a' });
      assert.equal((await ask(one, one.key!, `GET /notes/${note.id}`)).json.text, 'a');
      assert.ok((await until(one, 'lagging')).lag_seconds! >= 0);
      const scraped = await scrape(one);
      assert.equal(scraped.get('nonet_replica_up'), 0);
      assert.ok(scraped.get('nonet_replica_fallbacks_total{reason="lagging"}')! >= 1);
      assert.ok(scraped.get('nonet_replica_lag_bytes')! > 0);
      assert.match(one.printed(), /the replica is lagging: the primary answers/);
      await standby.kill();
      assert.equal('lag_seconds' in (await until(one, 'unreachable')), false);
      assert.equal((await ask(one, one.key!, `GET /notes/${note.id}`)).json.text, 'a');
      assert.ok(!(await scrape(one)).has('nonet_replica_lag_seconds'));
      assert.ok(!one.printed().includes('for%20tests%20only'));
      await standby.start();
      await until(one, 'current');
      assert.equal(await one.stop(), 0);
    });
  });

  test('opens as a library with a replica', async () => {
    const address = await newDatabase(primary.address, `served_${++made}`);
    const store = await openStore(planOf(read(document)), address);
    try {
      await assert.rejects(open({ document, store, readFrom: standby.of(address) }), {
        message: 'readFrom applies only to a store that is named by its address',
      });
    } finally {
      await store.close();
    }
    const service = await open({ document, store: address, readFrom: standby.of(address) });
    try {
      for (const shop of ['north', 'south']) {
        const key = await service.createKey({ subject: shop, scopes: ['all'], attributes: { shop } });
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
        const body = JSON.stringify({ text: shop });
        await service.fetch(new Request('http://localhost/notes', { method: 'POST', headers, body }));
        const listed = await service.fetch(new Request('http://localhost/notes', { headers }));
        const { data } = (await listed.json()) as { readonly data: readonly { readonly text: string }[] };
        assert.deepEqual(
          data.map(({ text }) => text),
          [shop],
        );
      }
    } finally {
      await service.close();
    }
  });

  test('needs a standby of its database', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'notes.md');
      writeFileSync(file, document);
      const start = (words: readonly string[]) => nonet(['serve', file, '--port', '0', ...words]);
      const address = await newDatabase(primary.address, `served_${++made}`);
      const refused = await start(['--store', address, '--read-from', address]);
      assert.equal(refused.status, 2);
      assert.match(refused.err, /is not a standby of PostgreSQL\. Let `--read-from` name a standby/);
      assert.ok(!refused.err.includes('for%20tests%20only'));
      const onSqlite = await start(['--read-from', standby.of(address)]);
      assert.equal(onSqlite.status, 2);
      assert.match(
        onSqlite.err,
        /A SQLite database has no replica\. Leave out `--read-from` \(`readFrom`\), or let `--store` \(`store`\) name a PostgreSQL database\./,
      );
      const tooLong = await start(['--read-wait', '1h']);
      assert.match(tooLong.err, /--read-wait takes a whole number from 0 to 10000\. Found "1h"\./);
    });
  });
});
