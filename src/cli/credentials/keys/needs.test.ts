import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { openMigration } from '../../../stores/index.ts';
import { said } from '../../shared/terminal.fixture.ts';

const example = resolve(import.meta.dirname, '../../../../examples/invoices/invoices.md');

test('names that mean nothing and stores of other services are told by keys, backup, events and migrate', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'invoices.md');
  copyFileSync(example, file);
  const renamed = join(folder, 'renamed.md');
  writeFileSync(renamed, readFileSync(example, 'utf8').replace(/^# .*$/m, '# Bills'));
  const notes = join(folder, 'notes.md');
  assert.equal((await said(['init', notes, '--small'])).status, 0);
  for (const [at, address] of [`sqlite:${join(folder, 'all.db')}`, await freshDatabase()].entries()) {
    const store = ['--store', address];
    const create = ['keys', 'create', file, '--scheme', 'key', ...store];
    const without = await said([...create, '--scope', 'invoices:read']);
    assert.equal(without.status, 0, without.err.join('\n'));
    assert.match(
      without.err.join('\n'),
      /^warning: without the attribute shop it is rejected by \w+ \w+, .* and \d more\. To set it, pass --attribute shop=…\.$/m,
    );
    const none = await said([...create, '--scope', 'invoices:read', '--attribute', 'shop=north']);
    assert.doesNotMatch(none.err.join('\n'), /warning/);

    const unrelated = /belongs to another service, "[^"]+": it has no resource of "Notes"/;
    for (const words of [
      ['keys', 'list', notes],
      ['backup', notes, join(folder, 'copy')],
      ['export', notes],
      ['migrate', notes, '--allow-data-loss', 'Invoice'],
      ['migrate', notes, '--dry-run'],
    ]) {
      const { status, err } = await said([...words, ...store]);
      assert.equal(status, 2);
      assert.match(err.join('\n'), unrelated);
    }
    const moved = await said(['migrate', notes, '--dry-run', '--rename', 'Invoice=Note', ...store]);
    assert.doesNotMatch(moved.err.join('\n'), unrelated);
    assert.match(moved.err.join('\n'), /^warning: .* belongs to the service "[^"]+", not to "Notes"\./m);
    for (const words of [
      ['backup', renamed, join(folder, `copy ${at}`)],
      ['keys', 'list', renamed],
    ]) {
      const { status, err } = await said([...words, ...store]);
      assert.equal(status, 0, err.join('\n'));
      assert.match(err.join('\n'), /^warning: .* belongs to the service "[^"]+", not to "Bills"\. If/m);
    }

    const failed = await said(['deliveries', 'list', file, '--failed', '--subscriber', 'whe_1', ...store]);
    assert.match(failed.err[0]!, /^warning: Invoices has no stored deliveries to the subscriber whe_1\.$/);
    const migrated = await said(['migrate', file, '--dry-run', '--allow-data-loss', 'Invoice.nots', ...store]);
    assert.match(
      migrated.err[0]!,
      /^warning: --allow-data-loss Invoice\.nots has no effect: no step of this migration/,
    );
  }
});

test('commands that only manage leave a store to the document that it is served by', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = readFileSync(example, 'utf8').replace(
    '| oauth2 client credentials |',
    '| oauth2 client credentials as jwt |',
  );
  const [file, renamed, taller] = ['invoices', 'renamed', 'taller'].map((name) => join(folder, `${name}.md`)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, text);
  writeFileSync(renamed, text.replace(/^# .*$/m, '# Bills'));
  writeFileSync(taller, text.replace('| kinds | string[] |', '| note | string | | |\n| kinds | string[] |'));
  const hook = join(folder, 'WebhookEndpoint.jsonl');
  writeFileSync(hook, '{"id":"whe_01h455vb4pex5vsknk084sn02q","shop":"north","url":"https://example.com/"}\n');
  const more = join(folder, 'Customer.jsonl');
  writeFileSync(more, '{"shop":"north","name":"Ada","email":"ada@example.com"}\n');
  for (const [at, address] of [`sqlite:${join(folder, 'all.db')}`, await freshDatabase()].entries()) {
    const store = ['--store', address];
    const name = async (): Promise<string | undefined> => {
      const there = await openMigration(address);
      const made = await there?.made();
      await there?.close();
      return made?.plan.name;
    };
    assert.equal((await said(['load', file, hook, ...store])).status, 0);
    const mine = await name();
    const key = JSON.parse(
      (await said(['keys', 'create', file, '--scheme', 'key', '--all-scopes', '--json', ...store])).out[0]!,
    );
    const secret = ['WebhookEndpoint.secret', 'whe_01h455vb4pex5vsknk084sn02q'];
    const environment = { NONET_SECRET_KEY: 'sixteen letters or more' };
    for (const words of [
      ['keys', 'create', renamed, '--scheme', 'key', '--all-scopes'],
      ['keys', 'list', renamed],
      ['keys', 'rotate', renamed, key.id],
      ['keys', 'revoke', renamed, key.id],
      ['events', 'list', renamed],
      ['deliveries', 'list', renamed],
      ['signing-keys', 'list', renamed],
      ['secrets', 'rotate', renamed, ...secret],
      ['load', renamed, more],
      ['export', renamed, '--credentials', '--events'],
      ['backup', renamed, join(folder, `copy ${at}`)],
      ['migrate', renamed, '--dry-run'],
      ['secrets', 'rotate', renamed],
    ]) {
      const { status, err } = await said(
        [...words, ...store],
        words.length === 3 && words[0] === 'secrets' ? environment : {},
      );
      assert.equal(status, 0, `${words.join(' ')}: ${err.join('\n')}`);
      assert.equal(await name(), mine, words.join(' '));
      assert.match(
        err.join('\n'),
        /^warning: .* belongs to the service "[^"]+", not to "Bills"\. If/m,
        words.join(' '),
      );
    }
    const migrated = await said(['migrate', renamed, ...store]);
    assert.equal(migrated.status, 0, migrated.err.join('\n'));
    assert.match(migrated.err.join('\n'), /^warning: .* belonged to the service "[^"]+"\. It now belongs to "Bills"/m);
    assert.equal(await name(), 'Bills');
    assert.equal((await said(['migrate', file, ...store])).status, 0);
    assert.equal((await said(['keys', 'list', taller, ...store])).status, 0);
    const { status, err } = await said(['secrets', 'rotate', taller, ...secret, ...store], environment);
    assert.equal(status, 2);
    assert.match(err.join('\n'), /does not fit the document/);
  }
});
