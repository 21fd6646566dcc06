import { type Source, type Span, slice } from '../text/location.ts';
import { findNearest } from '../text/nearest.ts';
import type { Diagnostic, Said } from './diagnostic.ts';

/** Cuts source text to the 60 characters that a message has room for; an ellipsis marks the cut. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The characters of a suggestion that a help shows at most. Its edit has all. */
const mostWritten = 400;

/** Returns source text as one code span, for a suggestion; parts of it may be in code spans already. */
export function toCodeSpan(text: string): string {
  return `\`${text.replaceAll('`', '').replace(/\\?\|/g, '\\|').trim()}\``;
}

/** Returns the edit that puts text into one code span; `several` is the help for a text with more than one. */
export function suggestCodeSpan(text: string, several: string): Pick<Said, 'suggestion' | 'help'> {
  const isOne = (text.match(/`[^`]+`/g) ?? []).length < 2;
  return isOne ? { suggestion: toCodeSpan(text) } : { help: several };
}

/** Returns a text as a string in double quotes, as a cell holds it; undefined if code spans or quotes are in it. */
export function quoteInCell(text: string): string | undefined {
  if (/[`"]/.test(text)) return undefined;
  return JSON.stringify(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|');
}

/** Makes the words of a diagnostic about a value without double quotes, or with double quotes around what is not a JSON string. */
export function sayUnquoted(kind: string, found: string): Said {
  const inside = /^"([^"]*)"$/.exec(found)?.[1];
  return inside === undefined
    ? { message: `The ${kind} ${quoteSource(found)} is not in double quotes.`, suggestion: quoteInCell(found) }
    : { message: `The ${kind} ${quoteSource(found)} is not a valid JSON string.`, suggestion: quoteInCell(inside) };
}

/** The help for a cell with several conditions. */
export const oneCondition = 'write one code span, and join conditions by `and` or `or`';

/** Quotes source text for a message: shortened, in a code span, or in quotation marks if it contains a backtick. */
export function quoteSource(text: string): string {
  const short = shorten(text);
  return short.includes('`') ? `“${short}”` : `\`${short}\``;
}

/** Returns the label of a first definition, for a diagnostic about the second one. */
export function labelFirst(span: Span): NonNullable<Said['also']> {
  return [{ span, label: 'first here' }];
}

/** Makes the words of a diagnostic about an unknown name or word of some kind: `error code`, `Status`. */
export function sayUnknown(kind: string): (found: string, suggestion?: string) => Said {
  return (found, suggestion) => ({ message: `Unknown ${kind} ${quoteSource(found)}.`, suggestion });
}

/** Lists the words of the language that a cell may hold, each in a code span. */
export function listWords(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

/** Suggests the candidate that is most similar; none if none is similar enough. */
export function suggestNearest(found: string, candidates: Iterable<string>): Pick<Said, 'suggestion'> {
  return { suggestion: findNearest(found, candidates) };
}

/** Returns the suggestion of a diagnostic, unless the source has that text there already. */
export function getCorrection(source: Source, { span, suggestion }: Diagnostic): string | undefined {
  return suggestion === slice(source, span) ? undefined : suggestion;
}

/** Describes an error code whose Condition does not include the condition of the cell that names it. */
export function describeCodeMismatch(code: string, condition: string, place: string | undefined): Said {
  if (place === undefined) {
    // In the Condition of a code for other errors it would give that code to every error of its kind.
    return {
      message: `The Condition of ${quoteSource(code)} does not include \`${condition}\`.`,
      help: `name another code, whose Condition is empty or includes \`${condition}\``,
    };
  }
  return {
    message: `The Condition of ${quoteSource(code)} does not include \`${condition}\` on ${quoteSource(place)}.`,
    help: `add \`${condition} on ${place.replaceAll('`', '')}\` to the Condition of ${quoteSource(code)}, or name another code`,
  };
}

/** The note of `describeCodeMismatch`. */
export const namedCodeRule =
  'If a cell names an error code, the Condition of that code is empty or includes the condition of the cell.';

/** Returns the text that replaces the text of a diagnostic to fix it; undefined if its suggestion is not such a text. */
export function findEdit(source: Source, diagnostic: Diagnostic): string | undefined {
  const { span } = diagnostic;
  return span.end > span.start && !slice(source, span).includes('\n') ? getCorrection(source, diagnostic) : undefined;
}

/** Describes the edit that fixes a diagnostic: its help, else its suggestion as an imperative. */
export function describeHelp(source: Source, diagnostic: Diagnostic): string | undefined {
  if (diagnostic.help !== undefined) return diagnostic.help;
  const correction = getCorrection(source, diagnostic);
  if (correction === undefined) return undefined;
  if (correction === '') return 'remove it';
  if (slice(source, diagnostic.span) === `\`${correction}\``) return 'remove the backticks';
  const shown = correction.length > mostWritten ? `${correction.slice(0, mostWritten - 1)}…` : correction;
  return shown.includes('`') ? `write ${shown}` : `write \`${shown}\``;
}
