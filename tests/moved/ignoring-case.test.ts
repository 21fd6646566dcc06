import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonetHere, runWell } from '../support/here.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

test('loaded records collide where a constraint ignores case, within a tenant', async () => {
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    const text = invoicesWithoutRate();
    const changed = text.replace('required; unique |', 'required; unique ignoring case |');
    assert.notEqual(changed, text);
    writeFileSync(document, changed);
    const customer = (shop: string, email: string): string =>
      `${JSON.stringify({ resource: 'Customer', record: { shop, name: 'Ada', email } })}\n`;
    const [good, bad] = [join(folder, 'good.jsonl'), join(folder, 'bad.jsonl')];
    writeFileSync(good, customer('north', 'Ada@example.com') + customer('south', 'ADA@example.com'));
    writeFileSync(bad, customer('north', 'bo@example.com') + customer('south', 'ada@EXAMPLE.com'));
    for (const store of [`sqlite:${join(folder, 'a.db')}`, await freshDatabase()]) {
      await runWell(['load', document, good, '--store', store]);
      const ended = await nonetHere(['load', document, bad, '--store', store]);
      assert.equal(ended.status, 1);
      assert.match(ended.err, /bad\.jsonl:2: another record has the same `email`, `shop`, ignoring case/);
      const { out } = await runWell(['export', document, '--store', store]);
      assert.equal(out.split('\n').filter((line) => line.includes('"resource":"Customer"')).length, 2);
      assert.match(out, /ADA@example\.com/);
    }
  });
});
