import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { list, plan, resource, stored } from '../../../../tests/support/plans.ts';
import { openMigration, openStore } from '../../index.ts';
import { migrate } from '../../migration.ts';
import { testHost } from '../../suites/surroundings.suite.ts';

const before = plan([resource('Post', [stored('id'), stored('title')])], [list('Post')]);
const after = plan([resource('Post', [stored('id')])], [list('Post')]);
const asked = { platform: testHost, renames: [], allowDataLoss: ['Post.title'], dryRun: false };

function placeFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'posts.db');
}

/** Another process that serves from a database until it is killed. */
async function server(t: TestContext, place: string) {
  const text = `
    const { openStore } = await import(${JSON.stringify(new URL('../../index.ts', import.meta.url).href)});
    const { testHost } = await import(${JSON.stringify(new URL('../../suites/surroundings.suite.ts', import.meta.url).href)});
    await openStore('sqlite:' + process.argv[1], ${JSON.stringify(before)}, { platform: testHost, durability: 'process' });
    console.log('serves');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text, place], { stdio: ['ignore', 'pipe', 2] });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function migrated(place: string, how = asked) {
  const store = (await openMigration(`sqlite:${place}`))!;
  try {
    return await migrate(store, after, how);
  } finally {
    await store.close();
  }
}

const open = (place: string, of: typeof before) =>
  openStore(`sqlite:${place}`, of, { platform: testHost, durability: 'process' });

describe('the tables of a database that is served', () => {
  test('are not changed by another process until the one that serves has ended, however it ended', async (t) => {
    const place = placeFor(t);
    const running = await server(t, place);
    await assert.rejects(
      migrated(place),
      /The database \S+posts\.db is served by a running process, so its tables cannot be changed. Stop the service first\./,
    );
    assert.equal((await migrated(place, { ...asked, dryRun: true })).tables.length, 1);
    // Others may serve from it as well, and nothing was changed.
    await (await open(place, before)).close();
    await assert.rejects(migrated(place), /is served by a running process/);
    await running.kill();
    assert.equal((await migrated(place)).done, true);
    await (await open(place, after)).close();
  });

  test('are not served without the file of their locks', async (t) => {
    const place = placeFor(t);
    mkdirSync(`${place}-served`);
    await assert.rejects(open(place, before), /^Error: The file \S+posts\.db-served cannot be opened: .+\.$/);
  });

  test('are changed by the process that serves from them, to serve what comes next', async (t) => {
    const place = placeFor(t);
    const store = await open(place, before);
    assert.equal((await migrated(place)).done, true);
    const next = await open(place, after);
    await store.close();
    await next.close();
    assert.equal((await migrated(place)).tables.length, 0);
  });

  test('are not served while they are being changed', async (t) => {
    const place = placeFor(t);
    await (await open(place, before)).close();
    const store = (await openMigration(`sqlite:${place}`))!;
    await store.alone?.();
    await assert.rejects(
      open(place, before),
      /The database \S+ is being migrated. Start the service again when that is done\./,
    );
    await store.close();
    await (await open(place, before)).close();
  });
});
