import type { Document } from '../../parts/index.ts';
import type { CellPlace } from '../place.ts';
import { readSubject } from '../section.ts';
import { listSymbols, type NamedSymbol, type SymbolKind } from '../symbols.ts';
import { findWordText } from '../texts.ts';

/** A text that can be written at the cursor. */
export interface Candidate {
  readonly label: string;
  readonly kind: SymbolKind | 'word' | 'value' | 'root' | 'function' | 'title' | 'table';
  /** One line that editors show next to the label. */
  readonly detail?: string | undefined;
  /** Markdown that explains it. */
  readonly documentation?: string | undefined;
  /** The text to insert instead of the label; `$0` marks the cursor after it, `\n` ends lines. */
  readonly insert?: string;
}

/** The place of a cell or of the value of a line, and the text before the cursor. */
export interface CompletionContext {
  readonly document: Document;
  readonly place: Pick<CellPlace, 'section' | 'row'> & { readonly part: string };
  /** The text of the item before the cursor, without the spaces before it. */
  readonly before: string;
  /** The offset of the cursor. */
  readonly offset: number;
}

/** A code span for an expression. */
export const expression: Candidate = { label: '`…`', kind: 'value', detail: 'an expression', insert: '`$0`' };

/** Candidates for words of the language, each with its explanation in the reference. */
export function createWords({ place }: CompletionContext, words: readonly string[]): readonly Candidate[] {
  return words.map((label) => ({ label, kind: 'word', documentation: findWordText(place.part, label) }));
}

/** The names of a kind that a cell may hold: below the heading of a subject, those of the subject where it has some. */
export function listNames({ document, place }: CompletionContext, kind: SymbolKind): readonly NamedSymbol[] {
  const all = listSymbols(document.service).filter((symbol) => symbol.kind === kind);
  const { subject } = place.section;
  const owner = readResource(readSubject(place.section)) ?? readSubject(place.section);
  return subject === undefined ? all : all.filter(({ of }) => of === undefined || of === owner);
}

/** Candidates for names that the document defines. */
export function createNames(
  { document }: Pick<CompletionContext, 'document'>,
  kinds: readonly SymbolKind[],
  of?: string,
): readonly Candidate[] {
  return listSymbols(document.service)
    .filter((symbol) => kinds.includes(symbol.kind) && (of === undefined || symbol.of === of))
    .map(toCandidate);
}

/** The candidate for a name. */
export function toCandidate({ name, kind, of, meaning }: NamedSymbol): Candidate {
  return { label: name, kind, detail: of === undefined ? kind : `${kind} of ${of}`, documentation: meaning?.text };
}

/** The last word of an operation that begins with an upper-case letter. */
export function readResource(operation: string): string | undefined {
  return operation.split(' ').findLast((word) => /^[A-Z]/.test(word));
}
