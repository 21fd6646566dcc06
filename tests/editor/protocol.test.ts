import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type {
  CodeAction,
  CodeLens,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Location,
  SemanticTokens,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { Editor, uri } from './editor.fixture.ts';

const invoices = readFileSync(new URL('../../tests/documents/written-out/invoices.md', import.meta.url), 'utf8');

describe('the language server, over its protocol', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.open(invoices);
  });
  after(() => editor.close());
  const at = (words: string, shift = 0): number => {
    const found = editor.text.indexOf(words);
    assert.notEqual(found, -1, words);
    return found + shift;
  };

  it('reports diagnostics of the text as it is, with a fix that repairs it', async () => {
    assert.deepEqual(await editor.diagnose(), []);
    const start = at('| open | pay | paid |', 2);
    await editor.replace(start, start + 4, 'opem');
    const [diagnostic] = await editor.diagnose();
    assert.equal(diagnostic?.code, 'states/unknown-state');
    assert.match(String(diagnostic!.message), /opem.*\nnote: .*\nhelp: /s);
    const actions = await editor.ask<CodeAction[]>('textDocument/codeAction', undefined, {
      range: diagnostic!.range,
      context: { diagnostics: [] },
    });
    assert.equal(actions[0]?.title, 'Write open');
    await editor.apply(actions[0]!.edit!.changes![uri]!);
    assert.equal(editor.text, invoices);
    assert.deepEqual(await editor.diagnose(), []);
  });

  it('explains a column, a word, a field, an expression and an operation', async () => {
    const explain = async (words: string, shift = 0): Promise<string> => {
      const hover = await editor.ask<Hover | null>('textDocument/hover', at(words, shift));
      return (hover?.contents as { value: string } | undefined)?.value ?? '';
    };
    assert.match(await explain('| Kept for', 4), /How long a key is stored/);
    assert.match(await explain('on delete restrict', 4), /The deletion is rejected/);
    assert.match(
      await explain('| total | integer', 3),
      /\*\*total\*\*, field of Invoice.*in cents.*Used in lines 44, 84, 85, 131/s,
    );
    assert.match(await explain('`total > 0`', 7), /`total > 0` is a boolean/);
    assert.match(await explain('| pay Invoice | POST', 3), /operation.*1\. .*409 overpaid/s);
  });

  it('finds the definition and all references of a name, and of no other name that is spelled like it', async () => {
    const price = at('l.quantity * l.price', 15);
    const definition = await editor.ask<Location>('textDocument/definition', price);
    assert.equal(editor.offsetOf(definition.range.start), at('| price | integer', 2));
    const references = await editor.ask<Location[]>('textDocument/references', price, {
      context: { includeDeclaration: true },
    });
    const lines = references.map(({ range }) => range.start.line + 1);
    assert.deepEqual(lines, [34, 52, 274, 274, 274]);
  });

  it('renames a state through the whole document, which then has no mistake', async () => {
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', at('| void | final', 2), {
      newName: 'withdrawn',
    });
    await editor.apply(edit.changes![uri]!);
    assert.equal(editor.text.match(/\bwithdrawn\b/g)?.length, 5, 'four places, and the Meaning that was there');
    assert.deepEqual(await editor.diagnose(), []);
    await editor.replace(0, editor.text.length, invoices);
  });

  it('refuses a new name that another field has', async () => {
    await assert.rejects(
      editor.ask('textDocument/rename', at('| memo | string', 2), { newName: 'total' }),
      /memo cannot be renamed to total: .*total/,
    );
  });

  it('shows the outline, folds, lenses, hints and kinds of words', async () => {
    const symbols = await editor.ask<DocumentSymbol[]>('textDocument/documentSymbol');
    assert.deepEqual(symbols.map(({ name }) => name).slice(0, 3), [
      'What the service does',
      'Resources and their fields',
      'States and transitions',
    ]);
    assert.deepEqual(
      symbols[1]!.children!.map(({ name }) => name),
      ['Customer', 'Invoice', 'Line (object)', 'Payment (object)', 'WebhookEndpoint'],
    );
    const folds = await editor.ask<FoldingRange[]>('textDocument/foldingRange');
    assert.ok(folds.length > 30);
    const lenses = await editor.ask<CodeLens[]>('textDocument/codeLens');
    assert.ok(lenses.some(({ command }) => /^\d+ errors$/.test(command!.title)));
    const end = editor.positionOf(editor.text.length);
    const hints = await editor.ask<InlayHint[]>('textDocument/inlayHint', undefined, {
      range: { start: { line: 0, character: 0 }, end },
    });
    assert.ok(hints.some(({ label }) => /^→ 200 .*409/.test(String(label))));
    const tokens = await editor.ask<SemanticTokens>('textDocument/semanticTokens/full');
    assert.ok(tokens.data.length > 1000);
  });

  it('formats as nonet fmt does, and rows also while the document has mistakes', async () => {
    const row = at('| total | integer');
    await editor.replace(row, row + '| total | integer'.length, '|total |   integer');
    await editor.apply(await editor.ask<TextEdit[]>('textDocument/formatting', undefined, { options: {} }));
    assert.equal(editor.text, invoices);
    await editor.replace(row, row + '| total | integer'.length, '|total |   integre');
    await editor.apply(await editor.ask<TextEdit[]>('textDocument/formatting', undefined, { options: {} }));
    assert.ok(editor.text.includes('| total | integre | ='), 'the row is formatted');
    await editor.replace(0, editor.text.length, invoices);
  });

  it('returns the documentation page while the document has no errors', async () => {
    const request = { uri };
    const { html } = await editor.ask<{ html: string }>('nonet/documentation', undefined, request);
    assert.match(html, /^<!doctype html>.*<title>Invoices/is);
    const start = at('| open | pay | paid |', 2);
    await editor.replace(start, start + 4, 'opem');
    assert.deepEqual(await editor.ask('nonet/documentation', undefined, request), {
      reason: 'The document has 1 error. The page appears when it has none.',
    });
    await editor.replace(start, start + 4, 'open');
    assert.deepEqual(await editor.ask('nonet/documentation', undefined, { uri: 'file:///other.md' }), {
      reason: 'This text is not a document of a service.',
    });
  });

  it('says nothing of a text that is no document of a service', async () => {
    const other = await Editor.open(`# Cooking\n\n## Soup\n\n| a | b |\n| --- | --- |\n${'| x | y |\n'.repeat(5)}`);
    try {
      assert.deepEqual(await other.diagnose(), []);
      assert.deepEqual(await other.complete(12), []);
    } finally {
      other.close();
    }
  });
});

it('nonet lsp speaks the protocol on standard input and output', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/nonet.ts', 'lsp', '--stdio'], {
    stdio: 'pipe',
  });
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.includes('"id":1') && !output.includes('"id":2')) {
      send({ method: 'initialized', params: {} });
      send({ id: 2, method: 'shutdown' });
      send({ method: 'exit' });
    }
  });
  send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
  assert.equal(await ended, 0);
  assert.match(output, /"serverInfo":\{"name":"nonet"\}/);
});
