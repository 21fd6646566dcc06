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
  const spans: Spans = new Map(defined.map((span) => [span.start, span]));
  /** Lists the problems of the name at some places, each with the words there that are the name. */
  const listConflicts = (at: Spans): readonly Conflict[] => {
    const renamed = rename(document, [...at.values()], fresh);
    return renamed.document.diagnostics
      .filter(({ code, span }) => !before.has(`${code} ${renamed.locate(span).start}`))
      .map(({ message, span, also = [] }) => ({
        message,
        words: [span, ...also.map((other) => other.span)].flatMap((one) =>
          findWord(source.text, renamed.locate(one), symbol.name),
        ),
      }));
  };
  for (;;) {
    const added = listConflicts(spans);
    const found = added.flatMap(({ words }) => words).filter(({ start }) => !spans.has(start));
    if (found.length === 0) {
      const fixed = new Set(defined.map(({ start }) => start));
      const settled = removeOthers(spans, added, fixed, listConflicts);
      return { spans: sort(settled.spans), conflicts: settled.conflicts.map(({ message }) => message) };
    }
    for (const span of found) spans.set(span.start, span);
  }
}

type Spans = Map<number, Span>;

interface Conflict {
  readonly message: string;
  readonly words: readonly Span[];
}

/**
 * Leaves out the places of other things with the same name, which a message about more than one word has taken along: without them less
 * is wrong.
 */
function removeOthers(
  spans: Spans,
  conflicts: readonly Conflict[],
  fixed: ReadonlySet<number>,
  listConflicts: (at: Spans) => readonly Conflict[],
): { readonly spans: Spans; readonly conflicts: readonly Conflict[] } {
  for (const { start } of conflicts.flatMap(({ words }) => words)) {
    if (fixed.has(start) || !spans.has(start)) continue;
    const others = new Map(spans);
    others.delete(start);
    const fewer = listConflicts(others);
    if (fewer.length < conflicts.length) return removeOthers(others, fewer, fixed, listConflicts);
  }
  return { spans, conflicts };
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
