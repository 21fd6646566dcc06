import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run as runCommand } from '../src/cli/program.ts';
import { openKeyRing } from '../src/parts/authentication/serve-ring.ts';
import { nodeHost } from '../src/serve/host-node.ts';
import { planFor } from '../src/serve/served.fixture.ts';
import { schemes } from '../src/serve/verifying/schemes.fixture.ts';
import type { KeyRing } from '../src/steps/credentials.ts';
import { openStore } from '../src/stores/index.ts';
import { inFolder } from './support/process.ts';

const document = schemes
  .replace(/^\| (hello|login|logout) \(code\).*\n/gm, '')
  .replace(/^\| (anyone|any caller) .*\n/gm, '')
  .replace(/^\| no_login .*\n/m, '');
const host = nodeHost({ info() {}, warn() {}, error() {} });
const all = ['--all-scopes', '--set', 'shop=north', '--set', 'level=3'];

/** Runs a command line in this process. */
async function nonet(words: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const said = { status: 0, out: '', err: '' };
  await runCommand(words, '0', {
    out: (line) => {
      said.out += `${line}\n`;
    },
    err: (line) => {
      said.err += `${line}\n`;
    },
    colours: { out: false, err: false },
    environment: {},
    end: (status) => {
      said.status = Math.max(said.status, status);
    },
  });
  return said;
}

/** Looks at the credentials as a service would. */
async function withRing(folder: string, look: (keys: KeyRing) => Promise<void>): Promise<void> {
  const plan = planFor(document);
  const store = await openStore(`sqlite:${join(folder, 'notes.db')}`, plan, { host, durability: 'process' });
  const { schemes, attributes } = plan.authentication;
  const keys = openKeyRing({ schemes, attributes: attributes.map(({ name }) => name), store, host });
  await look(keys);
  await keys.close();
  await store.close();
}

test('keys and clients are made, listed, rotated with an overlap, and revoked', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'notes.md');
    writeFileSync(file, document);
    const run = async (...words: string[]): Promise<string> => {
      const { status, out, err } = await nonet(['keys', words[0]!, file, ...words.slice(1)]);
      assert.equal(status, 0, err);
      return out;
    };
    const refused = async (why: RegExp, ...words: string[]): Promise<void> => {
      const { status, err } = await nonet(['keys', words[0]!, file, ...words.slice(1)]);
      assert.deepEqual([status, why.test(err)], [2, true], err);
    };
    const key = JSON.parse(await run('create', '--scheme', 'key', ...all, '--expires', '30 days', '--json'));
    assert.equal(Math.round((key.expiresAt - key.createdAt) / 86_400_000), 30);
    const made = await run('create', '--scheme', 'legacy', '--client', 'acme', ...all);
    const secret = /^client id {6}acme\nclient secret {2}(legacy_\w+)\n$/.exec(made)?.[1] ?? '';
    const south = JSON.parse(
      await run('create', '--scheme', 'legacy', '--all-scopes', '--set', 'shop=south', '--json'),
    );
    assert.match(south.client, /^client_[0-9a-f]{16}$/);
    assert.equal(south.subject, south.client);

    await refused(/--set shop is given twice/, 'create', '--scheme', 'legacy', ...all, '--set', 'shop=south');
    await refused(/Say which scheme/, 'create', ...all);
    await refused(/not made here/, 'create', '--scheme', 'session', ...all);
    await refused(/beyond the Lifetime/, 'create', '--scheme', 'key', ...all, '--expires', '366 days');
    await refused(/takes a time such as/, 'create', '--scheme', 'key', ...all, '--expires', 'soon');
    await refused(/an integer is due/, 'create', '--scheme', 'key', '--all-scopes', '--set', 'level=high');
    await refused(/There is a client acme/, 'create', '--scheme', 'legacy', '--client', 'acme', ...all);
    await refused(/callers of the scheme key have keys/, 'create', '--scheme', 'key', '--client', 'x', ...all);
    await refused(/No key that is alive/, 'rotate', 'nobody');

    const newKey = (await run('rotate', key.id, '--overlap', '0')).trim();
    const newSecret = JSON.parse(await run('rotate', 'acme', '--json')).secret;
    const now = Date.now();
    await withRing(folder, async (keys) => {
      assert.equal(await keys.find('key', key.key, now), undefined);
      const rotated = await keys.find('key', newKey, now);
      assert.deepEqual([rotated?.id, rotated?.scopes, rotated?.values.level], [key.subject, ['notes'], 3]);
      for (const text of [secret, newSecret]) {
        assert.equal((await keys.client('legacy', 'acme', text, now))?.caller.id, 'acme');
        assert.equal(await keys.client('legacy', south.client, text, now), undefined);
      }
      assert.equal(await keys.client('legacy', 'acme', secret, now + 25 * 3_600_000), undefined);
      assert.equal((await keys.client('legacy', 'acme', newSecret, now + 25 * 3_600_000))?.id, 'acme');
    });

    const list = await run('list');
    assert.equal(list.match(/secret of acme; scheme legacy/g)?.length, 2);
    assert.match(list, new RegExp(`^${key.id} {2}expired`, 'm'));
    for (const text of [key.key, newKey, secret, newSecret, south.secret]) assert.ok(!list.includes(text));
    assert.equal(await run('revoke', 'acme'), 'acme: revoked\n');
    await withRing(folder, async (keys) => {
      for (const text of [secret, newSecret]) assert.equal(await keys.client('legacy', 'acme', text, now), undefined);
      assert.equal((await keys.client('legacy', south.client, south.secret, now))?.scopes[0], 'notes');
    });
  }));
