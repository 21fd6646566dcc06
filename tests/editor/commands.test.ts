import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CodeAction, CodeLens } from 'vscode-languageserver-protocol/node';
import { createWorkspace } from '../../src/cli/authoring/lsp/workspace.ts';
import { isServiceDocument } from '../../src/language-server/documents.ts';
import { inFolder } from '../support/process.ts';
import { Editor, uri } from './editor.fixture.ts';

const invoices = readFileSync(new URL('../../tests/documents/written-out/invoices.md', import.meta.url), 'utf8');
const shop = new URL('../../examples/guides/shop/shop.md', import.meta.url);

/** A workspace in which the open document is stored in a file. */
function storeAt(file: string) {
  const workspace = createWorkspace({ folders: [pathToFileURL(dirname(file)).href], isTrusted: true });
  const stored = pathToFileURL(file).href;
  return {
    ...workspace,
    read: (of: string) => workspace.read(of.replace('file:///shop', stored.replace(/\.md$/, ''))),
    compareWithCommit: (_: string, document: Parameters<typeof workspace.compareWithCommit>[1]) =>
      workspace.compareWithCommit(stored, document),
    tryOperation: (_: string, document: Parameters<typeof workspace.tryOperation>[1], name: string) =>
      workspace.tryOperation(stored, document, name),
  };
}

const run = <T>(editor: Editor, command: string, ...more: readonly string[]): Promise<T> =>
  editor.ask('workspace/executeCommand', undefined, { command, arguments: [uri, ...more] });

describe('the commands of the language server', () => {
  it('says above each operation who calls it, how many errors it has, and tries it', async () => {
    const editor = await Editor.open(invoices);
    try {
      const lenses = await editor.ask<CodeLens[]>('textDocument/codeLens');
      const row = invoices.slice(0, invoices.indexOf('| pay Invoice | POST')).split('\n').length - 1;
      const own = lenses.filter(({ range }) => range.start.line === row).map(({ command }) => command!);
      assert.deepEqual(
        own.map(({ title }) => title),
        ['called by invoices:write (some records)', '17 errors', 'try it'],
      );
      for (const { command, arguments: given } of own.slice(0, 2)) {
        assert.deepEqual(given, [uri, 'POST /invoices/{id}/pay']);
        const { markdown } = await run<{ markdown: string }>(editor, command, 'POST /invoices/{id}/pay');
        assert.match(
          markdown,
          command === 'nonet.callers' ? /\| invoices:write \| `/ : /\| 409 \| overpaid \| .*\d+ \|/,
        );
      }
    } finally {
      editor.close();
    }
  });

  it('tries an operation in memory, also one with a handler', async () => {
    const editor = await Editor.open(readFileSync(shop, 'utf8'), storeAt(fileURLToPath(shop)));
    try {
      const sent = await run<{ markdown: string }>(editor, 'nonet.try', 'POST /invoices/{id}/send');
      assert.match(sent.markdown, /^## POST \/invoices\/\{id\}\/send\n.*"status": "open"/s);
      const owing = await run<{ markdown: string }>(editor, 'nonet.try', 'GET /owing/{name}');
      assert.match(owing.markdown, /invoices are open/);
      assert.match(sent.markdown, /\n### .*\n[\s\S]*HTTP\/1\.1 4\d\d\n/);
      assert.equal(isServiceDocument(sent.markdown), false, 'an editor does not check the report as a document');
      assert.equal(editor.messages.length, 2, 'an editor that cannot show documents gets messages');
      assert.deepEqual(await run(editor, 'nonet.try', 'GET /nothing'), {
        reason: 'The document has no operation GET /nothing.',
      });
    } finally {
      editor.close();
    }
  });

  it('shows reports in the editor that can show documents', async () => {
    const editor = await Editor.open(invoices, createWorkspace, {
      capabilities: { window: { showDocument: { support: true } } },
    });
    try {
      await run(editor, 'nonet.explain', 'POST /invoices');
      assert.deepEqual(editor.messages, []);
      assert.match(editor.shown.join(), /^file:.*\/explain\.md$/);
      assert.match(readFileSync(new URL(editor.shown[0]!), 'utf8'), /^## Errors of POST \/invoices\n/);
    } finally {
      editor.close();
    }
  });

  it('compares with the last commit, and adds the missing rows of Changes', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'invoices.md');
      writeFileSync(file, invoices);
      const git = (...words: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: folder });
      const editor = await Editor.open(invoices, storeAt(file), { capabilities: { workspace: { applyEdit: true } } });
      const listActions = async (): Promise<readonly CodeAction[]> => {
        const position = editor.positionOf(editor.text.indexOf('### Changes'));
        const range = { start: position, end: position };
        return editor.ask('textDocument/codeAction', undefined, { range, context: { diagnostics: [] } });
      };
      const addRows = async (): Promise<unknown> => {
        const actions = await listActions();
        assert.deepEqual(
          actions.map(({ title }) => title),
          ['Add the rows of Changes that are missing since the last commit'],
        );
        return editor.ask('workspace/executeCommand', undefined, actions[0]!.command!);
      };
      try {
        assert.deepEqual(await run(editor, 'nonet.compare'), {
          reason: 'invoices.md is not in the last commit of a Git repository.',
        });
        git('init', '-q');
        git('add', '.');
        git('commit', '-qm', 'Begin');
        assert.deepEqual(await addRows(), { reason: 'No rows of Changes are missing since the last commit.' });
        const version = /^\| (\d{4}-\d\d-\d\d) \| current \|.*$/m.exec(editor.text)!;
        const older = version[0].replace('current', 'supported');
        await editor.replace(
          version.index,
          version.index + version[0].length,
          `${version[0].replace(version[1]!, '2027-01-01')}\n${older}`,
        );
        const memo = /^\| memo \|.*$/m.exec(editor.text)!;
        const hint = '| hint | string or null | | |';
        await editor.replace(memo.index, memo.index, `${hint}\n`);
        const { markdown } = await run<{ markdown: string }>(editor, 'nonet.compare');
        assert.match(markdown, /`invoices\.md` compared with `invoices\.md in the last commit`[\s\S]*Invoice\.hint/);
        assert.deepEqual(await addRows(), { applied: true });
        assert.match(editor.text, /^\| 2027-01-01 \| added \| Invoice\.hint \|.*absent/m);
        assert.deepEqual(
          (await editor.diagnose()).filter(({ severity }) => severity === 1),
          [],
        );
      } finally {
        editor.close();
      }
    });
  });
});
