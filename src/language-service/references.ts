import { type Document, readDocument } from '../parts/index.ts';
import { createSource, type Span } from '../text/location.ts';
import { listSameNames, type NamedSymbol } from './symbols.ts';

/** The places of a name, and what would be wrong if all of them had another one. */
export interface References {
  /** In the order of the document, the definition among them. */
  readonly spans: readonly Span[];
  /** Messages of diagnostics that a new name at these places would add. */
  readonly conflicts: readonly string[];
}

/**
 * Finds the places that mean a symbol. It gives the definition another name and reads the document: each place that then names
 * something unknown means the symbol, as does a place that belongs to it. So a reference is exactly what the checks take for one.
 */
export function findReferences(document: Document, symbol: NamedSymbol, newName?: string): References {
  if (symbol.kind === 'operation' && symbol.name.includes(' ')) return findPhrase(document, symbol, newName);
  const { source, service } = document;
  const fresh = newName ?? createFreshName(source.text, symbol.name);
  const before = new Set(document.diagnostics.map(({ code, span }) => `${code} ${span.start}`));
  const same = listSameNames(service, symbol);
  const { tenant } = service.authentication;
  const stated = same.length > 1 && tenant !== undefined ? [tenant.span] : [];
  const defined = [...same.flatMap((one) => [one.span, ...one.others]), ...stated];
  const spans = new Map(defined.map((span) => [span.start, span]));
  for (;;) {
    const renamed = rename(document, [...spans.values()], fresh);
    const added = renamed.document.diagnostics.filter(
      ({ code, span }) => !before.has(`${code} ${renamed.locate(span).start}`),
    );
    const found = added
      .flatMap(({ span, also = [] }) => [span, ...also.map((other) => other.span)])
      .flatMap((span) => findWord(source.text, renamed.locate(span), symbol.name))
      .filter(({ start }) => !spans.has(start));
    if (found.length === 0) {
      return { spans: sort(spans), conflicts: added.map(({ message }) => message) };
    }
    for (const span of found) spans.set(span.start, span);
  }
}

function sort(spans: ReadonlyMap<number, Span>): readonly Span[] {
  return [...spans.values()].sort((a, b) => a.start - b.start);
}

/** Returns the name with a suffix so that the text does not contain it. */
function createFreshName(text: string, name: string): string {
  let suffix = 'zq';
  while (text.includes(name + suffix)) suffix += 'q';
  return name + suffix;
}

/** The document with another name at some places, and a function that maps its spans to the original text. */
function rename(document: Document, spans: readonly Span[], name: string) {
  const { source } = document;
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  let text = '';
  let end = 0;
  for (const span of sorted) {
    text += source.text.slice(end, span.start) + name;
    end = span.end;
  }
  text += source.text.slice(end);
  const toOld = (offset: number): number => {
    let shift = 0;
    for (const { start, end: stop } of sorted) {
      if (start + shift + name.length > offset)
        return offset < start + shift ? offset - shift : Math.min(offset - shift, stop);
      shift += name.length - (stop - start);
    }
    return offset - shift;
  };
  const locate = ({ start, end: stop }: Span): Span => ({ start: toOld(start), end: toOld(stop) });
  return { document: readDocument(createSource(source.name, text)), locate };
}

/** Lists the places of a name as a whole word in a span. */
export function findWord(text: string, { start, end }: Span, name: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(name, start); at !== -1 && at + name.length <= end; at = text.indexOf(name, at + 1)) {
    // A minus before a name in an order is not part of it.
    const before = at === start ? '' : (text[at - 1] ?? '');
    const isWhole = !/[\w-]/.test(before) && !/[\w-]/.test(text[at + name.length] ?? '');
    if (isWhole) found.push({ start: at, end: at + name.length });
  }
  return found;
}

/** The places of an operation without a name of its own: a phrase such as `pay Invoice` means nothing else outside prose. */
function findPhrase({ source, service }: Document, { name }: NamedSymbol, newName: string | undefined): References {
  const prose = [...service.summary, ...service.parts.flatMap((part) => part.prose)];
  const all = findWord(source.text, { start: 0, end: source.text.length }, name);
  const spans = all.filter(({ start }) => !prose.some((at) => start >= at.start && start < at.end));
  const reason = 'its name is its verb and its resource: rename the transition or the resource, or add `as <name>`';
  return { spans, conflicts: newName === undefined ? [] : [reason] };
}
