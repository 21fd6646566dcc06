import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ColumnGrammar, PartGrammar } from '../../markdown/grammar.ts';
import { recognizeDocument } from '../../markdown/recognise.ts';
import { createSource, slice } from '../../text/location.ts';
import { grammars } from '../grammars.ts';
import { readParts } from '../index.ts';
import { createNameCheck } from './check.ts';

const column: ColumnGrammar = { title: 'Undone to', reads: 'names', forms: ['{state}', 'nothing'] };
const extended = grammars.map((part: PartGrammar) => ({
  ...part,
  tables: part.tables.map((table) =>
    ['transitions', 'limits'].includes(table.name) ? { ...table, columns: [...table.columns, column] } : table,
  ),
}));

function check(cell: string, firstTitle = 'From'): readonly (readonly string[])[] {
  const file = new URL('../../../examples/invoices/invoices.md', import.meta.url);
  const text = readFileSync(file, 'utf8').replace(new RegExp(`^\\| ${firstTitle} \\|.*\\n.*\\n.*$`, 'm'), (lines) => {
    const [titles, dashes, row] = lines.split('\n');
    return `${titles} Undone to |\n${dashes} --- |\n${row} ${cell} |`;
  });
  const source = createSource('invoices.md', text);
  const found: (readonly string[])[] = [];
  createNameCheck(extended)(recognizeDocument(source, extended), readParts(source).service, (diagnostic) => {
    found.push([diagnostic.code, slice(source, diagnostic.span), diagnostic.suggestion ?? '']);
  });
  return found;
}

test('states in a table below no heading of a resource are checked against all states', () => {
  assert.deepEqual(check('draft, paid', 'Limit'), []);
  assert.deepEqual(check('drfat', 'Limit'), [['limits/unknown-state', 'drfat', 'draft']]);
});

test('a column of names is checked by its grammar alone', () => {
  assert.deepEqual(check('draft, nothing'), []);
  assert.deepEqual(check('drfat'), [['states/unknown-state', 'drfat', 'draft']]);
  assert.deepEqual(check('nothng'), [['states/unknown-state', 'nothng', 'nothing']]);
  assert.deepEqual(check('draft, draft'), [['states/repeated-state', 'draft', '']]);
});
