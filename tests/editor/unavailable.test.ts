import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { compareWithCommit } from '../../src/cli/authoring/lsp/compare.ts';
import { tryOperation } from '../../src/cli/authoring/lsp/try.ts';
import type { Unavailable } from '../../src/language-server/workspace.ts';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { inFolder } from '../support/process.ts';
import { Editor, uri } from './editor.fixture.ts';

const invoices = readFileSync(new URL('../documents/written-out/invoices.md', import.meta.url), 'utf8');
const read = (path: string): string => readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8');
const run = <T>(editor: Editor, command: string, ...more: readonly string[]): Promise<T> =>
  editor.ask('workspace/executeCommand', undefined, { command, arguments: [uri, ...more] });

function git(folder: string, ...words: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: folder });
}

describe('a command that the language server cannot run', () => {
  it('says that the document has errors', async () => {
    const editor = await Editor.open(invoices.replace('| string or null |', '| strin |'));
    try {
      assert.deepEqual(await run(editor, 'nonet.try', 'POST /invoices'), {
        reason: 'The document has errors. Correct them first.',
      });
    } finally {
      editor.close();
    }
  });

  it('says that there are no files', async () => {
    const editor = await Editor.open(invoices);
    try {
      for (const command of ['nonet.compare', 'nonet.try']) {
        assert.deepEqual(await run(editor, command, 'POST /invoices'), {
          reason: 'The server has no access to files.',
        });
      }
    } finally {
      editor.close();
    }
  });

  it('says that a text without a file is in no commit', async () => {
    const document = readDocument(createSource('invoices.md', invoices));
    assert.deepEqual(await compareWithCommit('untitled:invoices.md', document), {
      reason: 'The document is not stored in a file.',
    });
  });

  it('says that the committed document has errors', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'invoices.md');
      writeFileSync(file, invoices.replace('| string or null |', '| strin |'));
      git(folder, 'init', '-q');
      git(folder, 'add', '.');
      git(folder, 'commit', '-qm', 'Begin');
      const document = readDocument(createSource('invoices.md', invoices));
      assert.deepEqual(await compareWithCommit(pathToFileURL(file).href, document), {
        reason: 'invoices.md has errors in the last commit. Only documents without errors can be compared.',
      });
    });
  });

  it('shows rejected requests alone if none succeeded', async () => {
    const unreachable = invoices
      .replace('`paid + input.amount == total`', '`total == 1 && total == 2`')
      .replace('`paid + input.amount < total`', '`total == 3 && total == 4`');
    const document = readDocument(createSource('invoices.md', unreachable));
    const tried = await tryOperation(uri, document, 'pay Invoice', () => undefined);
    assert.equal(typeof tried, 'string');
    assert.equal(/^## POST \/invoices\/\{id\}\/pay\n\n## Rejected requests\n/.test(String(tried)), true);
  });

  it('names the handlers that the module does not have', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'shop.md');
      writeFileSync(file, read('guides/shop/shop.md'));
      const document = readDocument(createSource('shop.md', read('guides/shop/shop.md')));
      const tryOwing = () => tryOperation(pathToFileURL(file).href, document, 'owing', () => undefined);
      assert.deepEqual(await tryOwing(), { reason: 'Nonet could not try owing: its handler was not given.' });
      writeFileSync(join(folder, 'shop.ts'), 'export default {};\n');
      const { reason } = (await tryOwing()) as Unavailable;
      assert.match(reason, /^Nonet could not try owing: .*shop\.ts does not match .*shop\.md:\n/);
      assert.match(reason, /\n {2}shop\.md:66 the operation owing has no handler\n/);
    });
  });
});

it('says that a scope whose Where is not shown has no caller', async () => {
  const editor = await Editor.open(invoices.replace(/^(\| invoices:write \|.*?\|) \|/m, '$1 not shown |'));
  try {
    const { markdown } = await run<{ markdown: string }>(editor, 'nonet.callers', 'POST /invoices');
    assert.match(markdown, /\| invoices:write \| not shown: no caller \|/);
  } finally {
    editor.close();
  }
});

it('offers rows of Changes in which the author chooses a value', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    writeFileSync(file, invoices);
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    git(folder, 'commit', '-qm', 'Begin');
    const changed = invoices
      .replace(/^\| (\d{4}-\d\d-\d\d) \| current \|.*$/m, (row, name: string) =>
        [row.replace(name, '2027-01-01'), row.replace('current', 'supported')].join('\n'),
      )
      .replace(/^\| due_on \| date \| required \|/m, '| terms | string | required | |\n$&');
    const editor = await Editor.open(
      changed,
      { compareWithCommit: (_, document) => compareWithCommit(pathToFileURL(file).href, document) },
      { capabilities: { workspace: { applyEdit: true } } },
    );
    try {
      const position = editor.positionOf(editor.text.indexOf('### Changes'));
      const ask = async (only?: readonly string[]) => {
        const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
        const range = { start: position, end: position };
        const [action] = await editor.ask<CodeAction[]>('textDocument/codeAction', undefined, { range, context });
        return editor.ask('workspace/executeCommand', undefined, action!.command!);
      };
      assert.deepEqual(await ask(['source']), { applied: false }, 'on save, only complete rows are added');
      assert.deepEqual(editor.messages, []);
      assert.deepEqual(await ask(), { applied: true });
      assert.match(editor.text, /^\| 2027-01-01 \| added \| Invoice\.terms \|.*…/m);
    } finally {
      editor.close();
    }
  });
});
