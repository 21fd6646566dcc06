import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeTypes } from '../src/describe/types/index.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';

const invoices = readFileSync(join(import.meta.dirname, 'documents/invoices.md'), 'utf8');

function describeDocument(text: string): string {
  return describeTypes(buildPlan(readDocument(createSource('invoices.md', text)).service));
}

test('the types of objects and unions that handlers write end in Input, as those of the TypeScript client', () => {
  const types = describeDocument(invoices);
  assert.match(types, /^export interface Line \{$/m);
  assert.match(types, /^export interface LineInput \{$/m);
  assert.match(types, /readonly lines: readonly \(LineInput\)\[\];/);
  assert.doesNotMatch(types, /Given\b/);
});

test('a type that handlers write has a free name if the document has the name too', () => {
  const types = describeDocument(
    invoices.replace(
      '### Line (object)',
      '### LineInput (object)\n\n| Field | Type |\n| --- | --- |\n| a | string |\n\n### Line (object)',
    ),
  );
  const names = Array.from(types.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name]) => name);
  assert.deepEqual(
    names.filter((name) => name!.startsWith('Line')),
    ['LineInput', 'LineInputInput', 'Line', 'LineInput2'],
  );
});
