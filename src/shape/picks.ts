import type { Name } from '../text/location.ts';
import { isNext, locateTokens, peek, type ShapeCursor, take, takeItems, takeKey } from './cursor.ts';
import { diagnostics } from './diagnostics.ts';
import type { MemberSyntax, PicksSyntax } from './syntax.ts';

/** Reads `(field, field?, key: shape)` or `(all, but field, key: shape)`; the cursor is at `(`, `member` reads after a key. */
export function parsePicks(
  cursor: ShapeCursor,
  member: (key: Name) => MemberSyntax | undefined,
): { readonly picks: PicksSyntax; readonly end: number } {
  const open = take(cursor);
  const picked: { name: Name; optional: boolean }[] = [];
  const but: Name[] = [];
  const members: MemberSyntax[] = [];
  let all = false;
  let first = true;
  const end = takeItems(cursor, open, ')', () => {
    const begins = first;
    first = false;
    if (isTaking(cursor)) {
      take(cursor);
      const name = takeKey(cursor);
      if (name === undefined) return;
      if (all) but.push(name);
      else cursor.diagnostics.push(diagnostics['but-without-all'](name.span, name.value));
      return;
    }
    const name = takeKey(cursor);
    if (name === undefined) return;
    const next = peek(cursor);
    const alone = next?.kind === 'mark' && (next.text === ',' || next.text === ')');
    if (name.value === 'all' && alone && begins) {
      all = true;
    } else if (name.value === 'all' && alone) {
      cursor.diagnostics.push(diagnostics['misplaced-all'](name.span));
    } else if (isNext(cursor, ':') || isFollowedByColon(cursor)) {
      const read = member(name);
      if (read !== undefined) members.push(read);
    } else {
      const optional = isNext(cursor, '?');
      if (optional) take(cursor);
      else if (!alone) return;
      if (all && !optional) cursor.diagnostics.push(diagnostics['name-beside-all'](name.span, name.value));
      picked.push({ name, optional });
    }
  });
  if (first) cursor.diagnostics.push(diagnostics.missing(locateTokens(cursor, open), 'a field between `(` and `)`'));
  return { picks: { all, picked, but, members }, end };
}

/** `but field`: two words, so that a field called `but` can still be picked. */
function isTaking(cursor: ShapeCursor): boolean {
  const [first, next] = cursor.tokens.slice(cursor.at, cursor.at + 2);
  const isName = next?.kind === 'word' || next?.kind === 'string';
  return first?.kind === 'word' && first.text === 'but' && isName;
}

function isFollowedByColon(cursor: ShapeCursor): boolean {
  const next = cursor.tokens[cursor.at + 1];
  return isNext(cursor, '?') && next?.kind === 'mark' && next.text === ':';
}
