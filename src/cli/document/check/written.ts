import type { Fix } from '../../../language-service/fixes.ts';
import { type Source, type Span, slice } from '../../../text/location.ts';

/** A text that an edit wrote: its place in the present document, the diagnostic that it was to fix, and the key of the edit. */
export interface Written {
  readonly span: Span;
  readonly code: string;
  readonly key: string;
}

/** Returns the same key for edits that write the same text in place of the same text. */
export function toEditKey(source: Source, { diagnostic, span, text }: Fix): string {
  return JSON.stringify([diagnostic.code, slice(source, span), text]);
}

/** Lists the texts that edits write; the edits are in the order of their places. An edit that removes a text writes none. */
export function listWritten(source: Source, fixes: readonly Fix[]): readonly Written[] {
  let moved = 0;
  return fixes.flatMap((fix) => {
    const start = fix.span.start + moved;
    moved += fix.text.length - (fix.span.end - fix.span.start);
    if (fix.text === '') return [];
    const span = { start, end: start + fix.text.length };
    return [{ span, code: fix.diagnostic.code, key: toEditKey(source, fix) }];
  });
}

/** Moves texts to their places after edits; one that an edit touches is left out. */
export function moveWritten(written: readonly Written[], fixes: readonly Fix[]): readonly Written[] {
  return written.flatMap((text) => {
    const { start, end } = text.span;
    if (fixes.some(({ span }) => overlaps(span, text.span))) return [];
    const moved = fixes
      .filter(({ span }) => span.end <= start)
      .reduce((sum, { span, text: other }) => sum + other.length - (span.end - span.start), 0);
    return [{ ...text, span: { start: start + moved, end: end + moved } }];
  });
}

/** Lists the keys of the edits whose text has the same diagnostic again. */
export function findWrittenInVain(written: readonly Written[], fixes: readonly Fix[]): readonly string[] {
  return written
    .filter(({ span, code }) => fixes.some((fix) => fix.diagnostic.code === code && overlaps(fix.span, span)))
    .map(({ key }) => key);
}

function overlaps(left: Span, right: Span): boolean {
  return left.start < right.end && right.start < left.end;
}
