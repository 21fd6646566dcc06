import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { here } from '../support/here.ts';
import { inFolder, root } from '../support/process.ts';

/** What an example asks for that is not in a folder with the document `invoices.md` alone. */
const elsewhere =
  /postgres:|[|>*]|&&|…|invoices\.v1\.md|old\.md|Invoice\.note=|withdrawn|--check|nonet init|nonet new|nonet import|nonet lsp|nonet mcp|nonet serve|nonet call \S+ \w|nonet load|nonet signing-keys|--base-url|--password/;

/** Passwords are chosen for a scheme that the example document does not have; `keys.test.ts` tries them. */
const asksForPassword = /--password/;

/** The examples of a command's help, and of those of the commands within it. */
async function examplesOf(...path: string[]): Promise<readonly string[]> {
  const { out } = await here(0, ...path, '--help');
  // Groups of commands have headings of their own.
  const listed = out.replace(/^Arguments:\n(?: {2}.*\n)*/m, '');
  const inner = Array.from(listed.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm), (found) => found[1]!).filter(
    (name) => name !== 'help',
  );
  const found = Array.from(out.matchAll(/^ {2}\$ (nonet .*)$/gm), (example) => example[1]!);
  const own = path.length === 0 ? [] : found;
  return [...own, ...(await Promise.all(inner.map((name) => examplesOf(...path, name)))).flat()];
}

function wordsOf(line: string): string[] {
  return Array.from(
    line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, one, two, three]) => one ?? two ?? three ?? '',
  ).slice(1);
}

/** Runs command lines one after the other in a folder with the example document and a store that holds a customer. */
async function work(lines: readonly string[]): Promise<void> {
  await inFolder(async (folder) => {
    copyFileSync(join(root, 'examples/invoices/invoices.md'), join(folder, 'invoices.md'));
    writeFileSync(join(folder, 'Customer.jsonl'), '{"shop":"s1","name":"Ada","email":"ada@example.com"}\n');
    writeFileSync(join(folder, 'Invoice.jsonl'), '');
    const before = cwd();
    chdir(folder);
    try {
      for (const line of ['nonet load invoices.md Customer.jsonl Invoice.jsonl', ...lines]) {
        const { status, err } = await said(wordsOf(line));
        const why = err.join('\n');
        const noSuch =
          /\bhas the ID \w+\.| \w+ does not exist\./.test(why) || line.startsWith('nonet deliveries replay');
        assert.ok(status === 0 || noSuch, `$ ${line}\n${why}`);
      }
    } finally {
      chdir(before);
    }
  });
}

test('the examples of every help work with the example document; at most the id that they name is none', async () => {
  const examples = (await examplesOf()).filter((line) => !elsewhere.test(line));
  assert.ok(examples.length >= 20, examples.join('\n'));
  await work(examples);
});

test('so do the commands that the guides to keys, events, webhooks and secrets show', async () => {
  const lines = ['keys', 'events', 'operate-webhooks', 'secrets'].flatMap((name) => {
    const text = readFileSync(join(root, `docs/${name}.md`), 'utf8');
    return Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```/gm), (fence) => fence[1]!.split('\n')).flat();
  });
  const commands = lines
    .map((line) => line.replace(/ +# .*$/, ''))
    .filter((line) => /^nonet (?!serve)/.test(line) && !asksForPassword.test(line));
  assert.ok(commands.length >= 12, commands.join('\n'));
  await work(commands);
});
