import type { Name } from '../text/place.ts';
import type { ShapeCursor } from './cursor.ts';
import { problems } from './problems.ts';
import type { MemberSyntax, PicksSyntax } from './syntax.ts';

/** Reads `(field, field?, key: shape)` or `(all, but field, key: shape)`; the cursor stands on `(`, `member` reads behind a key. */
export function parsePicks(
  cursor: ShapeCursor,
  member: (key: Name) => MemberSyntax | undefined,
): { readonly picks: PicksSyntax; readonly end: number } {
  const open = cursor.take();
  const picked: { name: Name; optional: boolean }[] = [];
  const but: Name[] = [];
  const members: MemberSyntax[] = [];
  let all = false;
  let first = true;
  const end = cursor.items(open, ')', () => {
    const begins = first;
    first = false;
    if (isTaking(cursor)) {
      cursor.take();
      const name = cursor.key();
      if (name === undefined) return;
      but.push(name);
      if (!all) cursor.problems.push(problems['but-without-all'](name.span, name.value));
      return;
    }
    const name = cursor.key();
    if (name === undefined) return;
    const next = cursor.token;
    const alone = next?.kind === 'mark' && (next.text === ',' || next.text === ')');
    if (name.value === 'all' && alone && begins) {
      all = true;
    } else if (name.value === 'all' && alone) {
      cursor.problems.push(problems['misplaced-all'](name.span));
    } else if (cursor.is(':') || followedByColon(cursor)) {
      const read = member(name);
      if (read !== undefined) members.push(read);
    } else {
      const optional = cursor.is('?');
      if (optional) cursor.take();
      else if (!alone) return;
      if (all && !optional) cursor.problems.push(problems['name-beside-all'](name.span, name.value));
      picked.push({ name, optional });
    }
  });
  if (first) cursor.problems.push(problems.missing(cursor.spanOf(open), 'a field was due between `(` and `)`'));
  return { picks: { all, picked, but, members }, end };
}

/** `but field`: two words, so that a field called `but` can still be picked. */
function isTaking(cursor: ShapeCursor): boolean {
  const next = cursor.tokens[cursor.at + 1];
  return (
    cursor.token?.kind === 'word' && cursor.token.text === 'but' && (next?.kind === 'word' || next?.kind === 'string')
  );
}

function followedByColon(cursor: ShapeCursor): boolean {
  const next = cursor.tokens[cursor.at + 1];
  return cursor.is('?') && next?.kind === 'mark' && next.text === ':';
}
