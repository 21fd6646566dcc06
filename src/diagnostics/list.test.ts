import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from './diagnostic.ts';
import { countOf, DiagnosticList, mostOfCode } from './list.ts';

const span = (start: number) => ({ start, end: start + 1 });
const warning = (start: number): Diagnostic => ({
  code: 'x/w',
  severity: 'warning',
  span: span(start),
  message: 'odd',
  note: '',
});
const error: Diagnostic = { code: 'x/e', severity: 'error', span: span(5), message: 'wrong', note: '' };

test('a list has the first thousand of each code, counts the rest, and knows of an error behind them', () => {
  const list = new DiagnosticList();
  for (let at = 0; at < mostOfCode + 7; at++) list.push(warning(10 + at));
  assert.equal(list.hasErrors, false);
  list.push(error);
  assert.equal(list.hasErrors, true);
  assert.equal(list.length, mostOfCode + 8);
  assert.equal(list.listed.length, mostOfCode + 1);
  assert.equal(list.listed[0], error);
  assert.deepEqual(list.more, [{ code: 'x/w', severity: 'warning', count: 7 }]);
  assert.equal(countOf('warning', list.listed, list.more), mostOfCode + 7);
  assert.equal(countOf('error', list.listed, list.more), 1);
});

test('one cause is listed once: of one place, the same message or the same edit', () => {
  const list = new DiagnosticList();
  const unknown = { ...error, message: 'unknown', suggestion: 'Invoice' };
  const other = { ...unknown, code: 'y/e', message: 'none of this name' };
  const elsewhere = { ...other, span: span(6) };
  const more = { ...error, message: 'wrong, too' };
  list.push(error, unknown, other, error, elsewhere, more);
  assert.deepEqual(list.listed, [error, unknown, more, elsewhere]);
});

test('a copy takes more without a change of the list it came from', () => {
  const list = new DiagnosticList();
  list.push(warning(1));
  const copy = list.copy();
  copy.push(error, warning(2));
  assert.deepEqual([list.length, copy.length], [1, 3]);
  assert.deepEqual([list.hasErrors, copy.hasErrors], [false, true]);
});

test('the words of a diagnostic that is not listed are never written', () => {
  const list = new DiagnosticList();
  for (let at = 0; at < mostOfCode; at++) list.push(warning(at));
  const costly = Object.defineProperty({ ...warning(0) }, 'message', { get: () => assert.fail('written') });
  list.push(costly);
  assert.equal(list.length, mostOfCode + 1);
});
