import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Hover, WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import { Editor, uri } from './editor.fixture.ts';

const invoices = readFileSync(new URL('../../tests/documents/written-out/invoices.md', import.meta.url), 'utf8');

describe('the line Tenant in an editor', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.open(invoices);
  });
  after(() => editor.close());
  const at = (words: string, shift = words.length): number => {
    const found = editor.text.indexOf(words);
    assert.notEqual(found, -1, words);
    return found + shift;
  };
  const replace = async (from: string, to: string): Promise<void> => editor.replace(at(from, 0), at(from), to);
  const complete = async (words: string): Promise<string[]> =>
    (await editor.complete(at(words))).map(({ label }) => label);

  it('a new name of the field, of the line or of the attribute is a new name of all of them', async () => {
    for (const place of [
      '- Tenant: sh',
      '### WebhookEndpoint\n\n| Field | Type | Constraints | Meaning |\n| --- | --- | --- | --- |\n| id | typeid whe | assigned | |\n| sh',
      '### Caller\n\n| Attribute | Type | Meaning |\n| --- | --- | --- |\n| sh',
    ]) {
      const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', at(place), { newName: 'store' });
      await editor.apply(edit.changes![uri]!);
      assert.deepEqual(await editor.diagnose(), [], place);
      assert.match(editor.text, /^- Tenant: store$/m);
      assert.equal(editor.text.match(/^\| store \| string \|/gm)?.length, 4);
      assert.match(editor.text, /next\(number, store\)/);
      await editor.replace(0, editor.text.length, invoices);
    }
  });

  it('explains the line', async () => {
    const hover = await editor.ask<Hover>('textDocument/hover', at('- Tenant', 4));
    assert.match((hover.contents as { value: string }).value, /The field with the tenant of a record/);
  });

  it('completes the line, its value, the heading of a shared resource and all tenants', async () => {
    await replace('- Tenant: shop', '- Ten');
    assert.deepEqual(await complete('- Ten'), ['Tenant']);
    await replace('- Ten', '- Tenant: ');
    assert.deepEqual(await complete('- Tenant: '), ['shop']);
    await replace('### Payment (object)', '### Payment (');
    assert.deepEqual(await complete('### Payment ('), ['Payment (object)', 'Payment (one of)', 'Payment (shared)']);
    await replace('stream events | | |', 'stream events | al | |');
    const where = await complete('stream events | al');
    assert.deepEqual(where, ['`…`', 'all tenants', 'all tenants and …', 'not shown']);
  });
});
