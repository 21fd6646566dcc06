import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeClient } from '../src/describe/client/client.ts';
import { describeOpenapi } from '../src/describe/openapi/index.ts';
import { readDocument } from '../src/parts/index.ts';
import { buildWholePlanOf } from '../src/parts/plan/whole-version.ts';
import { listUnboundedFields } from '../src/plan/bodies/unlimited-fields.ts';
import { createSource } from '../src/text/location.ts';
import { documentText, keyed } from './support/document-text.fixture.ts';

// A search that follows each path anew visits 2^60 objects or fields here, and does not end.
const levels = 60;

const table = (name: string, rows: readonly string[]): string =>
  [`### ${name}\n`, '| Field | Type | Constraints |', '| --- | --- | --- |', ...rows].join('\n');

function plan(resources: readonly string[], more = '', states = 'None.') {
  const text = documentText('Levels', {
    purpose: 'Nests.',
    states,
    resources: resources.join('\n\n'),
    endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Top | POST | /tops | \`Top\` | 201 \`Top\` |${more}`,
    authentication: keyed('| all | all | |'),
  });
  const { service, diagnostics } = readDocument(createSource('levels.md', text));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  return buildWholePlanOf(service)!;
}

function listSchemas(made: ReturnType<typeof plan>): Record<string, { readonly required?: readonly string[] }> {
  const { components } = describeOpenapi(made) as unknown as {
    components: { schemas: ReturnType<typeof listSchemas> };
  };
  return components.schemas;
}

test('objects that name the next one twice are checked, planned and described, each once', () => {
  const objects = Array.from({ length: levels }, (_, at) =>
    table(`O${at} (object)`, [`| a | O${at + 1} | |`, `| b | O${at + 1} | |`]),
  );
  const last = table(`O${levels} (object)`, ['| text | string | 1..5 characters |']);
  const made = plan([table('Top', ['| id | integer | assigned |', '| of | O0 | |']), ...objects, last]);
  assert.deepEqual(listUnboundedFields(made), []);
  assert.equal(
    made.operations[0]!.steps.some(({ words }) => words.includes('levels deep')),
    false,
  );
  const described = Object.keys(listSchemas(made)).filter((name) => /^O\d+$/.test(name));
  assert.equal(described.length, levels + 1);
});

test('computed fields that read the one before twice are described, each once', () => {
  const rows = Array.from(
    { length: levels },
    (_, at) => `| n${at + 1} | integer | = \`n${at} > 5 ? n${at} - 1 : 1\` |`,
  );
  const made = plan([table('Top', ['| id | integer | assigned |', '| n0 | integer | required |', ...rows])]);
  assert.equal(listSchemas(made).Top?.required?.length, levels + 2);
  assert.equal(describeClient(made, []).declarations.length > 0, true);
});

test('the steps of a transition name neither references nor passwords that no object of its Request holds', () => {
  const stepsOf = (party: string): string[] => {
    const route = '\n| propose Top | POST | /tops/{id}/propose | `{ parties: Args.of }` | 200 `Top` |';
    const states = '### Top\n\n| Transition | Effect |\n| --- | --- |\n| propose | `note = "proposed"` |';
    const { operations } = plan(
      [
        table('Top', ['| id | integer | assigned |', '| note | string | |']),
        table('Args (object)', ['| of | Parties | |']),
        table('Parties (object)', ['| buyer | Party | required |', '| seller | Party | required |']),
        table('Party (object)', [party, '| agents | Party[] | |']),
      ],
      route,
      states,
    );
    return operations[1]!.steps.map(({ words }) => words).filter((words) => /references|passwords/.test(words));
  };
  assert.deepEqual(stepsOf('| name | string | |'), []);
  assert.match(stepsOf('| deal | ref Top | |').join(), /references/);
});
