import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { createSource, locateSlice, slice } from '../../text/location.ts';
import type { CellText } from './cell.ts';
import { createCursor, readCell, splitItems, toPlainString } from './cell-text.ts';
import { parseLiteral } from './literal.ts';

const before = '| ';

function read(cell: string) {
  const source = createSource('x.md', `${before}${cell} |`);
  const diagnostics: Diagnostic[] = [];
  const span = { start: before.length, end: before.length + cell.length };
  return { source, problems: diagnostics, cell: readCell(source, span, diagnostics) };
}

function textOf(cell: string): CellText {
  const found = read(cell).cell;
  assert.equal(found.kind, 'value');
  return found.kind === 'value' ? found.text : assert.fail();
}

const tokens = (cell: string) => textOf(cell).tokens.map((token) => `${token.kind} ${token.text}`);

test('spaces are folded, pipes and backslashes opened outside code', () => {
  assert.equal(textOf('a   b').words.text, 'a b');
  assert.equal(textOf('a\\|b').words.text, 'a|b');
  assert.equal(textOf('a\\_b \\x').words.text, 'a_b \\x');
  assert.equal(textOf('`a\\|b\\_c\\\\d`').words.text, '`a|b\\_c\\\\d`');
});

test('every word is mapped to where it stands in the source', () => {
  const raw = 'x  \\_y `a\\|b  c` "q"';
  const { source } = read(raw);
  const text = textOf(raw);
  for (const [at, char] of [...text.words.text].entries()) {
    assert.equal(slice(source, locateSlice(text.words, at, at + 1)), char);
  }
  assert.deepEqual(
    text.tokens.map((token) => slice(source, token.span)),
    ['x', '_y', '`a\\|b  c`', '"q"'],
  );
  assert.equal(slice(source, text.tokens[2]!.words.span), 'a\\|b  c');
});

test('empty and a dash are none, other words for none are errors that propose the dash', () => {
  for (const cell of ['', '—']) assert.deepEqual([read(cell).cell.kind, read(cell).problems.length], ['none', 0]);
  for (const cell of ['-', '–', '--', 'none', 'N/A']) {
    assert.equal(read(cell).cell.kind, 'none');
    assert.deepEqual(
      read(cell).problems.map(({ suggestion }) => suggestion),
      ['—'],
      cell,
    );
  }
  for (const cell of ['`none`', 'none of them', '`-`']) assert.deepEqual(read(cell).problems, []);
});

test('not shown is a gap only as the whole cell in plain text', () => {
  assert.equal(read('Not  shown').cell.kind, 'not shown');
  assert.equal(read('`not shown`').cell.kind, 'value');
  assert.equal(read('not shown yet').cell.kind, 'value');
});

test('code spans lose one space on each side and may be fenced by several backticks', () => {
  assert.deepEqual(tokens('` a ` ``b`c`` `  d  `'), ['code a', 'code b`c', 'code d']);
});

test('marks part words, a backslash makes them plain', () => {
  assert.deepEqual(tokens('Line[] a\\;b "x;y" {z}'), [
    'word Line',
    'mark [',
    'mark ]',
    'word a;b',
    'string x;y',
    'mark {',
    'word z',
    'mark }',
  ]);
  assert.deepEqual(tokens('\\"a b'), ['word "a', 'word b']);
  assert.deepEqual(tokens('"a\\"b" "c\\nd"'), ['string a"b', 'string c\nd']);
  assert.deepEqual(tokens('5" wide'), ['word 5"', 'word wide']);
});

test('items are parted outside code, strings and brackets, and an empty one is there to be seen', () => {
  const items = (cell: string, mark: ';' | ',') => splitItems(textOf(cell), mark).map((item) => item.words.text);
  assert.deepEqual(items('a; `b;c`; "d;e"; (f; g)', ';'), ['a', '`b;c`', '"d;e"', '(f; g)']);
  assert.deepEqual(items('a,,b,', ','), ['a', '', 'b', '']);
  const raw = 'one; two\\_x `c`';
  const [, second] = splitItems(textOf(raw), ';');
  assert.equal(slice(read(raw).source, second!.span), 'two\\_x `c`');
  assert.deepEqual(
    second!.tokens.map(({ from, to }) => second!.words.text.slice(from, to)),
    ['two_x', '`c`'],
  );
});

test('a text is read as one with its code and strings opened', () => {
  assert.equal(toPlainString(textOf('`a b`  "c d" e')), 'a b c d e');
  assert.equal(toPlainString(read('—').cell), '');
});

test('a cursor takes words that come next and gives what is left', () => {
  const cursor = createCursor(textOf('on delete refuse; x'));
  assert.equal(cursor.take('on update'), false);
  assert.equal(cursor.take('on delete'), true);
  assert.equal(cursor.peek()!.text, 'refuse');
  assert.equal(cursor.rest().words.text, 'refuse; x');
  cursor.next();
  assert.equal(cursor.take(';'), true);
  assert.equal(cursor.next()!.text, 'x');
  assert.deepEqual([cursor.atEnd(), cursor.peek(), cursor.rest().words.text], [true, undefined, '']);
});

test('a literal is JSON, in code or not, and a bare word is a string', () => {
  const literal = (cell: string) => parseLiteral(textOf(cell))?.value;
  assert.deepEqual(['1', 'true', 'null', '"a b"', '`"a"`', '[1, "b"]', '{"a": 1}', '`1.5`'].map(literal), [
    1,
    true,
    null,
    'a b',
    'a',
    [1, 'b'],
    { a: 1 },
    1.5,
  ]);
  assert.equal(literal('draft'), 'draft');
  assert.equal(literal('two words'), undefined);
  assert.equal(parseLiteral(textOf('9007199254740993'))!.text, '9007199254740993');
  assert.deepEqual([parseLiteral(textOf('a'))!.bare, parseLiteral(textOf('"a"'))!.bare], [true, false]);
});
