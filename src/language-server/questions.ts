import type { Location } from 'vscode-languageserver';
import { findCodeReferences } from '../language-service/code/references.ts';
import { describeSymbol, hover } from '../language-service/hover.ts';
import { findReferences } from '../language-service/references.ts';
import type { Source, Span } from '../text/location.ts';
import { listCompletions } from './completions.ts';
import type { ServerContext } from './context.ts';
import { toOffset, toRange } from './convert.ts';
import { findSymbolAt, listCode, type SymbolAtPosition } from './symbols.ts';
import { isModule } from './workspace.ts';

/** Registers what an editor asks about one position: completion, hover, definition and references. */
export function registerQuestions(context: ServerContext): void {
  const { sdk, connection, find } = context;
  connection.onCompletion(({ textDocument, position }) => {
    const document = find(textDocument.uri);
    return document === undefined ? [] : listCompletions(sdk, document, toOffset(document.source, position));
  });
  connection.onHover((params) => {
    const { textDocument, position } = params;
    const document = find(textDocument.uri);
    const found = isModule(textDocument.uri)
      ? hoverCode(findSymbolAt(context, params))
      : document && locate(document.source, hover(document, toOffset(document.source, position)));
    if (found === undefined) return null;
    return { contents: { kind: sdk.lsp.MarkupKind.Markdown, value: found.markdown }, range: found.range };
  });
  connection.onDefinition((params) => {
    const found = findSymbolAt(context, params);
    if (found === undefined) return null;
    const { at, document, symbol } = found;
    const code = at.uri === document.uri && at.span.start === symbol.span.start ? locateCode(found) : [];
    return code.length > 0 ? code : toLocation(document.uri, document.document.source, symbol.span);
  });
  connection.onImplementation((params) => {
    const found = findSymbolAt(context, params);
    return found === undefined ? null : locateCode(found);
  });
  connection.onReferences((params) => {
    const found = findSymbolAt(context, params);
    if (found === undefined) return null;
    const { symbol, document, module } = found;
    const own = new Set([symbol.span, ...symbol.others].map(({ start }) => start));
    const { spans } = findReferences(document.document, symbol);
    const { places } = findCodeReferences(module?.text, document.document.service, symbol);
    return [
      ...spans
        .filter(({ start }) => params.context.includeDeclaration || !own.has(start))
        .map((span) => toLocation(document.uri, document.document.source, span)),
      ...places.map(({ span }) => toLocation(module!.uri, module!.source, span)),
    ];
  });
}

function toLocation(uri: string, source: Source, span: Span): Location {
  return { uri, range: toRange(source, span) };
}

function locateCode(found: SymbolAtPosition): Location[] {
  return listCode(found).map((span) => toLocation(found.module!.uri, found.module!.source, span));
}

function locate(source: Source, found: { readonly markdown: string; readonly span: Span } | undefined) {
  return found && { markdown: found.markdown, range: toRange(source, found.span) };
}

function hoverCode(found: SymbolAtPosition | undefined) {
  if (found === undefined) return undefined;
  return locate(found.at.source, {
    markdown: describeSymbol(found.document.document, found.symbol),
    span: found.at.span,
  });
}
