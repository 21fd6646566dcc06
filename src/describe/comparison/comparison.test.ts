import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../examples/exchange.ts';
import { createExampleWriter } from './examples.ts';
import { markLines } from './marked.ts';

test('marks the words that the other line lacks, and nothing in lines that share little', () => {
  const mark = (old: string, now: string): readonly string[] => markLines(old, now).map(({ text }) => text);
  assert.deepEqual(mark('| a | 1 |', '| b | 1 |'), ['| <mark>a</mark> | 1 |', '| <mark>b</mark> | 1 |']);
  assert.deepEqual(mark('| a | 1 |', 'Nothing like it'), ['| a | 1 |', 'Nothing like it']);
  assert.deepEqual(mark('', '<b>'), ['', '&lt;b&gt;']);
  const long = 'x '.repeat(5_000);
  assert.deepEqual(mark(long, `${long}y`), [long, `${long}y`]);
});

test('shows the example of an operation once, and none that is equal or unknown', () => {
  const exchange = (status: number, body: unknown): Exchange => ({
    ...{ operation: 'read A', title: 'read', request: { method: 'GET', path: '/a/1', headers: { 'X-A': '<1>' } } },
    response: { status, headers: {}, body },
  });
  const write = createExampleWriter({
    old: { 'read A': [exchange(200, { b: 1 })], 'list B': [exchange(200, [])] },
    now: { 'read A': [exchange(404, {}), exchange(200, { c: 1 })], 'list B': [exchange(200, [])] },
  });
  const shown = write('A.b')!.text;
  assert.match(shown, /Example: read A.*X-A: &lt;1&gt;\n\n200\n\{\n {2}"b": 1\n\}.*"c": 1/s);
  for (const where of ['read A', 'A.c', 'B', 'Unknown.x', 'every']) assert.equal(write(where), undefined);
  assert.equal(createExampleWriter(undefined)('A.b'), undefined);
});
