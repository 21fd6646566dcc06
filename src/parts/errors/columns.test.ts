import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../document.fixture.ts';
import { buildPlan } from '../index.ts';

const ownOf = (cell: string) => {
  const errors = `
- Body: \`{ code: code, more: more }\`

| Code | Status | Condition | More |
| --- | --- | --- | --- |
| x | 404 | unknown path | ${cell} |
`;
  return buildPlan(documentOf({ errors }).service).errors.codes[0]?.own.More;
};

test('a cell of a column of your own is a literal: JSON, or text without quotes', () => {
  assert.deepEqual(
    ['20404', '"20404"', '-1.5', 'true', 'null', '`[1, "a"]`', 'see https://x.example/20404', 'a, "b"', '—'].map(ownOf),
    [20404, '20404', -1.5, true, null, [1, 'a'], 'see https://x.example/20404', 'a, "b"', undefined],
  );
});

test('a number that JSON readers cannot hold exactly stays the text of its digits', () => {
  assert.deepEqual(['9007199254740993', '1e400'].map(ownOf), ['9007199254740993', '1e400']);
});
