import type { SourceText } from '../../text/location.ts';
import { parseInlines } from '../blocks/inline.ts';

const punctuation = /[!-/:-@[-`{-~]/;

/** Collects a text unit by unit together with the source offset of each. */
interface Sink {
  readonly pieces: string[];
  readonly offsets: number[];
}

/**
 * Reads a raw text as a machine cell's: runs of spaces made one (the last is kept), `\|` made `|`, and outside code spans
 * a backslash before ASCII punctuation removed. With `open` the backticks of code spans are left out too.
 */
export function normalizeSyntaxCell(raw: SourceText, open = false): SourceText {
  const { text } = raw;
  const plain = !text.includes('\\') && !text.includes('  ') && !(open && text.includes('`'));
  if (plain) return raw;
  const sink: Sink = { pieces: [], offsets: [] };
  let at = 0;
  for (const code of parseInlines(text).spans) {
    if (code.kind !== 'code') continue;
    take(sink, raw, at, code.start, true);
    if (open) take(sink, raw, code.from, code.to, false);
    else take(sink, raw, code.start, code.end, false);
    at = code.end;
  }
  take(sink, raw, at, text.length, true);
  sink.offsets.push(raw.span.end);
  return { text: sink.pieces.join(''), span: raw.span, offsets: sink.offsets };
}

/** A prose cell's text: `\|` made `|`, nothing else. */
export function normalizeProseCell(raw: SourceText): SourceText {
  if (!raw.text.includes('\\|')) return raw;
  const sink: Sink = { pieces: [], offsets: [] };
  for (let at = 0; at < raw.text.length; at++) {
    if (raw.text[at] === '\\' && raw.text[at + 1] === '|') at += 1;
    put(sink, raw, at);
  }
  sink.offsets.push(raw.span.end);
  return { text: sink.pieces.join(''), span: raw.span, offsets: sink.offsets };
}

function take(sink: Sink, raw: SourceText, from: number, to: number, plain: boolean): void {
  const { text } = raw;
  for (let at = from; at < to; at++) {
    const char = text[at]!;
    if (char === '\\') {
      const next = text[at + 1] ?? '';
      if (next === '|' || (plain && punctuation.test(next))) at += 1;
      else if (next === '\\' && at + 1 < to) {
        put(sink, raw, at);
        at += 1;
      }
    } else if (char === ' ' && text[at + 1] === ' ') continue;
    put(sink, raw, at);
  }
}

function put(sink: Sink, raw: SourceText, at: number): void {
  sink.pieces.push(raw.text[at]!);
  sink.offsets.push(toSourceOffset(raw, at));
}

/** The source offset of one unit of words. */
export function toSourceOffset(words: SourceText, at: number): number {
  return words.offsets === undefined ? words.span.start + at : words.offsets[at]!;
}

/** Returns whether a removed backslash preceded this unit: it then means itself and is not a mark of the language. */
export function isEscaped(words: SourceText, at: number): boolean {
  const { offsets, span, text } = words;
  if (offsets === undefined || text[at] === ' ') return false;
  return offsets[at]! !== (at === 0 ? span.start : offsets[at - 1]! + 1);
}
