import { listFixes } from '../language-service/fixes.ts';
import { formatDocument } from '../language-service/formatting.ts';
import { formatNewLine } from '../language-service/row-formatting.ts';
import { listChangesActions } from './changes-actions.ts';
import type { ServerContext } from './context.ts';
import { toDiagnostic, toOffset, toTextEdits } from './convert.ts';

/** Registers what changes a document: fixes and formatting. */
export function registerEdits(context: ServerContext): void {
  const { sdk, connection, find } = context;
  connection.onCodeAction(async ({ textDocument: { uri }, range, context: { only } }) => {
    const document = find(uri);
    if (document === undefined) return [];
    const { source } = document;
    const span = { start: toOffset(source, range.start), end: toOffset(source, range.end) };
    const fixes = listFixes(document, span).map(({ title, diagnostic, span: at, text }) => ({
      title,
      kind: sdk.lsp.CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(sdk, source, uri, diagnostic)],
      isPreferred: true,
      edit: { changes: { [uri]: toTextEdits(source, [{ span: at, text }]) } },
    }));
    return [...fixes, ...listChangesActions(context, uri, document, { offset: span.start, only })];
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const document = find(textDocument.uri);
    return document === undefined ? [] : toTextEdits(document.source, formatDocument(document));
  });
  connection.onDocumentOnTypeFormatting(({ textDocument, position }) => {
    const document = find(textDocument.uri);
    return document === undefined
      ? []
      : toTextEdits(document.source, formatNewLine(document.source, toOffset(document.source, position)));
  });
}
