import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { formatYaml } from '../../src/describe/format.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { describeTypes } from '../../src/describe/types/index.ts';
import { plan as planDocument } from '../../src/operator/documents.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';
import { documentText } from '../support/document-text.fixture.ts';
import { compileStrictly } from './compile.ts';
import { createModuleFolder } from './generated.ts';
import { pythonSkip } from './python.ts';

const own = `*/ **// globalThis.owned = 1 /* """ ''' </script> \${owned} \`x\` \\u002a/ \\ \u2028 \u2029 \u202e \u2066 \ufeff`;
const text = documentText(`Items ${own}`, {
  resources: `### Item

${own}

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | uuid | assigned | ${own} |
| kind | one of "a */ \u202e", "\${y}", "'''" | required | ${own} |`,
  endpoints: `| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` | ${own} |
| read Item | GET | /items/{id} | | 200 \`Item\` | ${own} |
| stream events | GET | /events | | 200 | ${own} |`,
  events: `| Event | When | Payload | Meaning |
| --- | --- | --- | --- |
| item.created | create Item | \`Item\` | ${own} |

| Delivery | To | Events |
| --- | --- | --- |
| sse | GET /events | all |`,
});
const document = readDocument(createSource('**//\u202e.md', text));
const whole = buildWholePlanOf(document.service)!;

/** Line separators, and marks that turn the direction of a text or cannot be seen. */
const hidden = /[\u0085\u2028-\u202e\u2066-\u2069\ufeff]/;

test('texts of a hostile document stay comments and texts in generated code', { skip: pythonSkip }, () => {
  assert.deepEqual(
    document.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, span }) => [code, text.slice(span.start, span.end)]),
    [],
  );
  const folder = createModuleFolder();
  const client = describeTypescriptClient(whole);
  const types = describeTypes(planDocument(document));
  const python = describePythonClient(whole);
  for (const generated of [client, types, python]) assert.doesNotMatch(generated, hidden);
  assert.ok(client.includes('\\u{202e}') && client.includes("'a */ \\u202e'"), client.slice(0, 2000));
  writeFileSync(join(folder, 'client.ts'), client);
  assert.equal(compileStrictly(folder), '');
  writeFileSync(join(folder, 'client.py'), python);
  const { stderr } = spawnSync('python3', ['-W', 'error', '-m', 'py_compile', join(folder, 'client.py')], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
});

test('YAML has line separators and hidden marks as escapes, which readers of YAML 1.1 and 1.2 read as written', () => {
  const described = describeOpenapi(whole);
  const yaml = formatYaml({ ...described, 'a\u2028b': `line\n \u0085\u2028\u202e # x: y\n`, plain: 'a: b' });
  assert.doesNotMatch(yaml, hidden);
  const read = parse(yaml) as Record<string, unknown>;
  assert.equal(read['a\u2028b'], `line\n \u0085\u2028\u202e # x: y\n`);
  delete read['a\u2028b'];
  assert.deepEqual(read, JSON.parse(JSON.stringify({ ...described, plain: 'a: b' })));
});
