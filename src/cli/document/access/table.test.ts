import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indentText, wrapText } from '../../../diagnostics/width.ts';
import { drawTable, type Row } from './table.ts';

const plain = (_style: string, text: string): string => text;
const rows: readonly Row[] = [
  { label: 'Invoice' },
  { label: 'create, update, delete, send', cells: [{ text: 'all' }, { text: '–', style: 'quiet' }, { text: 'a, b' }] },
  { label: '発票', cells: [{ text: '–' }, { text: 'all' }, { text: '–', style: 'quiet' }] },
];
const titles = ['public', 'invoices:read', 'admin'];

test('a table that fits has one line for each row, and characters of two columns are counted so', () => {
  assert.deepEqual(drawTable(titles, rows, 80, plain), [
    '                                public  invoices:read  admin',
    'Invoice',
    '  create, update, delete, send  all     –              a, b',
    '  発票                          –       all            –',
  ]);
});

test('in fewer columns labels are wrapped, then the table is continued below', () => {
  assert.deepEqual(drawTable(titles, rows, 54, plain), [
    '                          public  invoices:read  admin',
    'Invoice',
    '  create, update,         all     –              a, b',
    '    delete, send',
    '  発票                    –       all            –',
  ]);
  assert.deepEqual(drawTable(titles, rows, 50, plain), [
    '                          public  invoices:read',
    'Invoice',
    '  create, update,         all     –',
    '    delete, send',
    '  発票                    –       all',
    '',
    '                          admin',
    'Invoice',
    '  create, update,         a, b',
    '    delete, send',
  ]);
});

test('a table that is continued has no heading without rows', () => {
  const quiet: Row = { label: 'read', cells: titles.map(() => ({ text: '–', style: 'quiet' })) };
  const lines = drawTable(titles, [{ label: 'Note' }, quiet, ...rows, { label: 'Tag' }, quiet], 50, plain);
  assert.deepEqual(
    lines.filter((line) => /^\S/.test(line)),
    ['Invoice', 'Invoice'],
  );
});

test('no line of a table is wider than the terminal, unless a word is', () => {
  for (let width = 40; width < 100; width++) {
    for (const line of drawTable(titles, rows, width, plain)) assert.ok([...line].length <= width, `${width}: ${line}`);
  }
});

test('colors take no columns', () => {
  const painted = drawTable(titles, rows, 80, (style, text) => (style === 'quiet' ? `<${text}>` : text));
  assert.equal(painted[2], '  create, update, delete, send  all     <–>              a, b');
});

test('texts are wrapped at spaces, and stay together at no-break spaces', () => {
  assert.deepEqual(wrapText('one two three', 8), ['one two', 'three']);
  assert.deepEqual(wrapText('one two\u00a0three', 8), ['one', 'two three']);
  assert.deepEqual(indentText('  a  ', 'one two three four five', 22), ['  a  one two three four', '     five']);
});
