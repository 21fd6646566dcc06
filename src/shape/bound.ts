import type { Name } from '../text/location.ts';
import { getTokenText, isNext, leave, locateTokens, peek, type ShapeCursor, take } from './cursor.ts';
import { diagnostics } from './diagnostics.ts';
import type { BoundSyntax } from './syntax.ts';
import type { ShapeToken } from './tokens.ts';

const range = /^(\d+)?\.\.(\d+)?$/;

/** Reads `..20 through author by -created_at, id]`, or `1..100]`; the cursor is after `[`, which is `open`. Undefined, and a diagnostic, if it is invalid. */
export function parseBound(cursor: ShapeCursor, open: ShapeToken): BoundSyntax | undefined {
  const first = peek(cursor);
  const [, least, most] = (first?.kind === 'word' ? range.exec(first.text) : undefined) ?? [];
  if (least === undefined && most === undefined) return refuse(cursor, '`]`, or a bound such as `..20]`', open);
  take(cursor);
  let through: Name | undefined;
  if (takeWord(cursor, 'through')) {
    through = takeName(cursor, false)?.field;
    if (through === undefined) return refuse(cursor, 'a field after `through`', open);
  }
  const order: BoundSyntax['order'][number][] = [];
  if (takeWord(cursor, 'by')) {
    do {
      const item = takeName(cursor, true);
      if (item === undefined) return refuse(cursor, 'a field of the order', open);
      order.push(item);
    } while (isNext(cursor, ',') && take(cursor) !== undefined);
  }
  if (!isNext(cursor, ']')) return refuse(cursor, 'the end of the bound, `]`', open);
  const span = { start: locateTokens(cursor, open).start, end: locateTokens(cursor, take(cursor)).end };
  const bounds = { ...(least === undefined ? {} : { least: Number(least) }), most: Number(most ?? Infinity) };
  return { span, ...bounds, ...(through === undefined ? {} : { through }), order };
}

function takeWord(cursor: ShapeCursor, word: string): boolean {
  const next = peek(cursor);
  if (next?.kind !== 'word' || next.text !== word) return false;
  take(cursor);
  return true;
}

/** Takes the name of a field; in an order, a minus may be before it. */
function takeName(cursor: ShapeCursor, inOrder: boolean): BoundSyntax['order'][number] | undefined {
  const token = peek(cursor);
  if (token?.kind !== 'word') return undefined;
  take(cursor);
  const descending = inOrder && /^-./.test(token.text);
  const span = locateTokens(cursor, { ...token, from: token.from + (descending ? 1 : 0) });
  return { field: { value: descending ? token.text.slice(1) : token.text, span }, descending };
}

/** Reports what was expected, and goes on after the bracket. */
function refuse(cursor: ShapeCursor, wanted: string, open: ShapeToken): undefined {
  const found = peek(cursor);
  if (found === undefined) cursor.diagnostics.push(diagnostics.unclosed(locateTokens(cursor, open), '[', ']'));
  else
    cursor.diagnostics.push(diagnostics.unexpected(locateTokens(cursor, found), getTokenText(cursor, found), wanted));
  do leave(cursor);
  while (isNext(cursor, ',') && take(cursor) !== undefined);
  if (isNext(cursor, ']')) take(cursor);
  return undefined;
}
