import type { Connection, InitializeParams, InitializeResult, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { tokenTypes } from '../language-service/highlighting.ts';
import { createCheckedConnection } from './checked-params.ts';
import { commandNames, registerCommands } from './commands.ts';
import type { ServerContext } from './context.ts';
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
import { type EditorSettings, emptyWorkspace, isModule, type Workspace } from './workspace.ts';

/** Opens the files of an editor. */
type OpenWorkspace = (settings: EditorSettings) => Workspace;

/** Serves the Language Server Protocol on standard input and output until the client ends it. */
export async function serveOnStdio(sdk: Sdk, open: OpenWorkspace): Promise<void> {
  const connection = sdk.lsp.createConnection(sdk.lsp.ProposedFeatures.all, process.stdin, process.stdout);
  startServer(sdk, connection, open);
}

/** Registers everything that the server answers on a connection, and listens. */
export function startServer(sdk: Sdk, unchecked: Connection, open: OpenWorkspace = () => emptyWorkspace): void {
  const connection = createCheckedConnection(sdk, unchecked);
  const texts: TextDocuments<TextDocument> = new sdk.lsp.TextDocuments(sdk.TextDocument);
  const documents = createOpenDocuments();
  const readText = (uri: string) => texts.get(uri)?.getText() ?? context.workspace.read(uri);
  const modules = createModules(readText, (module) => context.workspace.findFault(module));
  const find = (uri: string) => {
    if (isModule(uri)) return undefined;
    const text = texts.get(uri);
    if (text !== undefined) return documents.read(text);
    const stored = context.workspace.read(uri);
    return stored === undefined ? undefined : documents.readStored(uri, stored);
  };
  const context: ServerContext = {
    ...{ sdk, connection, modules, find, readText },
    workspace: emptyWorkspace,
    appliesEdits: false,
    showsDocuments: false,
  };
  connection.onInitialize((params) => {
    const { capabilities } = params;
    context.workspace = open(readSettings(params));
    registerModuleFeatures(context, capabilities);
    context.appliesEdits = capabilities.workspace?.applyEdit === true;
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

function readSettings({ workspaceFolders, rootUri, initializationOptions }: InitializeParams): EditorSettings {
  const root = rootUri === null ? [] : [rootUri];
  const options: unknown = initializationOptions;
  const isTrusted =
    typeof options === 'object' && options !== null && 'isTrusted' in options && options.isTrusted === true;
  return { folders: workspaceFolders?.map(({ uri }) => uri) ?? root, isTrusted };
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
