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

test('the language server answers wrong parameters with invalid params, and says which one', async () => {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const sdk = await loadSdk();
  startServer(sdk, sdk.lsp.createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)));
  const editor = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  editor.listen();
  await editor.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  const textDocument = { uri: 'file:///a.md' };
  const ask = async (method: string, params: object): Promise<string> => {
    const { code, message } = await editor.sendRequest(`textDocument/${method}`, params).then(
      () => assert.fail(method),
      (error) => error,
    );
    assert.equal(code, -32602, method);
    return message;
  };
  const ofUri = async (method: string, params: object): Promise<void> =>
    assert.equal(await ask(method, params), 'The parameter textDocument.uri must be a string.');
  const ofPosition = async (method: string, params: object): Promise<void> =>
    assert.equal(
      await ask(method, params),
      'The parameter position must have a line and a character, each an integer from 0.',
    );
  const ofRange = async (method: string, params: object): Promise<void> =>
    assert.equal(
      await ask(method, params),
      'The parameter range must have a start and an end, each with a line and a character.',
    );
  for (const method of [
    'completion',
    'hover',
    'definition',
    'implementation',
    'references',
    'prepareRename',
    'rename',
  ]) {
    await ofUri(method, {});
    await ofPosition(method, { textDocument });
    await ofPosition(method, { textDocument, position: { line: -1, character: 0 } });
  }
  for (const method of ['onTypeFormatting']) await ofPosition(method, { textDocument });
  for (const method of ['codeAction', 'inlayHint']) await ofRange(method, { textDocument });
  for (const method of ['documentSymbol', 'foldingRange', 'formatting', 'codeLens', 'semanticTokens/full'])
    await ofUri(method, { textDocument: { uri: 5 } });
  assert.equal(
    await editor.sendRequest('textDocument/hover', { textDocument, position: { line: 0, character: 0 } }),
    null,
  );
  editor.dispose();
});

test('the language server ignores changes of texts that it cannot read, says so, and goes on', async () => {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const sdk = await loadSdk();
  startServer(sdk, sdk.lsp.createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)));
  const editor = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  const told: string[] = [];
  editor.onNotification('window/logMessage', ({ message }: { message: string }) => void told.push(message));
  editor.listen();
  await editor.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  const whole = { uri: 'file:///a.md', languageId: 'markdown', version: 1, text: '# A\n' };
  const wrongOpenings = [
    { ...whole, version: undefined },
    { ...whole, text: 7 },
    { ...whole, text: null },
    { ...whole, uri: 5 },
    null,
  ];
  for (const textDocument of wrongOpenings) await editor.sendNotification('textDocument/didOpen', { textDocument });
  await editor.sendNotification('textDocument/didOpen', { textDocument: whole });
  const wrongChanges = [null, {}, [{ text: 5 }], [{ text: 'a', range: null }], [null]];
  for (const contentChanges of wrongChanges)
    await editor.sendNotification('textDocument/didChange', {
      textDocument: { uri: whole.uri, version: 2 },
      contentChanges,
    });
  // diagnostics are sent after the last keystroke: a text that cannot be read would end the process then
  await new Promise((resolve) => setTimeout(resolve, 400));
  const unknown = editor.sendRequest('workspace/executeCommand', { command: '__proto__', arguments: [whole.uri, ''] });
  await assert.rejects(unknown, { code: -32602, message: 'There is no command __proto__.' });
  const [openings, changes] = [told.slice(0, wrongOpenings.length), told.slice(wrongOpenings.length)];
  assert.equal(changes.length, wrongChanges.length);
  for (const text of openings)
    assert.equal(text, 'A text was not opened: textDocument must have a uri, a text and a version.');
  for (const text of changes)
    assert.equal(text, 'A text was not changed: each change must have a text, and a range or none.');
  editor.dispose();
});
