import { listFolds } from '../language-service/folding.ts';
import { highlight, tokenTypes } from '../language-service/highlighting.ts';
import { listHints } from '../language-service/hints.ts';
import { listLenses } from '../language-service/lenses.ts';
import { outline } from '../language-service/outline.ts';
import type { ServerContext } from './context.ts';
import { toDocumentSymbol, toOffset, toPosition, toRange } from './convert.ts';

/** Registers what an editor shows of a whole document: outline, folds, highlighting, hints and lenses. */
export function registerViews({ sdk, connection, find, modules }: ServerContext): void {
  connection.onDocumentSymbol(({ textDocument }) => {
    const document = find(textDocument.uri);
    if (document === undefined) return [];
    return outline(document).map((entry) => toDocumentSymbol(sdk, document.source, entry));
  });
  connection.onFoldingRanges(({ textDocument }) => {
    const document = find(textDocument.uri);
    const folds = document === undefined ? [] : listFolds(document);
    return folds.map(({ first, last }) => ({ startLine: first - 1, endLine: last - 1 }));
  });
  connection.languages.semanticTokens.on(({ textDocument }) => {
    const builder = new sdk.lsp.SemanticTokensBuilder();
    const document = find(textDocument.uri);
    for (const { span, type } of document === undefined ? [] : highlight(document)) {
      const { line, character } = toPosition(document!.source, span.start);
      builder.push(line, character, span.end - span.start, tokenTypes.indexOf(type), 0);
    }
    return builder.build();
  });
  connection.languages.inlayHint.on(({ textDocument, range }) => {
    const document = find(textDocument.uri);
    if (document === undefined) return [];
    const [first, last] = [toOffset(document.source, range.start), toOffset(document.source, range.end)];
    return listHints(document, modules.find(textDocument.uri)?.text)
      .filter(({ offset }) => offset >= first && offset <= last)
      .map(({ offset, label, tooltip }) => ({
        position: toPosition(document.source, offset),
        label,
        tooltip,
        paddingLeft: true,
      }));
  });
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const document = find(uri);
    return (document === undefined ? [] : listLenses(document, modules.find(uri)?.text)).map(
      ({ span, title, command }) => ({
        range: toRange(document!.source, span),
        command: {
          title,
          command: command?.name ?? '',
          arguments: command === undefined ? [] : [uri, command.request],
        },
      }),
    );
  });
}
