import { locateTokens, parseStringToken, peek, type ShapeCursor, take } from './cursor.ts';
import { diagnostics } from './diagnostics.ts';
import { figures, timeParts } from './roles.ts';
import type { ShapeSyntax } from './syntax.ts';

/** Reads `counts of status` or `month of paid_at` at the cursor, undefined if its field is missing; `none`, and reads nothing, if other words are there. */
export function parseFigure(cursor: ShapeCursor): (ShapeSyntax & { readonly kind: 'figure' }) | 'none' | undefined {
  const first = peek(cursor)!;
  const figure = [...figures, ...timeParts].find((candidate) => candidate === first.text);
  const of = cursor.tokens[cursor.at + 1];
  if (figure === undefined || of?.kind !== 'word' || of.text !== 'of') return 'none';
  take(cursor);
  take(cursor);
  const next = peek(cursor);
  if (next?.kind !== 'word' && next?.kind !== 'string') {
    cursor.diagnostics.push(diagnostics.missing(locateTokens(cursor, first, of), `a field after \`${figure} of\``));
    return undefined;
  }
  take(cursor);
  const value = next.kind === 'word' ? next.text : parseStringToken(cursor, next);
  if (value === undefined) return undefined;
  const field = { value, span: locateTokens(cursor, next) };
  return { kind: 'figure', figure, field, span: locateTokens(cursor, first, next) };
}
