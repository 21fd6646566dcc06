import { findSymbol } from '../language-service/definition.ts';
import { listFixes } from '../language-service/fixes.ts';
import { formatDocument } from '../language-service/formatting.ts';
import { findReferences } from '../language-service/references.ts';
import { formatNewLine } from '../language-service/row-formatting.ts';
import type { ServerContext } from './context.ts';
import { toDiagnostic, toOffset, toRange, toTextEdits } from './convert.ts';

/** Registers what changes a document: fixes, formatting and renaming. */
export function registerEdits({ sdk, connection, find }: ServerContext): void {
  connection.onCodeAction(({ textDocument: { uri }, range }) => {
    const document = find(uri);
    if (document === undefined) return [];
    const { source } = document;
    const span = { start: toOffset(source, range.start), end: toOffset(source, range.end) };
    return listFixes(document, span).map(({ title, diagnostic, span: at, text }) => ({
      title,
      kind: sdk.lsp.CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(sdk, source, uri, diagnostic)],
      isPreferred: true,
      edit: { changes: { [uri]: toTextEdits(source, [{ span: at, text }]) } },
    }));
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
  connection.onPrepareRename(({ textDocument, position }) => {
    const document = find(textDocument.uri);
    const found = document && findSymbol(document, toOffset(document.source, position));
    return document === undefined || found === undefined ? null : toRange(document.source, found.span);
  });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const document = find(uri);
    const found = document && findSymbol(document, toOffset(document.source, position));
    if (document === undefined || found === undefined) return null;
    const { spans, conflicts } = findReferences(document, found.symbol, newName);
    if (conflicts.length > 0) {
      const reason = `${found.symbol.name} cannot be renamed to ${newName}: ${conflicts[0]}`;
      return new sdk.lsp.ResponseError(sdk.lsp.ErrorCodes.InvalidRequest, reason);
    }
    return {
      changes: {
        [uri]: toTextEdits(
          document.source,
          spans.map((span) => ({ span, text: newName })),
        ),
      },
    };
  });
}
