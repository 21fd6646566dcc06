import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { findEdit } from '../diagnostics/words.ts';
import type { Document } from '../parts/index.ts';
import type { Span } from '../text/location.ts';

/** An edit that fixes a diagnostic. */
export interface Fix {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly span: Span;
  readonly text: string;
}

/** The edits for the diagnostics that touch a stretch: their suggestions, where these replace the text of the diagnostic. */
export function listFixes({ diagnostics, source }: Document, { start, end }: Span): readonly Fix[] {
  return diagnostics.flatMap((diagnostic) => {
    const { span, help } = diagnostic;
    const touches = span.start <= end && span.end >= start;
    const text = touches ? findEdit(source, diagnostic) : undefined;
    if (text === undefined) return [];
    const title = help ?? `Write ${text}`;
    return [{ title: title.charAt(0).toUpperCase() + title.slice(1), diagnostic, span, text }];
  });
}
