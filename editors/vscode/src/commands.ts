import { dirname } from 'node:path';
import { type Uri, window } from 'vscode';

/** Runs a command of Nonet on a document in a terminal. */
export function runInTerminal(command: string, name: 'check' | 'serve', uri: Uri | undefined): void {
  if (uri === undefined || uri.scheme !== 'file') {
    window.showInformationMessage('Nonet: open a document that is stored in a file.');
    return;
  }
  const file = uri.fsPath;
  const terminal = window.createTerminal({ name: `nonet ${name}`, cwd: dirname(file) });
  terminal.show();
  terminal.sendText([command, name, file].map(quote).join(' '));
}

function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, '\\$1')}"`;
}
