import { findSymbol } from '../language-service/definition.ts';
import { hover } from '../language-service/hover.ts';
import { findReferences } from '../language-service/references.ts';
import { listCompletions } from './completions.ts';
import type { ServerContext } from './context.ts';
import { toOffset, toRange } from './convert.ts';

/** Registers what an editor asks about one position: completion, hover, definition and references. */
export function registerQuestions({ sdk, connection, find }: ServerContext): void {
  connection.onCompletion(({ textDocument, position }) => {
    const document = find(textDocument.uri);
    return document === undefined ? [] : listCompletions(sdk, document, toOffset(document.source, position));
  });
  connection.onHover(({ textDocument, position }) => {
    const document = find(textDocument.uri);
    const found = document && hover(document, toOffset(document.source, position));
    if (document === undefined || found === undefined) return null;
    const contents = { kind: sdk.lsp.MarkupKind.Markdown, value: found.markdown };
    return { contents, range: toRange(document.source, found.span) };
  });
  connection.onDefinition(({ textDocument: { uri }, position }) => {
    const document = find(uri);
    const found = document && findSymbol(document, toOffset(document.source, position));
    if (document === undefined || found === undefined) return null;
    return { uri, range: toRange(document.source, found.symbol.span) };
  });
  connection.onReferences(({ textDocument: { uri }, position, context }) => {
    const document = find(uri);
    const found = document && findSymbol(document, toOffset(document.source, position));
    if (document === undefined || found === undefined) return null;
    const own = new Set([found.symbol.span, ...found.symbol.others].map(({ start }) => start));
    return findReferences(document, found.symbol)
      .spans.filter(({ start }) => context.includeDeclaration || !own.has(start))
      .map((span) => ({ uri, range: toRange(document.source, span) }));
  });
}
