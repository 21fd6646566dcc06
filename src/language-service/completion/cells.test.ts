import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TableGrammar } from '../../markdown/grammar.ts';
import { grammars } from '../../parts/grammars.ts';
import { readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { completeCell } from './cells.ts';

/** Columns in which an author writes a name or a value of their own. */
const free = [
  'fields Field',
  'tags Tag',
  'rules Rule',
  'states State',
  'idempotency Kept for',
  'schemes Scheme',
  'schemes Credential',
  'schemes Lifetime',
  'caller Attribute',
  'events Event',
  'codes Code',
  'field errors Problem',
  'field errors Code',
  'limits Limit',
  'versions Version',
  'versions Released',
  'versions Sunset',
  'placement Name',
  'changes Before',
];

const text = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');
const document = readDocument(createSource('invoices.md', text));
const row = { Operation: 'create Invoice', Kind: 'rate', Type: 'string' };

test('each column has completions, or is free', () => {
  const without = grammars.flatMap((part) =>
    part.tables.flatMap((table: TableGrammar) => {
      const subject = table.name === 'parameters' ? 'list Invoice' : 'Invoice';
      const section = { part, subject, table: undefined, inCode: false };
      const machine = table.columns.filter(({ reads }) => reads !== 'prose');
      const empty = machine.filter((column) => {
        const cell = { kind: 'cell' as const, section, table, column, row, span: { start: 0, end: 0 } };
        const context = { document, place: { section, row, part: part.part }, before: '', offset: 0 };
        return completeCell(context, cell, undefined).length === 0;
      });
      return empty.map(({ title }) => `${table.name} ${title}`);
    }),
  );
  assert.deepEqual(without, free);
});
