import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Diagnostic, Hover, InlayHint, Location, WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import { createWorkspace } from '../../src/cli/authoring/lsp/workspace.ts';
import { describeTypes } from '../../src/describe/types/index.ts';
import { buildPlan, readDocument } from '../../src/parts/index.ts';
import { createSource, findPosition } from '../../src/text/location.ts';
import { Editor, uri } from './editor.fixture.ts';

const folder = new URL('../../examples/guides/shop/', import.meta.url);
const shop = readFileSync(new URL('shop.md', folder), 'utf8');
const code = readFileSync(new URL('shop.ts', folder), 'utf8');
const codeUri = 'file:///shop.ts';
const typesUri = 'file:///shop.types.ts';
const typesOf = (text: string): string => describeTypes(buildPlan(readDocument(createSource('shop.md', text)).service));

const listErrors = <T extends { readonly severity?: unknown }>(all: readonly T[]): readonly T[] =>
  all.filter(({ severity }) => severity === 'error' || severity === 1);

describe('the module of a document in an editor', () => {
  let editor: Editor;
  const files = new Map<string, string>();
  before(async () => {
    editor = await Editor.open(shop, {
      ...createWorkspace({ folders: [], isTrusted: false }),
      read: (of) => files.get(of),
    });
  });
  after(() => editor.close());
  const reset = (): void => {
    files.clear();
    files.set(codeUri, code);
    files.set(typesUri, typesOf(shop));
    editor.messages.length = 0;
  };
  const at = (words: string, shift = 0): number => {
    const found = editor.text.indexOf(words);
    assert.notEqual(found, -1, words);
    return found + shift;
  };
  const atCode = (words: string, shift = 0) => {
    const found = code.indexOf(words);
    assert.notEqual(found, -1, words);
    const { line, column } = findPosition(createSource('', code), found + shift);
    return { line: line - 1, character: column - 1 };
  };
  const linesOf = (locations: readonly Location[], of: string): readonly number[] =>
    locations.filter(({ uri: found }) => found === of).map(({ range }) => range.start.line + 1);

  /** Renames, and returns the module, the types and the document afterwards. */
  const rename = async (offset: number, newName: string): Promise<Record<'document' | 'module' | 'types', string>> => {
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', offset, { newName });
    const changed = (of: string, text: string): string => {
      const { lines } = createSource('', text);
      const edits = (edit.changes![of] ?? []).map(({ range, newText }) => ({
        start: lines[range.start.line]! + range.start.character,
        end: lines[range.end.line]! + range.end.character,
        newText,
      }));
      return edits
        .sort((a, b) => b.start - a.start)
        .reduce((all, { start, end, newText }) => all.slice(0, start) + newText + all.slice(end), text);
    };
    return {
      document: changed(uri, editor.text),
      module: changed(codeUri, code),
      types: changed(typesUri, files.get(typesUri) ?? ''),
    };
  };

  it('renames a field in the module where its resource is certain, and regenerates the types', async () => {
    reset();
    const { document, module, types } = await rename(at('| customer | ref Customer', 3), 'buyer');
    assert.equal(
      module,
      code
        .replace('const { customer } = record', 'const { buyer: customer } = record')
        .replace('const { customer, total } = record', 'const { buyer: customer, total } = record')
        .replace("create('Invoice', { customer,", "create('Invoice', { buyer: customer,")
        .replaceAll("'customer == input.customer", "'buyer == input.customer")
        .replace('(const { customer } of', '(const { buyer: customer } of'),
    );
    assert.equal(types, typesOf(document));
    assert.match(types, /readonly buyer: string/);
    assert.deepEqual(editor.messages, [
      'shop.ts, lines 18, 20, 37: `customer` was left unchanged because its meaning is not certain. Check whether it needs the new name.',
    ]);
  });

  it('renames a resource in the names of operations, in calls of the store and in imported types', async () => {
    reset();
    const { document, module } = await rename(at('### Invoice', 5), 'Bill');
    const inPhrases = code.replaceAll(/(create|remind|split|close|send|settle) Invoice'/g, "$1 Bill'");
    assert.equal(module, inPhrases.replaceAll("'Invoice'", "'Bill'").replace("'Invoice.watched'", "'Bill.watched'"));
    assert.deepEqual(listErrors(readDocument(createSource('shop.md', document)).diagnostics), []);
    assert.deepEqual(editor.messages, []);
    const customer = await rename(at('### Customer', 5), 'Person');
    assert.match(customer.module, /import type \{ Person, Shop \}/);
    assert.match(customer.module, /new Map<string, Person>\(\);/);
    assert.match(customer.module, /store\.get\('Person', customer\)/);
  });

  it('renames states, transitions, codes, events, attributes and scopes', async () => {
    reset();
    const state = await rename(at('| open | |', 2), 'sent');
    assert.match(state.module, /record\.status !== 'sent'/);
    assert.equal(state.module.match(/status == "sent"/g)?.length, 2);
    assert.match(state.module, /invoices are open`/);
    assert.match((await rename(at('| draft | send', 11), 'mail')).module, /call\('mail Invoice'/);
    assert.match((await rename(at('| too_soon', 4), 'later')).module, /refuse\('later', \{ field/);
    assert.match((await rename(at('| invoice.reminded', 4), 'reminder')).module, /emit\('reminder'/);
    assert.match((await rename(at('| write | all', 3), 'staff')).module, /scopes: \['staff'\]/);
    const attribute = await rename(at('| shop | string |\n\n| Scope', 3), 'owner');
    assert.match(attribute.module, /attributes: \{ owner: input\.name \}/);
    assert.match(attribute.module, /record\.shop\}/);
  });

  it('leaves types alone that were not generated from the document as it is', async () => {
    reset();
    files.set(typesUri, `${typesOf(shop)}\nexport type Own = 1;\n`);
    assert.equal((await rename(at('| memo | string', 3), 'note')).types, files.get(typesUri));
  });

  it('goes from an operation to its handler and hooks, from a handler to its row, and finds references from both', async () => {
    reset();
    const toCode = await editor.ask<Location[]>('textDocument/definition', at('| remind Invoice (handler)', 4));
    assert.deepEqual(linesOf(toCode, codeUri), [24, 6]);
    const toHook = await editor.ask<Location[]>('textDocument/definition', at('| create Invoice', 4));
    assert.deepEqual(linesOf(toHook, codeUri), [14]);
    const computed = await editor.ask<Location[]>('textDocument/implementation', at('| watched', 4));
    assert.deepEqual(linesOf(computed, codeUri), [73]);
    const back = await editor.askAt<Location>('textDocument/definition', codeUri, atCode("async 'remind", 9));
    assert.equal(back.uri, uri);
    assert.equal(editor.offsetOf(back.range.start), at('| remind Invoice (handler)', 2));
    const field = await editor.askAt<Location[]>('textDocument/references', codeUri, atCode('memo: prepared', 1), {
      context: { includeDeclaration: true },
    });
    assert.deepEqual(linesOf(field, codeUri), [26]);
    assert.ok(linesOf(field, uri).length >= 3);
    const hover = await editor.askAt<Hover>('textDocument/hover', codeUri, atCode('record.status', 8));
    assert.match((hover.contents as { value: string }).value, /\*\*status\*\*, field of Invoice/);
    assert.equal(await editor.askAt('textDocument/definition', codeUri, atCode('const parts', 8)), null);
  });

  it('reports handlers that are missing in the document, and keys that name nothing in the module', async () => {
    reset();
    files.set(codeUri, code.replace("async 'close Invoice'", "async 'clos Invoice'"));
    await editor.replace(0, 0, ' ');
    const [missing] = listErrors(await editor.diagnose());
    assert.equal(missing?.code, 'module/no-handler');
    const [wrong] = editor.others.get(codeUri) as readonly Diagnostic[];
    assert.equal(wrong?.code, 'module/no-operation');
    files.set(codeUri, code);
    await editor.replace(0, 1, '');
    assert.deepEqual(listErrors(await editor.diagnose()), []);
    await editor.ask('textDocument/foldingRange');
    assert.deepEqual(editor.others.get(codeUri), []);
  });

  it('shows among the statuses of an operation those of the operations that its handler calls', async () => {
    reset();
    const listHints = async (): Promise<readonly InlayHint[]> => {
      const range = { start: { line: 0, character: 0 }, end: editor.positionOf(editor.text.length) };
      return editor.ask('textDocument/inlayHint', undefined, { range });
    };
    const hintOf = async (row: string): Promise<string> => {
      const { line } = editor.positionOf(at(row));
      return String((await listHints()).find(({ position }) => position.line === line)?.label);
    };
    const whole = await hintOf('| close Invoice (handler)');
    files.delete(codeUri);
    const alone = await hintOf('| close Invoice (handler)');
    assert.match(alone, / …$/);
    assert.doesNotMatch(alone, / 409/);
    assert.match(whole, / 409/);
    assert.doesNotMatch(whole, /…/);
    assert.doesNotMatch(await hintOf('| send Invoice'), /…/);
    reset();
    const command = { command: 'nonet.explain', arguments: [uri, 'POST /invoices/{id}/close'] };
    const { markdown } = await editor.ask<{ markdown: string }>('workspace/executeCommand', undefined, command);
    assert.match(markdown, /^\d+\. send Invoice: .*$/m);
    assert.match(markdown, /^\d+\. settle Invoice: .*$/m);
  });

  it('registers definition, references, hover and renaming for modules alone, where the editor can', async () => {
    assert.deepEqual(editor.registered, []);
    const dynamicRegistration = true;
    const textDocument = { definition: { dynamicRegistration }, synchronization: { dynamicRegistration } };
    const other = await Editor.open(shop, {}, { capabilities: { textDocument } });
    try {
      await other.diagnose();
      assert.deepEqual(
        other.registered.map(({ method }) => method.replace('textDocument/', '')),
        ['didOpen', 'didChange', 'didClose', 'hover', 'definition', 'references', 'rename'],
      );
    } finally {
      other.close();
    }
  });
});
