import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createSource, readLine } from '../../text/location.ts';
import { readDocument } from '../index.ts';
import { listChangeEffects } from './change-effects.ts';

const text = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');

/** The effects of the row of Changes that begins with some words. */
function effectsOf(document: string, row: string): readonly object[] | undefined {
  const source = createSource('invoices.md', document);
  const { service, diagnostics } = readDocument(source);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  return listChangeEffects(service).find(({ line }) => readLine(source, line).startsWith(row))?.effects;
}

describe('the effects of rows of Changes', () => {
  test('name the clients that break when they move to the version', () => {
    assert.deepEqual(effectsOf(text, '| 2026-11-01 | renamed | Invoice.lines'), [
      { direction: 'requests', class: 'breaking', client: 'A client that sends the older name.' },
      { direction: 'responses', class: 'breaking', client: 'A client that reads the older name finds no value.' },
    ]);
    assert.deepEqual(effectsOf(text, '| 2026-11-01 | added | Invoice.paid'), [
      { direction: 'responses', class: 'compatible' },
    ]);
  });

  test('compare each version with the one before it', () => {
    assert.deepEqual(effectsOf(text, '| 2026-06-01 | type | Line.price'), [
      { direction: 'requests', class: 'breaking', client: 'A client that sends the older type.' },
      { direction: 'responses', class: 'breaking', client: 'A client that reads the older type.' },
    ]);
  });

  test('leave out behavior, which an older interface does not show', () => {
    assert.equal(effectsOf(text, '| 2026-11-01 | behavior | pay Invoice'), undefined);
  });

  test('have the classes that the document states', () => {
    const stated = `${text}\n### Compatibility\n\n| Change | Class |\n| --- | --- |\n| renamed | compatible |\n`;
    const found = effectsOf(stated, '| 2026-11-01 | renamed | Invoice.lines');
    assert.deepEqual(
      found?.map((effect) => (effect as { class: string }).class),
      ['compatible', 'compatible'],
    );
  });

  test('are none without versions', () => {
    const { service } = readDocument(createSource('x.md', '# X\n'));
    assert.deepEqual(listChangeEffects(service), []);
  });
});
