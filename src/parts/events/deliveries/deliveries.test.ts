import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCellText } from '../../../markdown/cells/tokens.ts';
import { deliveries } from './index.ts';

const cell = (text: string) => createCellText({ text, span: { start: 7, end: 7 + text.length } });

test('there are the three ways of the language', () => {
  assert.deepEqual(
    deliveries.map((delivery) => delivery.name),
    ['webhook', 'sse', 'nats'],
  );
});

for (const delivery of deliveries) {
  test(`${delivery.name}: its examples of To read`, () => {
    assert.ok(delivery.right.length > 0);
    for (const { text, kind } of delivery.right) {
      const target = delivery.read(cell(text));
      assert.ok('kind' in target, JSON.stringify(target));
      assert.equal(target.kind, kind, text);
    }
  });

  test(`${delivery.name}: a wrong To is told at the very word`, () => {
    assert.ok(delivery.wrong.length > 0);
    for (const { text, at } of delivery.wrong) {
      const target = delivery.read(cell(text));
      assert.ok('wrong' in target, text);
      assert.equal(text.slice(target.span.start - 7, target.span.end - 7), at, `${text}: ${target.wrong}`);
    }
  });

  test(`${delivery.name}: any To reads or is told, and never throws`, () => {
    const words = fc.array(
      fc.constantFrom('each', 'Hook', 'at', 'url', 'a.b', 'where', '`x`', 'setting', 'GET', '/e', '{', '.'),
      // a cell without a word is none
      { minLength: 1 },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const target = delivery.read(cell(parts.join(' ')));
        assert.ok('kind' in target || target.wrong.length > 0);
      }),
      { numRuns: 300 },
    );
  });
}
