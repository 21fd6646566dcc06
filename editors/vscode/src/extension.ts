import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commands, type ExtensionContext, type Uri, window, workspace } from 'vscode';
import { type Executable, LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { runInTerminal } from './commands';
import { showPreview } from './preview';
import { enterNewRow, registerTables } from './tables';

let client: LanguageClient | undefined;

/** Starts the language server for Markdown files, and registers the commands. */
export async function activate(context: ExtensionContext): Promise<void> {
  const command = findCommand();
  const run: Executable = { command, args: ['lsp'], transport: TransportKind.stdio };
  const current = (): Uri | undefined => window.activeTextEditor?.document.uri;
  client = new LanguageClient(
    'nonet',
    'Nonet',
    { run, debug: run },
    {
      documentSelector: [{ language: 'markdown' }],
      // Visual Studio Code starts the extension in trusted workspaces only: its manifest says so.
      initializationOptions: { isTrusted: workspace.isTrusted },
      // The server has the commands of code lenses. From the palette, they are about the active editor.
      middleware: {
        executeCommand: (name, args, next) => next(name, args.length > 0 ? args : [current()?.toString()]),
        provideOnTypeFormattingEdits: async (document, position, ch, options, token, next) => {
          const edits = await next(document, position, ch, options, token);
          if (edits?.some(({ newText }) => newText.endsWith(' |'))) enterNewRow(document);
          return edits;
        },
      },
    },
  );
  context.subscriptions.push(
    commands.registerCommand('nonet.preview', () => showPreview(client!, current())),
    commands.registerCommand('nonet.check', () => runInTerminal(command, 'check', current())),
    commands.registerCommand('nonet.serve', () => runInTerminal(command, 'serve', current())),
    ...registerTables(),
  );
  try {
    await client.start();
    await commands.executeCommand('setContext', 'nonet.active', true);
  } catch {
    window.showErrorMessage(
      `Nonet: "${command} lsp" does not start. Install it with "npm install nonet", or set nonet.path to the command.`,
    );
  }
}

/** Stops the language server. */
export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}

/** The command of the settings, of the folder's own packages, or of the PATH. */
function findCommand(): string {
  const configured = workspace.getConfiguration('nonet').get<string>('path');
  if (configured) return configured;
  const file = process.platform === 'win32' ? 'nonet.cmd' : 'nonet';
  const folders = workspace.workspaceFolders ?? [];
  const local = folders
    .map(({ uri }) => join(uri.fsPath, 'node_modules', '.bin', file))
    .find((path) => existsSync(path));
  return local ?? 'nonet';
}
