import type { Name } from '../text/location.ts';
import { isNext, locateTokens, peek, type ShapeCursor, take, takeItems, takeKey } from './cursor.ts';
import { diagnostics } from './diagnostics.ts';
import type { MemberSyntax, PicksSyntax } from './syntax.ts';

/** Reads `(field, field?, key: shape)` or `(all except field, field, key: shape)`; the cursor is at `(`, `member` reads after a key. */
export function parsePicks(
  cursor: ShapeCursor,
  member: (key: Name) => MemberSyntax | undefined,
): { readonly picks: PicksSyntax; readonly end: number } {
  const open = take(cursor);
  const picked: { name: Name; optional: boolean }[] = [];
  const except: Name[] = [];
  const members: MemberSyntax[] = [];
  let begun: 'fields' | 'all' | 'all except' | undefined;
  const end = takeItems(cursor, open, ')', () => {
    const isFirst = begun === undefined;
    begun ??= 'fields';
    const name = takeKey(cursor);
    if (name === undefined) return;
    if (name.value === 'except' && isNextName(cursor)) {
      const field = takeKey(cursor);
      if (field !== undefined)
        cursor.diagnostics.push(diagnostics['except-without-all'](name.span, field.value, isFirst));
      return;
    }
    const next = peek(cursor);
    const alone = next?.kind === 'mark' && (next.text === ',' || next.text === ')');
    const excepts = name.value === 'all' && next?.kind === 'word' && next.text === 'except';
    if (name.value === 'all' && (alone || excepts)) {
      if (!isFirst) cursor.diagnostics.push(diagnostics['misplaced-all'](name.span));
      if (isFirst) begun = excepts ? 'all except' : 'all';
      if (!excepts) return;
      const word = take(cursor);
      const field = isNextName(cursor) ? takeKey(cursor) : undefined;
      if (field !== undefined) except.push(field);
      else cursor.diagnostics.push(diagnostics.missing(locateTokens(cursor, word), 'a field after `except`'));
    } else if (isNext(cursor, '(')) {
      const meant = `: ${toResourceName(name.value)}(`;
      cursor.diagnostics.push(diagnostics.unexpected(locateTokens(cursor, next!), '(', 'a comma or `)`', meant));
      skipBrackets(cursor);
    } else if (isNext(cursor, ':') || isFollowedByColon(cursor)) {
      const read = member(name);
      if (read !== undefined) members.push(read);
    } else {
      const optional = isNext(cursor, '?');
      if (optional) take(cursor);
      else if (!alone) return;
      if (begun === 'all except' && !optional) {
        except.push(name);
        return;
      }
      if (begun === 'all' && !optional) cursor.diagnostics.push(diagnostics['name-beside-all'](name.span, name.value));
      picked.push({ name, optional });
    }
  });
  if (begun === undefined) {
    cursor.diagnostics.push(diagnostics.missing(locateTokens(cursor, open), 'a field between `(` and `)`'));
  }
  return { picks: { all: begun === 'all' || begun === 'all except', picked, except, members }, end };
}

/** Takes everything from `(` to the bracket that closes it. */
export function skipBrackets(cursor: ShapeCursor): void {
  let depth = 0;
  do {
    const { kind, text } = take(cursor);
    if (kind === 'mark' && text === '(') depth++;
    else if (kind === 'mark' && text === ')') depth--;
  } while (depth > 0 && peek(cursor) !== undefined);
}

/** The resource whose name a field most likely has: `Customer` for `customer`. */
export function toResourceName(field: string): string {
  return field.replaceAll(/(?:^|_)(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
}

function isNextName(cursor: ShapeCursor): boolean {
  const { kind } = peek(cursor) ?? {};
  return kind === 'word' || kind === 'string';
}

function isFollowedByColon(cursor: ShapeCursor): boolean {
  const next = cursor.tokens[cursor.at + 1];
  return isNext(cursor, '?') && next?.kind === 'mark' && next.text === ':';
}
