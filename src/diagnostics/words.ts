import { type Source, type Span, slice } from '../text/location.ts';
import { findNearest } from '../text/nearest.ts';
import type { Diagnostic, Said } from './diagnostic.ts';

/** The source's words as a message has room for them: at most 60 characters, what is cut off told by an ellipsis. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A piece of the source that should have been one code span, as a suggestion writes it: parts of it may have been in spans. */
export function toCodeSpan(text: string): string {
  return `\`${text.replaceAll('`', '').trim()}\``;
}

/** A piece of the source as a message quotes it: shortened, in a code span, or in quotes where it holds a backtick itself. */
export function quoteSource(text: string): string {
  const short = shorten(text);
  return short.includes('`') ? `“${short}”` : `\`${short}\``;
}

/** The place where something stands first, for a diagnostic that is about the second. */
export function labelFirst(span: Span): NonNullable<Said['also']> {
  return [{ span, label: 'first here' }];
}

/** The candidate that was probably meant, as the suggestion of a diagnostic; no suggestion where none is near. */
export function suggestNearest(found: string, candidates: Iterable<string>): Pick<Said, 'suggestion'> {
  return { suggestion: findNearest(found, candidates) };
}

/** Returns what would be right in place of a diagnostic's text, unless that is what stands there: it is right elsewhere. */
export function getCorrection(source: Source, { span, suggestion }: Diagnostic): string | undefined {
  return suggestion === slice(source, span) ? undefined : suggestion;
}

/** What is said of a code that a cell names and that does not answer the cell's condition there. */
export function describeCodeMismatch(code: string, condition: string, place: string | undefined): Said {
  const where = place === undefined ? '' : ` on ${quoteSource(place)}`;
  return {
    message: `${quoteSource(code)} does not answer \`${condition}\`${where}.`,
    label: `add \`${condition}${where.replaceAll('`', '')}\` to the Condition of ${quoteSource(code)}, or leave that Condition empty`,
  };
}

/** The rule behind `describeCodeMismatch`. */
export const namedCodeRule =
  'A code that another cell names has an empty Condition, or that cell’s condition among its own, which are separated by `;`.';
