import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReport } from '../src/cli/document/compare/comparing.ts';
import { printDiagnostics } from '../src/cli/shared/document.ts';
import type { Terminal } from '../src/cli/shared/terminal.ts';
import { describeOpenapi } from '../src/describe/openapi/index.ts';
import { buildPlan, type Document, readDocument } from '../src/parts/index.ts';
import { buildWholePlanOf } from '../src/parts/plan/whole-version.ts';
import { collectIndexes } from '../src/stores/indexes.ts';
import { createSource } from '../src/text/location.ts';

// Each of these documents took minutes, or did not end: the work grew faster than the document.

const parts = { states: 'None.', authentication: 'None.', versioning: 'None.' };

function read(resources: string, operations: readonly string[], others: Partial<typeof parts> = {}): Document {
  const { states, authentication, versioning } = { ...parts, ...others };
  const text = `# Large

## What the service does

Large.

## Resources and their fields

${resources}

## States and transitions

${states}

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
${operations.join('\n')}

## Authentication

${authentication}

## Events

None.

## Errors

- Codes: named after conditions
- Body: problem details

## Limits

None.

## Versioning

${versioning}
`;
  const document = readDocument(createSource('large.md', text));
  assert.deepEqual(
    document.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  return document;
}

const repeat = (count: number, write: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => write(index));

const fields = '| Field | Type | Constraints |\n| --- | --- | --- |';
const id = `${fields}\n| id | uuidv7 | assigned |`;

test('objects that contain each other twice at each level are compared once each', () => {
  const objects = repeat(40, (at) => {
    const type = at === 39 ? 'string' : `Level${at + 1}`;
    return `### Level${at} (object)\n\n${fields}\n| left | ${type} | |\n| right | ${type} | |\n`;
  });
  const resources = `### Thing\n\n${id}\n| top | Level0 | |\n\n${objects.join('\n')}`;
  const [old, now] = [0, 1].map(() => read(resources, ['| create, read Thing | | /things | | |']));
  assert.deepEqual(createReport(old!, now!).changes, []);
});

test('row rules that share fields in many ways have an index for each scope, and one for what all share', () => {
  const names = repeat(24, (at) => `f${at}`);
  const resources = `### Thing\n\n${id}\n| owner | string | required |\n${names.map((name) => `| ${name} | string | required |`).join('\n')}`;
  const scopes = names.map((name, at) => {
    const where = ['owner', ...names.filter((other) => other !== name)].map((field) => `${field} == caller.id`);
    return `| s${at} | all Thing | \`${where.join(' and ')}\` |`;
  });
  const authentication = [
    '| Scheme | Kind | Sent in | Credential | Lifetime |\n| --- | --- | --- | --- | --- |',
    '| key | api key | header X-Api-Key | API key | 365 days |\n',
    '| Scope | Allows | Where |\n| --- | --- | --- |',
    ...scopes,
  ].join('\n');
  const { service } = read(resources, ['| create, list Thing | | /things | | |'], { authentication });
  const indexes = collectIndexes(buildPlan(service)).get('Thing')!;
  assert.equal(indexes.length, names.length + 1);
  assert.deepEqual(
    indexes[0]!.map(({ field }) => field),
    ['owner', 'id'],
  );
});

test('deletions that take the records of many resources along are followed once each', () => {
  const count = 2500;
  const resources = repeat(count, (at) => {
    return `### Thing${at}\n\n${id}\n| another | ref Thing${(at + 1) % count} | on delete cascade |\n`;
  });
  const operations = repeat(count, (at) => `| create, delete Thing${at} | | /things${at} | | |`);
  read(resources.join('\n'), operations);
});

test('the fields that records of each state have are proven once for all responses', () => {
  const count = 600;
  const states = [
    '### Thing\n\n| State | Kind |\n| --- | --- |',
    ...repeat(count, (at) => `| s${at} | ${at === 0 ? 'initial' : at === count - 1 ? 'final' : ''} |`),
    '\n| From | Transition | To |\n| --- | --- | --- |',
    ...repeat(count - 1, (at) => `| s${at} | go${at} | s${at + 1} |`),
  ].join('\n');
  const { service } = read(
    `### Thing\n\n${id}\n| status | state | |`,
    [
      '| create, read Thing | | /things | | |',
      ...repeat(count - 1, (at) => `| go${at} Thing | POST | /things/{id}/go${at} | | 200 \`Thing\` |`),
    ],
    { states },
  );
  const { paths } = describeOpenapi(buildWholePlanOf(service)!) as { paths: object };
  assert.equal(Object.keys(paths).length, count + 1);
});

test('a value that is nested very deeply has one diagnostic, and one that is 32 deep has none', () => {
  for (const isList of [true, false]) {
    for (const levels of [32, 33, 3_000, 10_000]) {
      const [open, close] = isList ? ['[', ']'] : ['{"a":', '}'];
      const value = `${open.repeat(levels - 1)}${isList ? '[]' : '{}'}${close.repeat(levels - 1)}`;
      const text = `# Deep\n\n## Resources and their fields\n\n### Thing\n\n${id}\n| value | any | default ${value} |\n`;
      const { diagnostics } = readDocument(createSource('deep.md', text));
      assert.deepEqual(
        diagnostics.filter(({ severity }) => severity === 'error').map(({ code, note }) => [code, note]),
        levels === 32
          ? []
          : [['markdown/literal-too-deep', 'Lists and objects in a value are nested at most 32 deep.']],
      );
    }
  }
});

const createTerminal = (columns: number | undefined, err: Terminal['err']): Terminal => ({
  out: err,
  err,
  colours: { out: false, err: false },
  ...(columns === undefined ? {} : { columns }),
  environment: {},
  end: () => undefined,
});

test('what is printed of one document and of one diagnostic has a bound, and the time for it', () => {
  const heading = `a\n${'=a\n'.repeat(20_000)}=`;
  const constraints = repeat(5_000, (at) => `min ${at}`).join('; ');
  for (const [text, bound] of [
    [`### Thing\n\n${id}\n\n${heading}\n`, 4_000],
    [`### Thing\n\n${id}\n| value | string | ${constraints} |\n`, 150_000],
  ] as const) {
    const document = readDocument(createSource('long.md', `# Long\n\n## Resources and their fields\n\n${text}`));
    for (const columns of [undefined, 80]) {
      let printed = '';
      const print: Terminal['err'] = (line) => {
        printed += JSON.stringify(line);
      };
      const begun = performance.now();
      printDiagnostics(document, document.diagnostics, createTerminal(columns, print));
      assert.ok(performance.now() - begun < 5_000);
      assert.ok(printed.length < bound, `${printed.length}`);
    }
  }
});

test('what the rules before a rule prove is worked out once', () => {
  const rules = repeat(3_000, (at) => `| r${at} | create, update | \`name != "${at}"\` | |`);
  const table = `| Rule | On | Check | Error |\n| --- | --- | --- | --- |\n${rules.join('\n')}`;
  const begun = performance.now();
  read(`### Thing\n\n${id}\n| name | string | required |\n\n${table}`, ['| create, update Thing | | /things | | |']);
  assert.ok(performance.now() - begun < 10_000, 'the time for 3,000 rules');
});

test('each of many versions is compared with the one below it alone', () => {
  const count = 600;
  const newestFirst = Array.from({ length: count }, (_, at) => count - at);
  const versioning = [
    '| Version | Status |\n| --- | --- |',
    ...newestFirst.map((version) => `| ${version} | ${version === count ? 'current' : 'supported'} |`),
    '\n| Version | Change | What | Before |\n| --- | --- | --- | --- |',
    ...newestFirst.slice(0, -1).flatMap((version) => {
      const name = version === count ? 'name' : `name${version}`;
      return [
        `| ${version} | renamed | Thing.${name} | name${version - 1} |`,
        `| ${version} | constraint | Thing.note | ..${version} characters |`,
      ];
    }),
  ].join('\n');
  const { service } = read(
    `### Thing\n\n${id}\n| name | string | required |\n| note | string | ..${count + 1} characters |`,
    ['| create, read, list Thing | | /things | | |'],
    { versioning },
  );
  const plan = buildWholePlanOf(service)!;
  assert.equal(plan.changeEffects?.length, 2 * (count - 1));
  assert.ok(describeOpenapi(buildWholePlanOf(service, '1')!));
});

test('objects that need each other twice at each of many levels are followed once each', () => {
  const count = 60;
  const objects = repeat(count, (at) => {
    const next = at === count - 1 ? 'string' : `O${at + 1}`;
    return `### O${at} (object)\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| a | ${next} | required |\n| b | ${next} | required |\n`;
  });
  const { service } = read(`### Thing\n\n${id}\n| of | O0 | required |\n\n${objects.join('\n')}`, [
    '| create, read, list Thing | | /things | | |',
  ]);
  const plan = buildWholePlanOf(service)!;
  assert.ok(JSON.stringify(describeOpenapi(plan)).length < 200_000);
});
