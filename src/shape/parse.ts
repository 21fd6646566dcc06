import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locateSlice, type SourceText, type Span } from '../text/location.ts';
import { choosePattern } from '../text/pattern.ts';
import { parseBound } from './bound.ts';
import {
  createShapeCursor,
  deepest,
  getTokenText,
  isNext,
  isNextOr,
  leave,
  locateEnd,
  locateTokens,
  parseStringToken,
  peek,
  type ShapeCursor,
  take,
  takeItems,
  takeKey,
  takeWords,
} from './cursor.ts';
import { diagnostics } from './diagnostics.ts';
import { parseFigure } from './figure.ts';
import { parsePicks, skipBrackets, toResourceName } from './picks.ts';
import type { MemberSyntax, ShapeSyntax } from './syntax.ts';
import type { ShapeToken } from './tokens.ts';

const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const capitalized = choosePattern(/^[A-Z]/, () => /^\p{Lu}/u);
const aShape = 'a shape';

const given = new WeakMap<SourceText, ShapeSyntax>();

/** Creates words that are read as a parsed shape, in place of others in the document. */
export function createShapeText(shape: ShapeSyntax, words: SourceText): SourceText {
  const fresh = { ...words };
  given.set(fresh, shape);
  return fresh;
}

/** Reads a shape; every mistake of its form is reported, and what could be understood is given back. */
export function parseShape(words: SourceText): {
  readonly shape?: ShapeSyntax;
  readonly diagnostics: readonly Diagnostic[];
} {
  const made = given.get(words);
  if (made !== undefined) return { shape: made, diagnostics: [] };
  const cursor = createShapeCursor(words);
  if (peek(cursor) === undefined) return { diagnostics: [diagnostics.empty(words.span)] };
  const shape = parseOne(cursor, 0);
  const rest = peek(cursor);
  if (rest !== undefined && cursor.diagnostics.length === 0) {
    cursor.diagnostics.push(
      diagnostics.unexpected(locateTokens(cursor, rest), getTokenText(cursor, rest), 'the end of the shape'),
    );
  }
  return shape === undefined ? { diagnostics: cursor.diagnostics } : { shape, diagnostics: cursor.diagnostics };
}

/** Reads one shape at the cursor, at most up to what cannot belong to it. */
function parseOne(cursor: ShapeCursor, depth: number): ShapeSyntax | undefined {
  const first = peek(cursor);
  if (first === undefined) {
    cursor.diagnostics.push(diagnostics.missing(locateEnd(cursor), aShape));
    return undefined;
  }
  if (depth >= deepest) {
    if (!cursor.tooDeep) cursor.diagnostics.push(diagnostics['too-deep'](locateTokens(cursor, first)));
    cursor.tooDeep = true;
    leave(cursor);
    return undefined;
  }
  const shape = parsePrimary(cursor, first, depth);
  const whole = shape && parseListSuffix(cursor, shape, depth);
  return whole && isNextOr(cursor) ? parseAlternatives(cursor, whole, depth) : whole;
}

/** Reads `a or b or c`; the cursor is at the first `or`. */
function parseAlternatives(cursor: ShapeCursor, first: ShapeSyntax, depth: number): ShapeSyntax | undefined {
  const of = [first];
  while (isNextOr(cursor)) {
    take(cursor);
    const next = peek(cursor);
    const shape = next && parsePrimary(cursor, next, depth);
    const whole = shape && parseListSuffix(cursor, shape, depth);
    if (next === undefined) cursor.diagnostics.push(diagnostics.missing(locateEnd(cursor), aShape));
    if (whole === undefined) return undefined;
    of.push(whole);
  }
  return { kind: 'either', of, span: { start: first.span.start, end: of.at(-1)!.span.end } };
}

function parseListSuffix(cursor: ShapeCursor, item: ShapeSyntax, depth: number): ShapeSyntax | undefined {
  let shape = item;
  for (let level = depth + 1; isNext(cursor, '['); level++) {
    const open = take(cursor);
    const isBound = !isNext(cursor, ']');
    const bound = isBound ? parseBound(cursor, open) : undefined;
    if (isBound && bound === undefined) return undefined;
    const { end } = bound?.span ?? locateTokens(cursor, take(cursor));
    if (level >= deepest) {
      if (!cursor.tooDeep) cursor.diagnostics.push(diagnostics['too-deep'](locateTokens(cursor, open)));
      cursor.tooDeep = true;
    } else
      shape = {
        kind: 'list',
        item: shape,
        span: { start: shape.span.start, end },
        ...(bound === undefined ? {} : { bound }),
      };
  }
  return shape;
}

function parsePrimary(cursor: ShapeCursor, first: ShapeToken, depth: number): ShapeSyntax | undefined {
  if (first.kind === 'cel') {
    take(cursor);
    const span = locateTokens(cursor, first);
    if (first.cel!.text === '') cursor.diagnostics.push(diagnostics.missing(span, 'an expression after `=`'));
    return { kind: 'cel', cel: first.cel!, span };
  }
  if (first.kind === 'string') {
    take(cursor);
    const value = parseStringToken(cursor, first);
    return value === undefined ? undefined : { kind: 'literal', value, span: locateTokens(cursor, first) };
  }
  if (first.kind === 'word') return parseWords(cursor, first, depth);
  if (first.text === '{') {
    const { members, span } = parseMembers(cursor, depth);
    return { kind: 'object', members, span };
  }
  if (first.text === '[') return parseItems(cursor, depth);
  cursor.diagnostics.push(diagnostics.unexpected(locateTokens(cursor, first), first.text, aShape));
  return undefined;
}

/** Reads `[shape, shape]`; the cursor is at `[`. */
function parseItems(cursor: ShapeCursor, depth: number): ShapeSyntax {
  const open = take(cursor);
  const items: ShapeSyntax[] = [];
  const end = takeItems(cursor, open, ']', () => {
    const shape = parseOne(cursor, depth + 1);
    if (shape !== undefined) items.push(shape);
  });
  return { kind: 'items', items, span: { start: locateTokens(cursor, open).start, end } };
}

function parseWords(cursor: ShapeCursor, first: ShapeToken, depth: number): ShapeSyntax | undefined {
  const span = locateTokens(cursor, first);
  const { text } = first;
  if (text === 'true' || text === 'false' || text === 'null') {
    take(cursor);
    return { kind: 'literal', value: text === 'null' ? null : text === 'true', span };
  }
  if (number.test(text)) {
    take(cursor);
    return { kind: 'literal', value: Number(text), span };
  }
  if (capitalized(text).test(text)) return parseNamed(cursor, first, depth);
  if (/^['‘’“”`]/u.test(text)) {
    const last = takeWords(cursor);
    const found = cursor.words.text.slice(first.from, last.to);
    const bare = found.replace(/^['‘’“”`]+|['‘’“”`]+$/gu, '');
    cursor.diagnostics.push(
      diagnostics['single-quotes'](locateTokens(cursor, first, last), found, JSON.stringify(bare)),
    );
    return undefined;
  }
  const figure = parseFigure(cursor);
  return figure === 'none' ? parseBuiltIn(cursor, first, depth) : figure;
}

function parseBuiltIn(cursor: ShapeCursor, first: ShapeToken, depth: number): ShapeSyntax | undefined {
  const from = cursor.at;
  const last = takeWords(cursor);
  if (last === first && isNext(cursor, '(')) {
    const [span, meant] = [locateTokens(cursor, first), toResourceName(first.text)];
    cursor.diagnostics.push(diagnostics.unexpected(span, first.text, 'the name of a resource or object', meant));
    skipBrackets(cursor);
    return undefined;
  }
  const name = cursor.tokens
    .slice(from, cursor.at)
    .map((token) => token.text)
    .join(' ');
  const start = locateTokens(cursor, first).start;
  if (!isNext(cursor, '{')) return { kind: 'role', name, span: { start, end: locateTokens(cursor, last).end } };
  const { members, span } = parseMembers(cursor, depth);
  return { kind: 'role', name, members, span: { start, end: span.end } };
}

function parseNamed(cursor: ShapeCursor, first: ShapeToken, depth: number): ShapeSyntax | undefined {
  take(cursor);
  const dot = first.text.indexOf('.');
  const span = locateTokens(cursor, first);
  if (dot === -1) {
    const name = { value: first.text, span };
    if (!isNext(cursor, '(')) return { kind: 'name', name, span };
    const { picks, end } = parsePicks(cursor, (key) => parseMember(cursor, key, depth));
    return { kind: 'name', name, picks, span: { start: span.start, end } };
  }
  const of = { value: first.text.slice(0, dot), span: locateSlice(cursor.words, first.from, first.from + dot) };
  const next = peek(cursor);
  if (dot === first.text.length - 1 && next?.kind === 'string' && next.from === first.to) {
    take(cursor);
    const value = parseStringToken(cursor, next);
    if (value === undefined) return undefined;
    return {
      kind: 'field',
      of,
      field: { value, span: locateTokens(cursor, next) },
      span: locateTokens(cursor, first, next),
    };
  }
  const value = first.text.slice(dot + 1);
  const fieldSpan = locateSlice(cursor.words, first.from + dot + 1, first.to);
  if (value === '') {
    cursor.diagnostics.push(diagnostics.missing(span, `a field after \`${of.value}.\``));
    return undefined;
  }
  return { kind: 'field', of, field: { value, span: fieldSpan }, span };
}

/** Reads `{ key: shape, key?: shape }`; the cursor is at `{`. */
function parseMembers(
  cursor: ShapeCursor,
  depth: number,
): { readonly members: readonly MemberSyntax[]; readonly span: Span } {
  const open = take(cursor);
  const members: MemberSyntax[] = [];
  const end = takeItems(cursor, open, '}', () => {
    const key = takeKey(cursor);
    if (key === undefined) return;
    const member = parseMember(cursor, key, depth);
    if (member !== undefined) members.push(member);
  });
  return { members, span: { start: locateTokens(cursor, open).start, end } };
}

/** Reads the text after a key: `: shape` or `?: shape`. */
function parseMember(
  cursor: ShapeCursor,
  key: { readonly value: string; readonly span: Span },
  depth: number,
): MemberSyntax | undefined {
  const optional = isNext(cursor, '?');
  if (optional) take(cursor);
  if (!isNext(cursor, ':')) {
    const found = peek(cursor);
    const wanted = `\`:\` and a shape after \`${key.value}\``;
    if (found === undefined) cursor.diagnostics.push(diagnostics.missing(key.span, wanted));
    else
      cursor.diagnostics.push(diagnostics.unexpected(locateTokens(cursor, found), getTokenText(cursor, found), wanted));
    return undefined;
  }
  take(cursor);
  const shape = parseOne(cursor, depth + 1);
  return shape === undefined ? undefined : { key, optional, shape };
}
