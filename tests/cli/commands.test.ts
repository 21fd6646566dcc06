import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { here, inWords, nonetHere } from '../support/here.ts';
import { type Ended, inFolder, nonet, root } from '../support/process.ts';

const example = 'examples/invoices/invoices.md';
const writtenOut = readFileSync(join(root, 'tests/documents/written-out/invoices.md'), 'utf8');
const exampleText = readFileSync(join(root, example), 'utf8');
const emptyText = readFileSync(join(root, 'tests/documents/empty.md'), 'utf8');
const wrongText = exampleText.replace('..500 characters', '..500 charcters');

async function run(status: number, folder: string, ...words: string[]): Promise<Ended> {
  return inWords(await nonetHere(words, { cwd: folder }), status);
}

test('every command has a help with examples', async () => {
  const { out } = inWords(await nonet(['--help']), 0);
  const names = Array.from(out.matchAll(/^ {2}([a-z-]+) /gm), (found) => found[1]!).filter((name) => name !== 'help');
  assert.ok(names.length >= 8, out);
  const keys = [...['create', 'list', 'rotate', 'revoke'].map((name) => ['keys', name]), ['secrets', 'rotate']];
  for (const words of [...names.map((name) => [name]), ...keys]) {
    assert.match((await here(0, ...words, '--help')).out, /\nExamples:\n {2}\$ (?:NONET_[A-Z_]+=\S+ )?nonet [a-z-]+ /);
  }
  assert.match(inWords(await nonet(['chek']), 2).err, /unknown command 'chek'\n\(Did you mean check\?\)/);
  assert.match((await run(2, root, 'check', '--jsn', example)).err, /Did you mean --json\?/);
});

test('init writes a fresh document of 32 aspects not shown, and never overwrites', () =>
  inFolder(async (folder) => {
    const made = await run(0, folder, 'init', 'seat-holds.md');
    assert.match(made.out, /^Created seat-holds\.md with nine parts, every aspect not shown\./);
    const text = readFileSync(join(folder, 'seat-holds.md'), 'utf8');
    const { service, diagnostics } = readDocument(createSource('x', text));
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(new Set(service.aspects.map(({ status }) => status)), new Set(['not shown']));
    assert.deepEqual([service.aspects.length, service.name?.text], [32, 'Seat holds']);
    await run(0, folder, 'fmt', '--check', 'seat-holds.md');

    const again = await run(2, folder, 'init', 'seat-holds.md', '--name', 'Other');
    assert.match(again.err, /already exists\. Choose another file name: init never overwrites/);
    assert.equal(readFileSync(join(folder, 'seat-holds.md'), 'utf8'), text);

    const name = 'C # `x` \\* <b> |';
    await run(0, folder, 'init', 'named.md', '--name', name);
    const small = await run(0, folder, 'init', 'small.md', '--small');
    assert.match(
      small.out,
      /^Created small\.md with one resource and its endpoints\. To run it, run nonet serve small\.md\n$/,
    );
    assert.match((await run(0, folder, 'check', 'small.md')).out, /^small\.md: no error, 2 warnings, 33 gaps/m);
    await run(0, folder, 'fmt', '--check', 'small.md');
    assert.ok(readFileSync(join(folder, 'small.md'), 'utf8').trimEnd().split('\n').length <= 25);
    const named = readDocument(createSource('x', readFileSync(join(folder, 'named.md'), 'utf8')));
    assert.deepEqual([named.service.name?.text, named.diagnostics], [name, []]);
    await run(2, folder, 'init', 'b.md', '--name', ' ');
    await run(2, folder, 'init', 'b.md', '--name', 'a\nb');
    await run(2, folder, 'init', 'none/b.md');
    assert.equal(existsSync(join(folder, 'b.md')), false);
  }));

test('check prints diagnostics as pictures, and as JSON in one form', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'right.md'), exampleText);
    writeFileSync(join(folder, 'wrong.md'), wrongText);
    writeFileSync(join(folder, 'empty.md'), emptyText);
    assert.match((await run(0, folder, 'check', 'right.md')).out, /^right\.md: no error, no gap\n/);
    assert.match(
      (await run(0, folder, 'check', 'empty.md')).out,
      /^empty\.md: no error, \d+ gaps \(nonet gaps empty\.md/m,
    );
    const wrong = inWords(await nonet(['check', 'wrong.md'], { cwd: folder }), 1);
    assert.equal(wrong.err, '');
    assert.match(wrong.out, /^error\[resources\/range-unit\]: .*`charcters`.*\n +--> wrong\.md:\d+:\d+\n {2,}\|\n/);
    assert.match(wrong.out, /\^{9}[\s\S]*= help: write `characters`\n\n/);
    assert.doesNotMatch(wrong.out, /\n\n\n/);
    assert.match(wrong.out, /^wrong\.md: \d+ errors?, /m);

    const json = JSON.parse((await run(1, folder, 'check', '--json', 'wrong.md', 'empty.md')).out);
    assert.deepEqual(Object.keys(json), ['diagnostics', 'gaps', 'hooks', 'returns']);
    const problem = json.diagnostics.find((candidate: { code: string }) => candidate.code === 'resources/range-unit');
    const line = wrongText.split('\n').findIndex((text) => text.includes('charcters')) + 1;
    const column = wrongText.split('\n')[line - 1]!.indexOf('charcters') + 1;
    const place = { line, column, endLine: line, endColumn: column + 9 };
    assert.deepEqual(problem, {
      ...{ code: 'resources/range-unit', severity: 'error', file: 'wrong.md', ...place },
      ...{ message: problem.message, note: problem.note, help: 'write `characters`' },
      edits: [{ ...place, text: 'characters' }],
    });
    const gaps = json.gaps.filter((gap: { file: string }) => gap.file === 'empty.md');
    assert.equal(gaps.length, 32);
    assert.deepEqual(gaps[0], { file: 'empty.md', part: 'purpose', aspect: 'purpose', status: 'not shown', line: 7 });

    const columns = '\n| Field | Type |\n| --- | --- |\n';
    const many = `${columns}${Array.from({ length: 1500 }, (_, i) => `| Wrong${i} | strin |`).join('\n')}\n\n## States`;
    writeFileSync(join(folder, 'many.md'), emptyText.replace('## States', `### Much\n${many}`));
    const counted = JSON.parse((await run(1, folder, 'check', '--json', 'many.md')).out);
    const listed = counted.diagnostics.filter(({ code }: { code: string }) => code === 'resources/unknown-type');
    assert.equal(listed.length, 1000);
    const rest = counted.more.find(({ code }: { code: string }) => code === 'resources/unknown-type');
    assert.deepEqual(rest, { file: 'many.md', code: 'resources/unknown-type', severity: 'error', count: 500 });
    assert.match(
      (await run(1, folder, 'check', 'many.md')).out,
      /^and \d+ more\. To list up to \d+ of each code, run nonet check --json many\.md/m,
    );
  }));

test('check and load read standard input', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    writeFileSync(file, exampleText);
    const given = (input: string, ...words: string[]) => said(words, {}, undefined, input);
    assert.match((await given(exampleText, 'check', '-')).out[0]!, /^<stdin>: no error, no gap$/);
    const both = await given(wrongText, 'check', file, '-');
    assert.deepEqual([both.status, both.err], [1, []]);
    assert.match(both.out.join('\n'), /--> <stdin>:\d+:\d+\n/);
    const bad = await given('\ufffd'.repeat(2_000_000), 'check', '-');
    assert.deepEqual(
      [bad.status, bad.err],
      [2, ['nonet: <stdin> is larger than 5 MiB, the maximum size of a document.']],
    );
    assert.deepEqual((await given('', 'check', '-', '-')).err, ['nonet: Standard input (`-`) can be given only once.']);

    const store = `sqlite:${join(folder, '-.db')}`;
    const line = (email: string): string =>
      `{"resource":"Customer","record":{"shop":"north","name":"Ada","email":"${email}"}}\n`;
    writeFileSync(join(folder, 'Customer.jsonl'), '{"shop":"south","name":"Bo","email":"bo@example.com"}\n');
    const words = ['load', file, join(folder, 'Customer.jsonl'), '-', '--store', store];
    const wrong = await given(`${line('ada@example.com')}not json\n`, ...words);
    assert.deepEqual(
      [wrong.status, wrong.err],
      [1, ['<stdin>:2: is not valid JSON: unexpected character at column 1', '1 error: nothing was loaded.']],
    );
    const right = await given(line('ada@example.com'), ...words);
    assert.deepEqual([right.status, right.out], [0, ['2 records loaded.']]);
  }));

test('gaps too are wrong with --strict', async () => {
  await here(0, 'check', join(root, 'tests/documents/empty.md'));
  await run(1, root, 'check', '--strict', 'tests/documents/empty.md');
  await here(0, 'check', '--strict', join(root, 'tests/documents/invoices.md'));
});

test('gaps prints the ledger by part, and as JSON in one form', async () => {
  const text = await run(0, root, 'gaps', 'tests/documents/empty.md');
  assert.match(text.out, /^What the service does\n {2}purpose +not shown {2}line 7\n/);
  assert.match(text.out, /32 aspects: 0 stated, 0 none, 32 not shown, 0 missing; 0 cells open\n$/);
  const ledger = JSON.parse((await run(0, root, 'gaps', '--json', 'tests/documents/empty.md')).out);
  assert.deepEqual(Object.keys(ledger), ['aspects', 'cells', 'counts']);
  assert.deepEqual(ledger.counts, { stated: 0, none: 0, notShown: 32, missing: 0 });
  assert.deepEqual(ledger.aspects[0], { part: 'purpose', aspect: 'purpose', status: 'not shown', line: 7 });
  assert.deepEqual(
    [...new Set(ledger.aspects.map(({ part }: { part: string }) => part))],
    ['purpose', 'resources', 'states', 'endpoints', 'authentication', 'events', 'errors', 'limits', 'versioning'],
  );
});

test('a condition that can happen and that no row covers is a cell of the ledger', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'a.md'), writtenOut.replace(/^\| in_use .*\n/m, ''));
    const { cells } = JSON.parse((await run(0, folder, 'gaps', '--json', 'a.md')).out);
    const cell = cells.find((candidate: { column: string }) => candidate.column === 'still referenced');
    assert.deepEqual(cell, { part: 'errors', subject: 'Errors', column: cell.column, line: cell.line });
    assert.ok(Number.isInteger(cell.line));
  }));

test('fmt writes the canonical form, or only says with --check that it is not there', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'a.md');
    const odd = exampleText.replace('| Field | Type |', '|  field  |TYPE|').replaceAll('\n', '\r\n');
    writeFileSync(file, odd);
    assert.match((await run(1, folder, 'fmt', '--check', 'a.md')).out, /not formatted/);
    assert.equal(readFileSync(file, 'utf8'), odd);
    assert.equal((await run(0, folder, 'fmt', 'a.md')).out, 'a.md: formatted\n');
    const once = readFileSync(file, 'utf8');
    assert.match(once, /^\| Field \| Type \|/m);
    assert.equal((await run(0, folder, 'fmt', 'a.md')).out, 'a.md: already formatted\n');
    assert.equal(readFileSync(file, 'utf8'), once);
    writeFileSync(join(folder, 'wrong.md'), wrongText);
    const wrong = await run(1, folder, 'fmt', 'wrong.md', 'a.md');
    assert.match(wrong.err, /wrong\.md: 1 error, not changed/);
    assert.equal(wrong.out, 'a.md: already formatted\n');
    assert.equal(readFileSync(join(folder, 'wrong.md'), 'utf8'), wrongText);
  }));

test('plan prints plain JSON with the line of each rule, and nothing for a document with errors', async () => {
  const plan = JSON.parse((await run(0, root, 'plan', example)).out);
  assert.deepEqual([plan.form, plan.name, plan.document], [1, 'Invoices', example]);
  const line = exampleText.split('\n').findIndex((text) => text.startsWith('| nothing_to_pay | 422')) + 1;
  assert.equal(plan.errors.codes.find((code: { code: string }) => code.code === 'nothing_to_pay').line, line);
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'wrong.md'), wrongText);
    const wrong = await run(1, folder, 'plan', 'wrong.md');
    assert.deepEqual([wrong.out, wrong.err.startsWith('error[resources/')], ['', true]);
  });
});

test('explain prints the steps of each operation with the lines behind them', async () => {
  const { operations } = JSON.parse((await run(0, root, 'plan', example)).out);
  assert.ok(operations.length >= 13);
  for (const { method, path, name, line } of operations as Record<string, string>[]) {
    const { out } = await here(0, 'explain', join(root, example), `${method} ${path}`);
    assert.ok(out.startsWith(`${method} ${path}: ${name} (${join(root, example)}:${line})\n\n`), out);
    assert.match(out, new RegExp(`^ +\\d+\\. .+ {2}${join(root, example)}:\\d+$`, 'm'));
  }
  const sent = (await here(0, 'explain', join(root, example), 'POST /invoices/{id}/send')).out;
  assert.match(sent, /^ +\d+\. check that the Invoice is draft .+\n +else 409 wrong_state$/m);
  assert.match(
    (await here(0, 'explain', join(root, example), 'get /invoices/inv_1?a=b')).out,
    /^GET \/invoices\/\{id\}: read/,
  );
  assert.match((await run(2, root, 'explain', example, 'GET /invoicse')).err, /Did you mean \/invoices\?/);
  assert.match(
    (await here(2, 'explain', join(root, example), 'PUT /invoices')).err,
    /does not support PUT\. It supports POST, GET\./,
  );
  assert.match((await here(2, 'explain', join(root, example), 'invoices')).err, /is not a request/);
});

test('a file that cannot be read is told in words with exit status 2, and the others are checked', () =>
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'sub.md'));
    writeFileSync(join(folder, 'binary.md'), Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    writeFileSync(join(folder, 'large.md'), `# A\n\n${'text '.repeat(1_100_000)}`);
    writeFileSync(join(folder, 'a.md'), emptyText);
    const reasons: readonly (readonly [file: string, why: RegExp])[] = [
      ['missing.md', /missing\.md does not exist\. To create it, run `nonet init missing\.md`\./],
      ['sub.md', /sub\.md is a folder/],
      ['binary.md', /binary\.md is not UTF-8\. A document is a Markdown file in UTF-8\./],
      ['large.md', /large\.md has \d+ bytes, more than 5 MiB, the maximum size of a document\./],
      ['', /The name of the file is empty/],
    ];
    const files = reasons.map(([file]) => file);
    const checked = await run(2, folder, 'check', ...files, 'a.md');
    for (const [, why] of reasons) assert.match(checked.err, why);
    assert.match(checked.out, /^a\.md: no error, 32 gaps/);
    for (const words of [['gaps'], ['fmt'], ['plan'], ['explain', 'GET /'], ['serve'], ['keys', 'list']]) {
      const [command = '', ...more] = words;
      const ended =
        words[0] === 'keys' ? run(2, folder, 'keys', 'list', 'sub.md') : run(2, folder, command, 'sub.md', ...more);
      assert.match((await ended).err, /sub\.md is a folder/);
    }
  }));

test('a document that is misspelt, in the place of a command, or whose request has no quotes is understood', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    copyFileSync(join(root, example), file);
    for (const [name, why] of [
      ['invoice.md', /\S+invoice\.md does not exist\. Did you mean \S+invoices\.md\?$/],
      ['invoices', /Did you mean \S+invoices\.md\?$/],
      ['Customer.jsonl', /A document is a Markdown file, such as invoices\.md\.$/],
      ['none/other.md', /other\.md does not exist\. To create it, run `nonet init \S+other\.md`\.$/],
    ] as const) {
      assert.match((await here(2, 'serve', join(folder, name))).err, why);
    }
    assert.match((await here(2, file)).err, /\(the command comes before the document: nonet check \S+invoices\.md\)/);
    assert.match((await here(2, 'keys', file)).err, /comes before the document: nonet keys create \S+invoices\.md\)/);
    assert.doesNotMatch((await here(2, 'keys', 'lst', file)).err, /comes before the document/);
    assert.equal(
      (await here(0, 'explain', file, 'GET', '/invoices')).out,
      (await here(0, 'explain', file, 'GET /invoices')).out,
    );
    assert.match((await here(2, 'keys', 'list', file, '--store', 'x.db')).err, /Write `sqlite:x\.db` for a file/);
    const create = ['keys', 'create', file, '--scheme', 'key'];
    for (const words of [
      ['--scope', 'no'],
      ['--all-scopes', '--attribute', 'shp=a'],
      ['--all-scopes', '--expires', 'soon'],
    ]) {
      await here(2, ...create, ...words);
    }
    assert.ok(!existsSync(join(folder, 'invoices.db')));
    const told = /^Created sqlite:\S+invoices\.db, which did not exist\.$/m;
    assert.match((await here(0, ...create, '--all-scopes', '--attribute', 'shop=a')).err, told);
    assert.doesNotMatch((await here(0, ...create, '--all-scopes', '--attribute', 'shop=a')).err, told);
  }));

test('colours are used on a terminal and where they are asked for', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'wrong.md'), wrongText);
    const drawn = async (env: object): Promise<string> =>
      (await nonet(['check', 'wrong.md'], { cwd: folder, env })).out;
    const none = { NO_COLOR: '', FORCE_COLOR: undefined };
    assert.doesNotMatch(await drawn(none), /\u001b/);
    assert.match(await drawn({ ...none, FORCE_COLOR: '1' }), /^\u001b\[1;31merror\[resources\/range-unit\]/);
    assert.doesNotMatch(await drawn({ NO_COLOR: '1', FORCE_COLOR: '1' }), /\u001b/);
    assert.doesNotMatch(await drawn({ ...none, FORCE_COLOR: '0' }), /\u001b/);
  }));
