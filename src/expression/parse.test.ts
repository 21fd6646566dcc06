import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { runs } from '../../tests/support/runs.ts';
import { everywhere, read, wordsOf } from './javascript/compiled.fixture.ts';
import { listChildren, type Syntax } from './parse/syntax.ts';
import { parseExpression } from './parse.ts';

/** The shape of an expression with every operator in brackets. */
function shape(syntax: Syntax): string {
  switch (syntax.kind) {
    case 'binary':
      return `(${shape(syntax.left)} ${syntax.operator} ${shape(syntax.right)})`;
    case 'not':
      return `!(${shape(syntax.of)})`;
    case 'negate':
      return `-(${shape(syntax.of)})`;
    case 'choose':
      return `(${shape(syntax.when)} ? ${shape(syntax.outcome)} : ${shape(syntax.otherwise)})`;
    case 'name':
      return syntax.name;
    case 'int':
      return syntax.digits;
    case 'select':
      return `${shape(syntax.from)}.${syntax.name}`;
    case 'index':
      return `${shape(syntax.from)}[${shape(syntax.at)}]`;
    case 'list':
      return `[${syntax.items.map(shape).join(', ')}]`;
    case 'call':
      return `${syntax.receiver ? `${shape(syntax.receiver)}.` : ''}${syntax.name}(${syntax.args.map(shape).join(', ')})`;
    default:
      return 'value' in syntax ? JSON.stringify(syntax.value) : 'null';
  }
}

const precedence: readonly (readonly [string, string])[] = [
  ['a and b or c', '((a && b) || c)'],
  ['a or b and c', '(a || (b && c))'],
  ['a or b && c || d', '((a || (b && c)) || d)'],
  ['not n == 1', '!((n == 1))'],
  ['not a and b', '(!(a) && b)'],
  ['not a or b', '(!(a) || b)'],
  ['a and not b == c and d', '((a && !((b == c))) && d)'],
  ['not not a', '!(!(a))'],
  ['not x in [1, 2]', '!((x in [1, 2]))'],
  ['not (a or b) == c', '!(((a || b) == c))'],
  ['not a ? not b : not c', '(!(a) ? !(b) : !(c))'],
  ['!a == b', '(!(a) == b)'],
  ['not !a == b', '!((!(a) == b))'],
  ['f(not a, not b and c)', 'f(!(a), (!(b) && c))'],
  ['[not a, b][0]', '[!(a), b][0]'],
  ['x.all(i, not i == 1) and y', '(x.all(i, !((i == 1))) && y)'],
  ['record.and or record.not', '(record.and || record.not)'],
  ['record.in + record.null', '(record["in"] + record["null"])'],
  ['"a and b" == c', '("a and b" == c)'],
  [`'not' in "or"`, '("not" in "or")'],
  ['1 + 2 * -3', '(1 + (2 * -3))'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['android and order or nothing', '((android && order) || nothing)'],
  ['not(a)and(b)', '(!(a) && b)'],
];

for (const [text, due] of precedence) {
  test(`\`${text}\` is read as ${due}`, () => {
    const { ast, diagnostics } = parseExpression(wordsOf(text));
    assert.deepEqual(diagnostics, []);
    assert.equal(shape(ast!), due);
  });
}

const wrong: readonly (readonly [string, string, string])[] = [
  ['', 'empty', ''],
  ['a b', 'syntax', 'b'],
  ['a AND b', 'syntax', 'AND'],
  ['a = 1', 'unexpected-character', '='],
  ['a ≥ 1', 'unexpected-character', '≥'],
  ['a == not b', 'misplaced-not', 'not'],
  ['!not a', 'misplaced-not', 'not'],
  ['(a', 'unclosed', '('],
  ['a]', 'unopened', ']'],
  ['a == "x', 'unclosed', '"x'],
  ['{a: 1}', 'outside-the-language', 'a'],
  ['Line{a: 1}', 'outside-the-language', '{'],
  ['a.?b', 'outside-the-language', '.'],
  ['1u', 'outside-the-language', '1u'],
  ['b"x"', 'outside-the-language', 'b"x"'],
  ['a // b', 'outside-the-language', '// b'],
  ['package', 'reserved-name', 'package'],
  ['9223372036854775808', 'bad-number', '9223372036854775808'],
  ['-9223372036854775809', 'bad-number', '-9223372036854775809'],
  ['1e999', 'bad-number', '1e999'],
  ['"\\q"', 'syntax', '"\\q"'],
  ['xs.map(1, 2)', 'macro-variable', '1'],
];

for (const [text, code, under] of wrong) {
  test(`\`${text}\` is refused as ${code} at \`${under}\``, () => {
    const { ast, diagnostics } = parseExpression(wordsOf(text));
    assert.equal(ast, undefined);
    const [diagnostic] = diagnostics;
    assert.equal(diagnostic?.code, `expression/${code}`);
    assert.equal(text.slice(diagnostic.span.start, diagnostic.span.end), under);
  });
}

test('an operator in capital letters is suggested in small ones', () => {
  const suggestion = (text: string): string | undefined => parseExpression(wordsOf(text)).diagnostics[0]?.suggestion;
  assert.equal(suggestion('a AND b'), 'and');
  assert.equal(suggestion('a Or b'), 'or');
  assert.equal(suggestion('a IN b'), 'in');
  assert.equal(suggestion('a b'), undefined);
});

test('a literal of another kind is suggested as one that is allowed', () => {
  const suggestion = (text: string): string | undefined => parseExpression(wordsOf(text)).diagnostics[0]?.suggestion;
  assert.equal(suggestion('1u'), '1');
  assert.equal(suggestion('b"x"'), '"x"');
});

test('500 nodes and a depth of 32 are allowed, more is not', () => {
  const code = (text: string): string | undefined => parseExpression(wordsOf(text)).diagnostics[0]?.code;
  assert.equal(code(Array(250).fill('a').join(' && ')), undefined);
  assert.equal(code(`!${Array(250).fill('a').join(' && ')}`), undefined);
  assert.equal(code(Array(251).fill('a').join(' && ')), 'expression/too-large');
  assert.equal(code(`${'-'.repeat(31)}a`), undefined);
  assert.equal(code(`${'-'.repeat(32)}a`), 'expression/too-deep');
  assert.equal(code(`${'a + '.repeat(16_000)}a`), 'expression/too-large');
  assert.equal(code(`${'a ? b : '.repeat(8000)}a`), 'expression/too-deep');
  assert.equal(parseExpression(wordsOf('['.repeat(60_000))).diagnostics.length, 1);
  assert.equal(code('!'.repeat(60_000)), 'expression/too-deep');
  assert.equal(code('('.repeat(60_000)), 'expression/too-deep');
  assert.equal(code('not '.repeat(16_000)), 'expression/too-deep');
});

test('places go through backslashes that were removed', () => {
  const words = { text: 'a == b', span: { start: 10, end: 18 }, offsets: [10, 11, 13, 14, 15, 17, 18] };
  const { ast } = parseExpression(words);
  assert.deepEqual(ast?.span, { start: 10, end: 18 });
  assert.deepEqual(listChildren(ast!)[1]?.span, { start: 17, end: 18 });
});

const pieces = [
  'a',
  'record',
  '.',
  'not ',
  ' and ',
  ' or ',
  '(',
  ')',
  '[',
  ']',
  '==',
  '"',
  "'",
  '1',
  '?',
  ':',
  ',',
  'in',
  '-',
  '!',
];
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.constantFrom(...pieces, 'has', 'size', 'n', 'x', '\\', '{', '}', '0x', '1e', '&&', 'old'))
    .map((all) => all.join('')),
);

test('any text is read and checked without throwing, and each problem lies inside it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { tree, diagnostics } = read(text, everywhere);
      assert.ok(tree !== undefined || diagnostics.length > 0);
      for (const { span } of diagnostics)
        assert.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length);
    }),
    { numRuns: runs(5000) },
  );
});
