import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { nonetHere, runWell } from '../support/here.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, nonet, program, serve } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

const id = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(26, '0')}`;

/** Customers and invoices of two shops, the invoices first. */
function seed(invoices: number): string {
  const customers = ['north', 'south'].map((shop, at) => ({
    resource: 'Customer',
    record: { id: id('cus', at), shop, name: `Ada of ${shop}`, email: `ada@${shop}.example` },
  }));
  const lines = Array.from({ length: invoices }, (_, at) => {
    const record = {
      id: id('inv', at),
      shop: at % 2 === 0 ? 'north' : 'south',
      customer: id('cus', at % 2),
      status: at % 3 === 0 ? 'open' : 'draft',
      lines: [{ text: `paper “${at}”`, quantity: 1 + (at % 9), price: 100 + at }],
      due_on: '2999-01-31',
      memo: at % 5 === 0 ? null : `memo ${at}`,
      ...(at % 3 === 0 ? { number: 1 + Math.floor(at / 6) } : {}),
    };
    return { resource: 'Invoice', record, version: 1 + (at % 4), since: { status: 1_700_000_000_000 + at } };
  });
  return [...lines, ...customers].map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function inShop(work: (folder: string, document: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    writeFileSync(document, invoicesWithoutRate());
    await work(folder, document);
  });
}

/** What an export writes, read from a file: pipes may cut a character in two. */
async function exported(folder: string, document: string, ...words: readonly string[]): Promise<string> {
  const file = join(folder, 'exported.jsonl');
  await runWell(['export', document, '--out', file, '--force', ...words]);
  return readFileSync(file, 'utf8');
}

function change(document: string, from: string | RegExp, to: string): void {
  const text = readFileSync(document, 'utf8');
  const changed = text.replace(from, to);
  assert.notEqual(changed, text);
  writeFileSync(document, changed);
}

test('what is exported and loaded is the same again, in either store, numbers and versions too', async () => {
  await inShop(async (folder, document) => {
    const data = join(folder, 'seed.jsonl');
    writeFileSync(data, seed(120));
    await runWell(['load', document, data]);
    const first = (await runWell(['export', document])).out;
    assert.equal(first.split('\n').filter((line) => line.includes('"resource":"Invoice"')).length, 120);
    assert.match(first, /\{"sequence":"Invoice\.number","within":\["south"\],"last":20\}/);
    const all = join(folder, 'all.jsonl');
    await runWell(['export', document, '--out', all]);
    assert.equal(readFileSync(all, 'utf8'), first);
    const postgres = await freshDatabase();
    await runWell(['load', document, all, '--store', postgres]);
    assert.equal((await runWell(['export', document, '--store', postgres])).out, first);
    const back = join(folder, 'back.jsonl');
    await runWell(['backup', document, back, '--store', postgres]);
    const again = `sqlite:${join(folder, 'again.db')}`;
    await runWell(['load', document, back, '--store', again]);
    assert.equal((await runWell(['export', document, '--store', again])).out, first);
    assert.match((await nonetHere(['load', document, all])).err, /all\.jsonl:1: there is another record with the `id`/);
  });
});

test('every wrong line is told with its file and its number, and then nothing is loaded', async () => {
  await inShop(async (folder, document) => {
    const [good, bad] = [join(folder, 'Customer.jsonl'), join(folder, 'bad.jsonl')];
    writeFileSync(good, '{"shop":"north","name":"Ada","email":"ada@example.com"}\n');
    const lines = [
      '{"resource":"Invoic","record":{}}',
      '{"resource":"Customer","record":{"shop":"north","name":"Bo","email":"ada@example.com"}}',
      '{"resource":"Customer","record":{"shop":"south","name":"Bo","email":"ada@example.com","age":3}}',
      `{"resource":"Invoice","record":{"shop":"south","customer":"${id('cus', 9)}","lines":[],"due_on":"2999-01-31","status":"gone"}}`,
      '{"resource":"Customer","resource":"Customer","record":{}}',
      'not json',
      '{"resource":"Customer","record":{"name":"Cy","email":"cy@example.com"}}',
    ];
    writeFileSync(bad, `${lines.join('\r\n')}\r\n`);
    const ended = await nonetHere(['load', document, good, bad]);
    assert.equal(ended.status, 1);
    for (const [line, words] of [
      [1, 'the document has no resource `Invoic`; did you mean `Invoice`?'],
      [2, 'another record has the same `email`, `shop`'],
      [3, 'Customer.age is not a known field'],
      [4, 'Invoice.lines must have 1 to 100 items'],
      [4, 'Invoice.status must be one of draft, open, paid, void'],
      [4, 'names the Customer `cus_00000000000000000000000009`'],
      [5, 'twice'],
      [6, 'is not valid JSON'],
      [7, 'Customer.shop is required'],
    ] as const) {
      assert.ok(
        ended.err
          .split('\n')
          .some((otherLine) => otherLine.startsWith(`${bad}:${line}: `) && otherLine.includes(words)),
        `line ${line}, ${words}:\n${ended.err}`,
      );
    }
    assert.match(ended.err, /nothing was loaded/);
    assert.equal((await runWell(['export', document])).out, '');
    await runWell(['load', document, good]);
    assert.match((await runWell(['export', document, '--resource', 'Customer'])).out, /"name":"Ada"/);
  });
});

test('credentials are exported only when they are asked for, and work where they are loaded', async () => {
  await inShop(async (folder, document) => {
    const { out } = await runWell([
      'keys',
      'create',
      document,
      '--scheme',
      'key',
      '--all-scopes',
      '--attribute',
      'shop=north',
    ]);
    assert.doesNotMatch((await runWell(['export', document])).out, /credential/);
    const all = join(folder, 'all.jsonl');
    await runWell(['export', document, '--credentials', '--out', all]);
    const service = `sqlite:${join(folder, 'other.db')}`;
    await runWell(['load', document, all, '--store', service]);
    const running = await serve(document, ['--store', service]);
    const answer = await fetch(`${running.address}/invoices`, { headers: { Authorization: `Bearer ${out.trim()}` } });
    assert.equal(answer.status, 200);
    await running.stop();
  });
});

test('a backup while others write is whole: a database that is served as it is', async () => {
  await inShop(async (folder, document) => {
    const running = await serve(document);
    const headers = { Authorization: `Bearer ${running.key}`, 'Content-Type': 'application/json' };
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${running.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const customer = ((await (await post('/customers', { name: 'Ada', email: 'a@b.co' })).json()) as { id: string }).id;
    let writing = true;
    let written = 0;
    const writer = (async () => {
      while (writing) {
        const lines = [{ text: 'paper', quantity: 1, price: 100 }];
        const { status } = await post('/invoices', { customer, lines, due_on: '2999-01-31' });
        assert.equal(status, 201);
        written++;
      }
    })();
    while (written < 20) await pause(5);
    const copy = join(folder, 'copy.db');
    const before = written;
    // In a process of its own, so that the writer goes on meanwhile.
    const { status, err } = await nonet(['backup', document, copy]);
    assert.equal(status, 0, err);
    writing = false;
    await writer;
    await running.stop();
    const database = new DatabaseSync(copy);
    assert.deepEqual(
      database
        .prepare('PRAGMA integrity_check')
        .all()
        .map((row) => row.integrity_check),
      ['ok'],
    );
    database.close();
    const { out } = await runWell(['export', document, '--store', `sqlite:${copy}`, '--resource', 'Invoice']);
    const count = out.split('\n').filter((line) => line.includes('"record"')).length;
    assert.ok(count >= before && count <= written, `${before} ≤ ${count} ≤ ${written}`);
    assert.match((await nonetHere(['backup', document, copy])).err, /already exists/);
  });
});

test('a migration that is killed leaves the database as it was', async () => {
  await inShop(async (folder, document) => {
    const data = join(folder, 'seed.jsonl');
    writeFileSync(data, seed(6_000));
    await runWell(['load', document, data]);
    const before = await exported(folder, document);
    const old = join(folder, 'old.md');
    copyFileSync(document, old);
    change(document, '= `sum(lines.map(l, l.quantity * l.price))`', '= `sum(lines.map(l, l.quantity * l.price)) + 1`');
    const path = join(folder, 'invoices.db');
    let killed = 0;
    for (const wait of [0, 20, 60]) {
      const child = spawn(process.execPath, [program, 'migrate', document], { stdio: 'ignore' });
      const ended = once(child, 'close');
      // The log grows once pages of the transaction are written.
      for (let tries = 0; tries < 2_000 && child.exitCode === null && !existsSync(`${path}-wal`); tries++)
        await pause(2);
      await pause(wait);
      child.kill('SIGKILL');
      const [, signal] = (await ended) as [number | null, string | null];
      if (signal !== 'SIGKILL') break;
      killed++;
      assert.ok((await exported(folder, old, '--store', `sqlite:${path}`)) === before, 'the records are others');
    }
    assert.ok(killed > 0, 'no migration was killed before its end');
    await runWell(['migrate', document]);
    const after = await exported(folder, document);
    assert.equal(after.split('\n').length, before.split('\n').length);
    assert.ok(after !== before, 'nothing was worked out again');
  });
});

test('serve refuses a database that does not fit and names the command; with --migrate it takes the steps', async () => {
  await inShop(async (folder, document) => {
    const data = join(folder, 'seed.jsonl');
    writeFileSync(data, seed(12));
    await runWell(['load', document, data]);
    change(
      document,
      '| created_at | date-time | assigned | |\n| updated_at',
      '| colour | string | default red | |\n| created_at | date-time | assigned | |\n| updated_at',
    );
    const refused = await nonet(['serve', document, '--port', '0']);
    assert.equal(refused.status, 2);
    assert.match(refused.err, /does not fit the document: .*`colour`.*`nonet migrate .*invoices\.md`/s);
    const running = await serve(document, ['--migrate']);
    assert.match(running.printed(), /add `colour` \(string\): records get its default `"red"`/);
    await running.stop();
    change(document, '| memo | string or null | ..500 characters | printed on the invoice |\n', '');
    change(document, '| memo | editable | editable | fixed | fixed |\n', '');
    const loss = await nonet(['serve', document, '--port', '0', '--migrate']);
    assert.equal(loss.status, 2);
    assert.match(loss.err, /records: Invoice\.memo would be lost; allow it with --allow-data-loss Invoice\.memo/);
    const dry = await nonetHere(['migrate', document, '--dry-run', '--json']);
    assert.equal(dry.status, 1);
    assert.equal(JSON.parse(dry.out).obstacles[0].records, 9);
    await runWell(['migrate', document, '--allow-data-loss', 'Invoice.memo']);
    assert.match((await runWell(['migrate', document])).out, /Nothing to migrate/);
  });
});
