import type { ClientCapabilities, Registration } from 'vscode-languageserver';
import type { ServerContext } from './context.ts';

const languages = ['typescript', 'javascript'];

/**
 * Registers what the server answers in modules of documents: definition, references, hover and renaming. Other features stay
 * with Markdown, so that an editor does not offer them twice in TypeScript. Clients without dynamic registration name the
 * languages in their settings.
 */
export function registerModuleFeatures({ sdk, connection }: ServerContext, { textDocument }: ClientCapabilities): void {
  if (textDocument?.definition?.dynamicRegistration !== true) return;
  if (textDocument.synchronization?.dynamicRegistration !== true) return;
  const documentSelector = languages.map((language) => ({ scheme: 'file', language }));
  const methods: Readonly<Record<string, object>> = {
    'textDocument/didOpen': {},
    'textDocument/didChange': { syncKind: sdk.lsp.TextDocumentSyncKind.Incremental },
    'textDocument/didClose': {},
    'textDocument/hover': {},
    'textDocument/definition': {},
    'textDocument/references': {},
    'textDocument/rename': { prepareProvider: true },
  };
  const registrations = Object.entries(methods).map(([method, options]): Registration => {
    return { id: `module ${method}`, method, registerOptions: { documentSelector, ...options } };
  });
  connection.onInitialized(() => void connection.sendRequest('client/registerCapability', { registrations }));
}
