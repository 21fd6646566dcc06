import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { loadSdk } from '../../src/language-server/sdk.ts';
import { startServer } from '../../src/language-server/server.ts';

const noUri = 'The parameter textDocument.uri must be a string.';
const noPosition = 'The parameter position must have a line and a character, each an integer from 0.';
const noRange = 'The parameter range must have a start and an end, each with a line and a character.';

test('the language server answers wrong parameters with invalid params, and says which one', async () => {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const sdk = await loadSdk();
  startServer(sdk, sdk.lsp.createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)));
  const editor = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  editor.listen();
  await editor.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  const textDocument = { uri: 'file:///a.md' };
  const wants = async (method: string, params: object, message: string): Promise<void> =>
    assert.rejects(editor.sendRequest(`textDocument/${method}`, params), { code: -32602, message }, method);
  for (const method of [
    'completion',
    'hover',
    'definition',
    'implementation',
    'references',
    'prepareRename',
    'rename',
  ]) {
    await wants(method, {}, noUri);
    await wants(method, { textDocument }, noPosition);
    await wants(method, { textDocument, position: { line: -1, character: 0 } }, noPosition);
  }
  for (const method of ['onTypeFormatting']) await wants(method, { textDocument }, noPosition);
  for (const method of ['codeAction', 'inlayHint']) await wants(method, { textDocument }, noRange);
  for (const method of ['documentSymbol', 'foldingRange', 'formatting', 'codeLens', 'semanticTokens/full'])
    await wants(method, { textDocument: { uri: 5 } }, noUri);
  assert.equal(
    await editor.sendRequest('textDocument/hover', { textDocument, position: { line: 0, character: 0 } }),
    null,
  );
  editor.dispose();
});
