import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSource } from '../text/location.ts';
import type { Diagnostic } from './diagnostic.ts';
import { formatDiagnosticJson } from './json.ts';
import { sortDiagnostics } from './list.ts';
import { formatDiagnostics } from './terminal.ts';
import { layOutLine } from './width.ts';

function problem(start: number, end: number, more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    code: 'x/y',
    severity: 'error',
    span: { start, end },
    message: 'This is wrong.',
    note: 'The rule.',
    ...more,
  };
}

/** The line that is shown and the one with its caret, behind the bar. */
function shown(text: string, start: number, end: number): readonly string[] {
  const lines = formatDiagnostics(createSource('x.md', text), problem(start, end)).split('\n');
  return lines.slice(3, 5).map((line) => line.slice(4));
}

test('a problem reads as severity, code, message, place, line, caret, note and help', () => {
  const source = createSource('x.md', 'first\nsecond word\n');
  const found = problem(13, 17, {
    label: 'here',
    suggestion: 'words',
    also: [{ span: { start: 0, end: 5 }, label: 'first here' }],
  });
  assert.equal(
    formatDiagnostics(source, found),
    [
      'error[x/y]: This is wrong.',
      ' --> x.md:2:8',
      '  |',
      '2 | second word',
      '  |        ^^^^ here',
      ' ::: x.md:1:1',
      '  |',
      '1 | first',
      '  | ^^^^^ first here',
      '  |',
      '  = note: The rule.',
      '  = help: write `words`',
      '',
    ].join('\n'),
  );
});

test('the caret stands at the display column, whatever the characters before it', () => {
  assert.deepEqual(shown('ab x', 3, 4), ['ab x', '   ^']);
  assert.deepEqual(shown('\tx', 1, 2), ['    x', '    ^']);
  assert.deepEqual(shown('字字x', 2, 3), ['字字x', '    ^']);
  assert.deepEqual(shown('😀x', 2, 3), ['😀x', '  ^']);
  assert.deepEqual(shown('👩‍👩‍👧x', '👩‍👩‍👧'.length, '👩‍👩‍👧'.length + 1), ['👩‍👩‍👧x', '  ^']);
  assert.deepEqual(shown('e\u0301x', 2, 3), ['e\u0301x', ' ^']);
  assert.deepEqual(shown('字x', 0, 1), ['字x', '^^']);
});

test('a place without width and one behind the text get one caret', () => {
  assert.deepEqual(shown('ab', 1, 1), ['ab', ' ^']);
  assert.deepEqual(shown('ab', 2, 2), ['ab', '  ^']);
  assert.deepEqual(shown('', 0, 0), ['', '^']);
});

test('a long line is cut around its caret', () => {
  const [line, caret] = shown(`${'a'.repeat(5000)}X${'b'.repeat(5000)}`, 5000, 5001);
  assert.equal(line!.length < 130, true);
  assert.equal(line![caret!.indexOf('^')], 'X');
});

test('of a line or a character without end, no more is looked at than is shown', () => {
  const long = 'a'.repeat(200_000);
  assert.equal(layOutLine(long).length, 65_536);
  const [line, caret] = shown(long, 0, long.length);
  assert.deepEqual([line!.length < 130, caret!.length < 130], [true, true]);
  const [marks] = shown(`x${'\u0301'.repeat(100_000)}`, 0, 1);
  assert.ok(marks!.length < 130, `${marks!.length}`);
});

test('nothing of the document steers the terminal', () => {
  const text = 'a\u001b[31m\u0007\u009b\u202eb\u0000';
  const out = formatDiagnostics(
    createSource(text, text),
    problem(0, 3, { message: text, label: text, suggestion: text }),
  );
  assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  assert.match(out, /a␛\[31m␇/);
});

test('colours are there when asked for and nowhere else', () => {
  const source = createSource('x.md', 'ab');
  const out = formatDiagnostics(source, problem(0, 1), { colours: true });
  assert.match(out, /\u001b\[1;31m/);
  assert.equal(out.replaceAll(/\u001b\[[0-9;]*m/g, ''), formatDiagnostics(source, problem(0, 1)));
});

test('sentences break at the width of the terminal, and only there', () => {
  const long = 'A sentence that is longer than the terminal is wide, and breaks between its words.';
  const found = problem(0, 1, { message: long, note: long, suggestion: 'b' });
  const source = createSource('x.md', `a${' word'.repeat(30)}`);
  const lines = formatDiagnostics(source, found, { columns: 40 }).split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    'error[x/y]: A sentence that is longer',
    '  than the terminal is wide, and breaks',
    '  between its words.',
  ]);
  assert.deepEqual(lines.slice(8), [
    '  = note: A sentence that is longer than',
    '          the terminal is wide, and',
    '          breaks between its words.',
    '  = help: write `b`',
    '',
  ]);
  assert.equal(formatDiagnostics(source, found).split('\n').length, 9);
});

test('JSON counts lines and columns from 1, and has the edits that replace a text', () => {
  const source = createSource('x.md', 'ab\ncd');
  const place = { line: 2, column: 1, endLine: 2, endColumn: 3 };
  const words = { code: 'x/y', severity: 'error', file: 'x.md', message: 'This is wrong.', note: 'The rule.' };
  assert.deepEqual(formatDiagnosticJson(source, problem(3, 5)), { ...words, ...place });
  assert.deepEqual(formatDiagnosticJson(source, problem(3, 5, { suggestion: 's', help: 'do' })), {
    ...words,
    ...place,
    help: 'do',
    edits: [{ ...place, text: 's' }],
  });
  const apart = { line: 1, column: 2, endLine: 2, endColumn: 2 };
  assert.deepEqual(formatDiagnosticJson(source, problem(1, 4, { suggestion: 's' })), {
    ...words,
    ...apart,
    help: 'write `s`',
  });
});

test('problems come in the order of the document, errors first at one place', () => {
  const list = [problem(5, 6), problem(1, 2, { severity: 'warning' }), problem(1, 3)];
  assert.deepEqual(sortDiagnostics(list), [list[2], list[1], list[0]]);
});
