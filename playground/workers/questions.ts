import type { Candidate } from '../../src/language-service/completion/candidate.ts';
import { complete } from '../../src/language-service/completion.ts';
import { findSymbol } from '../../src/language-service/definition.ts';
import { formatDocument } from '../../src/language-service/formatting.ts';
import { hover } from '../../src/language-service/hover.ts';
import { findReferences } from '../../src/language-service/references.ts';
import type { Document } from '../../src/parts/index.ts';
import type { Span } from '../../src/text/location.ts';
import type { LanguageFunctions, Range, Renaming, ShownCompletion, TextEdit } from './protocol.ts';

const toRange = ({ start, end }: Span): Range => ({ from: start, to: end });

/** Lists the texts that can be written at an offset, each label once. */
export function listCompletions(document: Document, offset: number): ReturnType<LanguageFunctions['complete']> {
  const { replace, candidates } = complete(document, offset);
  const unique = new Map<string, Candidate>();
  for (const candidate of candidates) if (!unique.has(candidate.label)) unique.set(candidate.label, candidate);
  const shown = [...unique.values()].map(({ label, kind, detail, documentation, insert }): ShownCompletion => {
    return {
      label,
      kind,
      ...(detail === undefined ? {} : { detail }),
      ...(documentation === undefined ? {} : { documentation }),
      ...(insert === undefined ? {} : { insert }),
    };
  });
  return { from: replace.start, candidates: shown };
}

/** Explains the text at an offset in Markdown. */
export function explainAt(document: Document, offset: number): ReturnType<LanguageFunctions['hover']> {
  const found = hover(document, offset);
  return found && { ...toRange(found.span), markdown: found.markdown };
}

/** Finds the definition of the name at an offset. */
export function findDefinition(document: Document, offset: number): ReturnType<LanguageFunctions['define']> {
  const found = findSymbol(document, offset);
  return found && { ...toRange(found.span), target: toRange(found.symbol.span), name: found.symbol.name };
}

/** Gives the name at an offset another one, everywhere. */
export function renameAt(document: Document, offset: number, name: string): Renaming {
  const found = findSymbol(document, offset);
  if (found === undefined) return { reason: 'The document defines no name here.' };
  const { spans, conflicts } = findReferences(document, found.symbol, name);
  if (conflicts.length > 0) return { reason: `${found.symbol.name} cannot be renamed to ${name}: ${conflicts[0]}` };
  return { edits: spans.map((span) => ({ ...toRange(span), text: name })) };
}

/** Returns the edits that `nonet fmt` would make. */
export function listFormatEdits(document: Document): readonly TextEdit[] {
  return formatDocument(document).map(({ span, text }) => ({ ...toRange(span), text }));
}
