import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commands, type ExtensionContext, env, Uri, window, workspace } from 'vscode';
import { type Executable, LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { runInTerminal } from './commands';
import { showPreview } from './preview';

let client: LanguageClient | undefined;

/** Starts the language server for Markdown files, and registers the commands. */
export async function activate(context: ExtensionContext): Promise<void> {
  const command = findCommand();
  const run: Executable = { command, args: ['lsp'], transport: TransportKind.stdio };
  client = new LanguageClient('nonet', 'Nonet', { run, debug: run }, { documentSelector: [{ language: 'markdown' }] });
  const { subscriptions } = context;
  const current = (): Uri | undefined => window.activeTextEditor?.document.uri;
  subscriptions.push(
    commands.registerCommand('nonet.preview', () => showPreview(client!, current())),
    commands.registerCommand('nonet.check', () => runInTerminal(command, 'check', current())),
    commands.registerCommand('nonet.serve', () => runInTerminal(command, 'serve', current())),
    commands.registerCommand('nonet.compare', () => runInTerminal(command, 'compare', current())),
    commands.registerCommand('nonet.explain', (uri: string, request: string) =>
      runInTerminal(command, 'explain', Uri.parse(uri), request),
    ),
    commands.registerCommand('nonet.try', async (uri: string) => {
      await runInTerminal(command, 'serve', Uri.parse(uri));
      setTimeout(() => void env.openExternal(Uri.parse('http://127.0.0.1:4000/docs')), 2000);
    }),
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
