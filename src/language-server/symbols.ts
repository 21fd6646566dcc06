import type { Position } from 'vscode-languageserver';
import { findDefinedCode, findSymbolInCode } from '../language-service/code/symbol-at.ts';
import { findSymbol } from '../language-service/definition.ts';
import type { NamedSymbol } from '../language-service/symbols.ts';
import type { Document } from '../parts/index.ts';
import type { Source, Span } from '../text/location.ts';
import type { ServerContext } from './context.ts';
import { toOffset } from './convert.ts';
import type { OpenModule } from './modules.ts';
import { isModule, listDocumentUris } from './workspace.ts';

/** A name at a position of a document or of its module. */
export interface SymbolAtPosition {
  /** The text that has the position. */
  readonly at: { readonly uri: string; readonly source: Source; readonly span: Span };
  readonly document: { readonly uri: string; readonly document: Document };
  readonly module: OpenModule | undefined;
  readonly symbol: NamedSymbol;
}

/** Finds the name at a position; none in texts that are not a document or the module of one. */
export function findSymbolAt(
  context: ServerContext,
  { textDocument: { uri }, position }: { readonly textDocument: { readonly uri: string }; readonly position: Position },
): SymbolAtPosition | undefined {
  if (!isModule(uri)) {
    const document = context.find(uri);
    const found = document && findSymbol(document, toOffset(document.source, position));
    if (document === undefined || found === undefined) return undefined;
    const at = { uri, source: document.source, span: found.span };
    return { at, document: { uri, document }, module: context.modules.find(uri), symbol: found.symbol };
  }
  for (const documentUri of listDocumentUris(uri)) {
    const document = context.find(documentUri);
    const module = document && context.modules.find(documentUri);
    if (document === undefined || module?.uri !== uri) continue;
    const found = findSymbolInCode(module.text, document.service, toOffset(module.source, position));
    if (found === undefined) return undefined;
    const at = { uri, source: module.source, span: found.span };
    return { at, document: { uri: documentUri, document }, module, symbol: found.symbol };
  }
  return undefined;
}

/** The functions of the module that implement a name: its handler, its hooks, or its computed values. */
export function listCode({ module, document, symbol }: SymbolAtPosition): readonly Span[] {
  return findDefinedCode(module?.text, document.document.service, symbol);
}
