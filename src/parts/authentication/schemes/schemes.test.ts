import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCellFromWords } from '../../../markdown/cells/cell-text.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { createSource } from '../../../text/location.ts';
import { readCarrier } from '../read/sent-in.ts';
import { schemes } from './index.ts';

function sentIn(text: string) {
  const context: ParseContext = { source: createSource('x.md', text), diagnostics: [], cellGaps: [] };
  const cell = readCellFromWords({ text, span: { start: 0, end: text.length } });
  assert.ok(cell.kind === 'value', text);
  const carrier = readCarrier(cell.text, context);
  assert.deepEqual(context.diagnostics, [], text);
  return carrier!;
}

test('there are the seven kinds of the language', () => {
  assert.deepEqual(
    schemes.map((scheme) => scheme.name),
    [
      'api key',
      'access token',
      'access token as jwt',
      'jwt',
      'oauth2 client credentials',
      'oauth2 client credentials as jwt',
      'basic',
    ],
  );
});

for (const scheme of schemes) {
  test(`${scheme.name}: travels where it may and nowhere else`, () => {
    assert.ok(scheme.right.length > 0 && scheme.wrong.length > 0);
    for (const text of scheme.right) assert.equal(scheme.carrier(sentIn(text)), undefined, text);
    for (const text of scheme.wrong) {
      const wrong = scheme.carrier(sentIn(text));
      assert.ok(wrong !== undefined, text);
      assert.equal(scheme.carrier(sentIn(wrong.suggestion ?? '')), undefined, wrong.suggestion);
    }
  });

  test(`${scheme.name}: its words say what a caller sends`, () => assert.match(scheme.words, /^(a|an) /));
}
