import type { Connection, InitializeResult, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { tokenTypes } from '../language-service/highlighting.ts';
import { toDiagnostic } from './convert.ts';
import { registerDocumentation } from './documentation.ts';
import { createOpenDocuments } from './documents.ts';
import { registerEdits } from './edits.ts';
import { registerQuestions } from './questions.ts';
import type { Sdk } from './sdk.ts';
import { registerViews } from './views.ts';

/** Milliseconds without a keystroke before diagnostics are sent. */
const quiet = 120;

/** Serves the Language Server Protocol on standard input and output until the client ends it. */
export async function serveOnStdio(sdk: Sdk): Promise<void> {
  const connection = sdk.lsp.createConnection(sdk.lsp.ProposedFeatures.all, process.stdin, process.stdout);
  startServer(sdk, connection);
}

/** Registers everything that the server answers on a connection, and listens. */
export function startServer(sdk: Sdk, connection: Connection): void {
  const texts: TextDocuments<TextDocument> = new sdk.lsp.TextDocuments(sdk.TextDocument);
  const documents = createOpenDocuments();
  const find = (uri: string) => {
    const text = texts.get(uri);
    return text === undefined ? undefined : documents.read(text);
  };
  connection.onInitialize(() => describeServer(sdk));
  const context = { sdk, connection, find };
  registerQuestions(context);
  registerViews(context);
  registerEdits(context);
  registerDocumentation(context);
  const timers = new Map<string, NodeJS.Timeout>();
  const send = (uri: string): void => {
    timers.delete(uri);
    const text = texts.get(uri);
    if (text === undefined) return;
    const document = find(uri);
    const diagnostics =
      document?.diagnostics.map((diagnostic) => toDiagnostic(sdk, document.source, uri, diagnostic)) ?? [];
    void connection.sendDiagnostics({ uri, version: text.version, diagnostics });
  };
  texts.onDidChangeContent(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.set(uri, setTimeout(send, quiet, uri));
  });
  texts.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    documents.forget(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  texts.listen(connection);
  connection.listen();
}

function describeServer({ lsp }: Sdk): InitializeResult {
  return {
    serverInfo: { name: 'nonet' },
    capabilities: {
      textDocumentSync: lsp.TextDocumentSyncKind.Incremental,
      completionProvider: { triggerCharacters: ['|', ' ', '.', '`', '#', '-', ',', ';', '{', '"', '='] },
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      documentFormattingProvider: true,
      documentOnTypeFormattingProvider: { firstTriggerCharacter: '\n' },
      codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix] },
      codeLensProvider: {},
      inlayHintProvider: true,
      semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
    },
  };
}
