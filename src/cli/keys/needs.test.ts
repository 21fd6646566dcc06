import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { said } from '../terminal.fixture.ts';

const example = resolve(import.meta.dirname, '../../../examples/invoices/invoices.md');

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
      /^warning: it has no attribute shop, without which it cannot \w+ \w+, .* and \d more\. Add --set shop=…\.$/m,
    );
    const none = await said([...create, '--scope', 'invoices:read', '--set', 'shop=north']);
    assert.doesNotMatch(none.err.join('\n'), /warning/);

    const unrelated = /belongs to the service "[^"]+", not to "Notes"/;
    for (const words of [
      ['keys', 'create', notes],
      ['keys', 'list', notes],
      ['backup', notes, join(folder, 'copy')],
    ]) {
      const { status, err } = await said([...words, ...store]);
      assert.equal(status, 2);
      assert.match(err.join('\n'), unrelated);
    }
    assert.match(
      (await said(['export', notes, ...store])).err.join('\n'),
      /belongs to another service, "[^"]+": it has no resource of "Notes"/,
    );
    for (const words of [
      ['backup', renamed, join(folder, `copy ${at}`)],
      ['keys', 'list', renamed],
    ]) {
      const { status, err } = await said([...words, ...store]);
      assert.equal(status, 0, err.join('\n'));
      assert.match(err.join('\n'), /^warning: .* belongs to the service "[^"]+", not to "Bills"\. If/m);
    }

    const failed = await said(['events', 'failed', file, '--subscriber', 'whe_1', ...store]);
    assert.match(failed.err[0]!, /^warning: no delivery of .* is stored for a subscriber whe_1\.$/);
    const migrated = await said(['migrate', file, '--dry-run', '--allow-loss', 'Invoice.nots', ...store]);
    assert.match(migrated.err[0]!, /^warning: --allow-loss Invoice\.nots has no effect: no step of this migration/);
  }
});
