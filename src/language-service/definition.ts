import type { Document } from '../parts/index.ts';
import type { Span } from '../text/location.ts';
import { findPlace } from './place.ts';
import { findReferences, findWord } from './references.ts';
import { listSymbols, type NamedSymbol } from './symbols.ts';

/** A symbol at a place, with the stretch that names it there. */
export interface SymbolAt {
  readonly symbol: NamedSymbol;
  readonly span: Span;
}

/** Finds what the name at an offset means: the definition itself, or the only symbol that has a reference there. */
export function findSymbol(document: Document, offset: number): SymbolAt | undefined {
  const { source, service } = document;
  const place = findPlace(source, offset);
  const isProse = place.kind === 'text' || (place.kind === 'cell' && place.column.reads === 'prose');
  if (isProse || place.kind === 'column title') return findColumnState(document, offset);
  const line = { start: place.span.start, end: Math.max(place.span.end, offset) };
  const covers = ({ start, end }: Span): boolean => offset >= start && offset <= end;
  const found = listSymbols(service)
    .map((symbol) => ({ symbol, span: findWord(source.text, line, symbol.name).find(covers) }))
    .filter((at): at is SymbolAt => at.span !== undefined)
    .sort((a, b) => b.symbol.name.length - a.symbol.name.length);
  const defined = found.find(({ symbol, span }) =>
    [symbol.span, ...symbol.others].some(({ start }) => start === span.start),
  );
  return defined ?? found.find((at) => hasReference(document, at));
}

function hasReference(document: Document, { symbol, span }: SymbolAt): boolean {
  return findReferences(document, symbol).spans.some(({ start }) => start === span.start);
}

/** A state in the titles of a matrix. */
function findColumnState(document: Document, offset: number): SymbolAt | undefined {
  const states = listSymbols(document.service).filter(({ kind }) => kind === 'state');
  const place = findPlace(document.source, offset);
  if (place.kind !== 'column title') return undefined;
  const word = document.source.text.slice(place.span.start, place.span.end);
  return states
    .filter(({ name }) => name === word)
    .map((symbol) => ({ symbol, span: place.span }))
    .find((at) => hasReference(document, at));
}
