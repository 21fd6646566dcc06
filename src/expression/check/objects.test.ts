import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, evaluate, listOf, read, symbols } from '../javascript/compiled.fixture.ts';
import type { Environment } from '../symbol-table.ts';
import type { ValueType } from '../tree.ts';

const where = (expected: ValueType): Environment => environment(['record'], { made: symbols, expected });
const address = where({ kind: 'object', name: 'Address' });
const lines = where(listOf({ kind: 'object', name: 'Line' }));

const record = { name: 'Rome', note: null, n: 2, counts: [1, 2], tags: ['a'] };

test('an object has the fields that are due; an optional one is absent where its value is', () => {
  const given = { record };
  assert.deepEqual(evaluate('{"city": name, "zip": note}', given, address), { city: 'Rome', zip: null });
  assert.deepEqual(evaluate('{"zip": "1"}', given, address), { zip: '1' });
  assert.deepEqual(evaluate('{"city": memo, "zip": null}', given, address), { zip: null });
});

test('objects stand in lists, in what map makes of each item, and on either side of a choice', () => {
  const given = { record };
  const entry = { amount: 1, price: null };
  assert.deepEqual(evaluate('[{"amount": 1, "price": null}]', given, lines), [entry]);
  assert.deepEqual(evaluate('counts.map(i, {"amount": i, "price": null})', given, lines), [
    entry,
    { ...entry, amount: 2 },
  ]);
  assert.deepEqual(evaluate('n > 1 ? [] : [{"amount": 1, "price": null}]', given, lines), []);
});

const bad: readonly (readonly [text: string, within: Environment, code: string, under: string])[] = [
  ['{"city": name}', address, 'object-member', '{"city": name}'],
  ['{"zip": null, "town": name}', address, 'object-member', '{"zip": null, "town": name}'],
  ['{"zip": n}', address, 'object-member', 'n'],
  ['{"zip": null, "zip": "1"}', address, 'object-member', '"zip"'],
  ['[{"amount": 1, "price": null}, {"amount": 1}]', lines, 'object-member', '{"amount": 1}'],
  ['size([{"amount": 1}]) > 0 ? [] : []', lines, 'outside-the-language', '{"amount": 1}'],
  ['tags.map(t, {"a": t} == {"a": t}, {"amount": 1, "price": null})', lines, 'outside-the-language', '{"a": t}'],
];

for (const [text, within, code, under] of bad) {
  test(`\`${text}\` is refused as ${code} at \`${under}\``, () => {
    const { diagnostics } = read(text, within);
    assert.deepEqual(
      diagnostics.map((diagnostic) => diagnostic.code),
      [`expression/${code}`],
    );
    const { span } = diagnostics[0]!;
    assert.equal(text.slice(span.start, span.end), under);
  });
}
