import { type Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

const panels = new Map<string, WebviewPanel>();

/** Shows the documentation page of a document beside its text. The page follows the text while it has no errors. */
export async function showPreview(client: LanguageClient, uri: Uri | undefined): Promise<void> {
  if (uri === undefined) return;
  const key = uri.toString();
  const known = panels.get(key);
  if (known !== undefined) {
    known.reveal(undefined, true);
    await update(client, key, known);
    return;
  }
  const options = { enableScripts: true, retainContextWhenHidden: true };
  const panel = window.createWebviewPanel(
    'nonet',
    'Nonet',
    { viewColumn: ViewColumn.Beside, preserveFocus: true },
    options,
  );
  panels.set(key, panel);
  let timer: NodeJS.Timeout | undefined;
  const changes = workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.toString() !== key) return;
    clearTimeout(timer);
    timer = setTimeout(() => void update(client, key, panel), 400);
  });
  panel.onDidDispose(() => {
    clearTimeout(timer);
    changes.dispose();
    panels.delete(key);
  });
  await update(client, key, panel);
}

async function update(client: LanguageClient, uri: string, panel: WebviewPanel): Promise<void> {
  const response = await client.sendRequest<{ html?: string; reason?: string }>('nonet/documentation', { uri });
  if (response.html !== undefined) panel.webview.html = response.html;
  else if (panel.webview.html === '') panel.webview.html = `<p>${escapeHtml(response.reason ?? '')}</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
