import type { Connection, InitializeResult, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { tokenTypes } from '../language-service/highlighting.ts';
import { commandNames, registerCommands } from './commands.ts';
import { publishDiagnostics } from './diagnosing.ts';
import { registerDocumentation } from './documentation.ts';
import { createOpenDocuments } from './documents.ts';
import { registerEdits } from './edits.ts';
import { registerModuleFeatures } from './module-features.ts';
import { createModules } from './modules.ts';
import { registerQuestions } from './questions.ts';
import { registerRenames } from './renames.ts';
import type { Sdk } from './sdk.ts';
import { registerViews } from './views.ts';
import { emptyWorkspace, isModule, type Workspace } from './workspace.ts';

/** Serves the Language Server Protocol on standard input and output until the client ends it. */
export async function serveOnStdio(sdk: Sdk, workspace: Workspace): Promise<void> {
  const connection = sdk.lsp.createConnection(sdk.lsp.ProposedFeatures.all, process.stdin, process.stdout);
  startServer(sdk, connection, workspace);
}

/** Registers everything that the server answers on a connection, and listens. */
export function startServer(sdk: Sdk, connection: Connection, workspace: Workspace = emptyWorkspace): void {
  const texts: TextDocuments<TextDocument> = new sdk.lsp.TextDocuments(sdk.TextDocument);
  const documents = createOpenDocuments();
  const readText = (uri: string) => texts.get(uri)?.getText() ?? workspace.read(uri);
  const modules = createModules(readText, workspace);
  const find = (uri: string) => {
    if (isModule(uri)) return undefined;
    const text = texts.get(uri);
    if (text !== undefined) return documents.read(text);
    const stored = workspace.read(uri);
    return stored === undefined ? undefined : documents.readStored(uri, stored);
  };
  const context = { sdk, connection, workspace, modules, find, readText, showsDocuments: false };
  connection.onInitialize(({ capabilities }) => {
    registerModuleFeatures(context, capabilities);
    context.showsDocuments = capabilities.window?.showDocument?.support === true;
    return describeServer(sdk);
  });
  registerQuestions(context);
  registerViews(context);
  registerEdits(context);
  registerCommands(context);
  registerRenames(context);
  registerDocumentation(context);
  publishDiagnostics(context, texts, (uri) => documents.forget(uri));
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
      implementationProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      documentFormattingProvider: true,
      documentOnTypeFormattingProvider: { firstTriggerCharacter: '\n' },
      codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Source] },
      codeLensProvider: {},
      executeCommandProvider: { commands: [...commandNames] },
      inlayHintProvider: true,
      semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
    },
  };
}
