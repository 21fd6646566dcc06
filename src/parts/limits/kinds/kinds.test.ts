import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCellText } from '../../../markdown/cells/tokens.ts';
import { findCondition } from '../../errors/conditions/index.ts';
import { isWrong, limitKinds } from './index.ts';

const cell = (text: string) => createCellText({ text, span: { start: 10, end: 10 + text.length } });

test('there are the six kinds of the language', () => {
  const names = limitKinds.map((kind) => kind.name);
  assert.deepEqual(names, ['rate', 'body size', 'page size', 'timeout', 'quota', 'concurrency']);
});

for (const kind of limitKinds) {
  test(`${kind.name}: its examples read as they say`, () => {
    assert.ok(kind.right.length > 0);
    for (const { text, value } of kind.right) assert.deepEqual(kind.read(cell(text)), value, text);
  });

  test(`${kind.name}: a wrong value is told at the very word`, () => {
    assert.ok(kind.wrong.length > 0);
    for (const { text, at } of kind.wrong) {
      const read = kind.read(cell(text));
      assert.ok(isWrong(read), text);
      assert.equal(text.slice(read.span.start - 10, read.span.end - 10), at, `${text}: ${read.wrong}`);
    }
  });

  test(`${kind.name}: its condition and its words exist`, () => {
    assert.ok(findCondition(kind.condition) !== undefined);
    assert.match(kind.words(kind.right[0]!.value), /\d/);
    assert.ok(kind.per.length > 0);
  });

  test(`${kind.name}: any text reads or is told, and never throws`, () => {
    const words = fc.array(
      fc.constantFrom('1', '25', 'per', ',', 'minute', 'at', 'most', 'KiB', 'burst', '0', 'x', '`'),
    );
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join(' ');
        const read = kind.read(cell(text));
        if (isWrong(read)) assert.ok(read.span.start >= 10 && read.span.end <= 10 + text.length);
        else assert.ok(kind.amounts(read).every((amount) => amount > 0));
      }),
      { numRuns: 300 },
    );
  });
}
