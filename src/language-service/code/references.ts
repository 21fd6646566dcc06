import type { Service } from '../../parts/service.ts';
import type { Span } from '../../text/location.ts';
import type { NamedSymbol } from '../symbols.ts';
import { findFieldPlaces, findOtherProperties } from './fields.ts';
import type { ModuleText } from './module-text.ts';
import { findNamePlaces } from './names.ts';
import type { CodePlace } from './places.ts';
import { isAccess, isMark, isWord } from './syntax.ts';

/** The places of a module that mean a name. */
export interface CodeReferences {
  /** Places that mean the name for sure, in the order of the text. */
  readonly places: readonly CodePlace[];
  /** Other places that contain the name: they may mean it. */
  readonly unclear: readonly Span[];
}

const none: CodeReferences = { places: [], unclear: [] };

/**
 * Finds the places of a module that mean a name of its document: keys of handlers and hooks, the names in calls of the context
 * and of the store, and properties of values whose resource is known. It runs nothing and needs no TypeScript.
 */
export function findCodeReferences(
  module: ModuleText | undefined,
  service: Service,
  symbol: NamedSymbol,
): CodeReferences {
  if (module === undefined) return none;
  const found = [...findNamePlaces(module, service, symbol), ...findFieldPlaces(module, service, symbol)];
  const others = findOtherProperties(module, service, symbol);
  const places = new Map(found.map((place) => [place.span.start, place]));
  const sorted = [...places.values()].sort((a, b) => a.span.start - b.span.start);
  return { places: sorted, unclear: findUnclear(module, symbol, [...sorted.map(({ span }) => span), ...others]) };
}

/** Lists the other places of a name: properties and keys that are spelled like it, and texts that contain it. */
function findUnclear(
  { source, tokens }: ModuleText,
  { name, kind }: NamedSymbol,
  known: readonly Span[],
): readonly Span[] {
  const pattern = new RegExp(`(?<![\\w.-])${name.replace(/[^\w\s]/g, '\\$&')}(?![\\w-])`, 'g');
  const isKnown = (start: number): boolean => known.some((span) => start >= span.start && start < span.end);
  return tokens.flatMap((token, at): Span[] => {
    const { kind: of, span } = token;
    if (of === 'word') {
      const isKey = isMark(tokens, at - 1, '{', ',') && isMark(tokens, at + 1, ':', ',', '}', '(');
      const isType = kind === 'resource' || kind === 'object' || kind === 'union';
      return token.text === name && !isKnown(span.start) && (isAccess(tokens, at) || isKey || isType) ? [span] : [];
    }
    const isQuery = of === 'template' && /[=<>]| in /.test(source.text.slice(span.start, span.end));
    if ((of !== 'string' && !isQuery) || isWord(tokens, at - 1, 'from')) return [];
    return [...source.text.slice(span.start, span.end).matchAll(pattern)]
      .map(({ index }) => ({ start: span.start + index, end: span.start + index + name.length }))
      .filter(({ start }) => !isKnown(start));
  });
}
