import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnosticCases, readCase } from '../../../../tests/support/cases.ts';
import { listFixes } from '../../../language-service/fixes.ts';
import { readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { describeRepair, repairDocument } from './fix.ts';

const wrong = `# Boxes

## Resources

### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv77 | assigned |
| name | emial | requird |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bx | post | boxes | Box(nme) | 201 \`Box\` |
`;

test('repairs bring out what was not understood before, and fix that too', () => {
  const { document, repairs } = repairDocument(readDocument(createSource('boxes.md', wrong)));
  assert.match(document.source.text, /^\| create Box \| POST \| \/boxes \| `Box\(name\)` \| 201 `Box` \|$/m);
  assert.deepEqual(
    document.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  const said = repairs.map(describeRepair);
  assert.ok(said.includes('boxes.md:9:8: wrote `uuidv7` for `uuidv77` (resources/unknown-type)'), said.join('\n'));
  assert.ok(
    said.some((line) => line.endsWith('(shape/unknown-field)')),
    said.join('\n'),
  );
});

test('a document without suggestions stays as it is', () => {
  const text = '# Boxes\n\nNothing is wrong here.\n';
  const { document, repairs } = repairDocument(readDocument(createSource('boxes.md', text)));
  assert.deepEqual([document.source.text, repairs], [text, []]);
});

test('the repairs of each case end, and leave no suggestion', () => {
  let count = 0;
  for (const file of diagnosticCases.keys()) {
    const { text } = readCase(file);
    if (text.length > 20_000) continue;
    const { document, repairs } = repairDocument(readDocument(createSource(file, text)));
    count += repairs.length;
    assert.deepEqual(listFixes(document, { start: 0, end: document.source.text.length }), [], file);
  }
  assert.ok(count > 300, `${count} repairs`);
});
