import type { TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { sortDiagnostics } from '../diagnostics/list.ts';
import type { ServerContext } from './context.ts';
import { toDiagnostic } from './convert.ts';
import { isModule, listDocumentUris } from './workspace.ts';

/** Milliseconds without a keystroke before diagnostics are sent. */
const quiet = 120;

/** Sends the diagnostics of each open document, and those of its module, after the last keystroke. */
export function publishDiagnostics(
  context: ServerContext,
  texts: TextDocuments<TextDocument>,
  forget: (uri: string) => void,
): void {
  const { sdk, connection, find, modules } = context;
  const timers = new Map<string, NodeJS.Timeout>();
  /** Modules that have diagnostics, by the document that they belong to. */
  const wrong = new Map<string, string>();
  const send = (uri: string): void => {
    timers.delete(uri);
    const text = texts.get(uri);
    if (text === undefined) return;
    const document = find(uri);
    const found = document && modules.check(uri, document);
    const diagnostics =
      document === undefined
        ? []
        : sortDiagnostics(document.diagnostics, found!.document).map((one) =>
            toDiagnostic(sdk, document.source, uri, one),
          );
    void connection.sendDiagnostics({ uri, version: text.version, diagnostics });
    const module = document && modules.find(uri);
    const before = wrong.get(uri);
    if (module !== undefined && found!.module.length > 0) {
      const { uri: at, source } = module;
      wrong.set(uri, at);
      const own = found!.module.map((one) => toDiagnostic(sdk, source, at, one));
      void connection.sendDiagnostics({ uri: at, diagnostics: own });
    } else if (before !== undefined) {
      wrong.delete(uri);
      void connection.sendDiagnostics({ uri: before, diagnostics: [] });
    }
  };
  const schedule = (uri: string): void => {
    clearTimeout(timers.get(uri));
    timers.set(uri, setTimeout(send, quiet, uri));
  };
  texts.onDidChangeContent(({ document: { uri } }) => {
    if (!isModule(uri)) schedule(uri);
    else for (const document of listDocumentUris(uri)) if (texts.get(document) !== undefined) schedule(document);
  });
  texts.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    forget(uri);
    if (!isModule(uri)) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
}
