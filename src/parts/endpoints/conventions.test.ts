import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../../plan/plan.ts';
import { documentOf } from '../document.fixture.ts';
import { buildWholePlan } from '../plan.ts';

const resources = `
### Note

| Field | Type | Constraints |
| --- | --- | --- |
| key | integer | assigned; identity |
| text | string | required |
| folder | ref Folder | on delete restrict |
| status | state | |

### Folder

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | required |

### Tag

| Field | Type | Constraints |
| --- | --- | --- |
| name | string | required; identity; create-only |
`;
const states = `
### Note

| State | Kind |
| --- | --- |
| draft | initial |
| sent | final |

| From | Transition | To |
| --- | --- | --- |
| draft | send | sent |
`;
const head = '| Operation | Method | Path | Request | Response |\n| --- | --- | --- | --- | --- |\n';

/** The plan of a document with these endpoints, without the lines and the digest. */
function planOf(endpoints: string, limits?: string, more = ''): Plan {
  const hasStates = endpoints.includes('Note');
  const errors = '- Codes: named after conditions';
  const parts = {
    resources: `${hasStates ? resources : resources.replace('| status | state | |\n', '')}${more}`,
    states: hasStates ? states : 'None.',
    endpoints,
    errors,
    ...(limits === undefined ? {} : { limits }),
  };
  const { service, diagnostics } = documentOf(parts);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    [],
  );
  return buildWholePlan(service);
}

/** The operations of a plan without lines. */
const operationsOf = (plan: Plan) =>
  JSON.parse(JSON.stringify(plan.operations, (key, value) => (/^(line|words)$/.test(key) ? undefined : value)));

test('a row of several operations is the same as their rows', () => {
  const short = planOf(`${head}| create, read, update, replace, delete, send Note | | /notes | | |\n`);
  const rows = [
    '| create Note | POST | /notes | `Note` | 201 `Note` header Location |',
    '| read Note | GET | /notes/{key} | | 200 `Note` |',
    '| update Note | PATCH | /notes/{key} | `Note` | 200 `Note` |',
    '| replace Note | PUT | /notes/{key} | `Note` | 200 `Note` |',
    '| delete Note | DELETE | /notes/{key} | | 204 |',
    '| send Note | POST | /notes/{key}/send | | 200 `Note` |',
  ];
  assert.deepEqual(operationsOf(short), operationsOf(planOf(head + rows.join('\n'))));
});

test('the path of one record gives the same paths, below a parent too', () => {
  for (const path of ['/folders/{folder}/notes/{key}', '/folders/{folder}/notes']) {
    const { operations } = planOf(`${head}| create, read, send Note | | ${path} | | |`);
    assert.deepEqual(
      operations.map(({ path }) => path),
      [
        '/folders/{folder}/notes',
        ...(path.endsWith('}') ? [path, `${path}/send`] : [`${path}/{key}`, `${path}/{key}/send`]),
      ],
    );
  }
});

test('a filled cell is that of each operation, a Request of each that takes one', () => {
  const rows = '| create, read, send Note | | /notes | `Note(text)` | 202 `{ key: Note.key }` |';
  const plan = planOf(head + rows);
  assert.deepEqual(
    plan.operations.map(({ input, responses }) => [input !== undefined, responses.map(({ status }) => status)]),
    [
      [true, [202]],
      [false, [202]],
      [true, [202]],
    ],
  );
});

test('without a read operation a create has no Location, and by PUT it has two responses', () => {
  const [create, put] = planOf(
    `${head}| create Folder | | /folders | | |\n| create Tag | PUT | /tags/{name} | | |`,
  ).operations;
  assert.deepEqual(
    [create, put].map((operation) => operation!.responses.map(({ status, headers }) => [status, headers?.length ?? 0])),
    [
      [[201, 0]],
      [
        [201, 0],
        [200, 0],
      ],
    ],
  );
});

test('a create has no Location where a read finds the record otherwise than by a path that others may know', () => {
  const rows = '| create Secret | | /secrets | | |\n| read Secret | | /secrets/{token} | | |';
  const secret = '\n### Secret\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | integer | assigned |\n';
  const token = '| token | token | assigned; unique; shown once |\n';
  const { operations } = planOf(`${head}${rows}`, undefined, `${secret}${token}`);
  assert.deepEqual(
    operations[0]!.responses.map(({ headers }) => headers),
    [[]],
  );
});

const list = `${head}| list Folder | | /folders | | |\n`;

test('the line Lists is the same as a shape, parameters and a limit', () => {
  const limit = '| Limit | Kind | Applies to | Value | When exceeded |\n| --- | --- | --- | --- | --- |\n';
  const parameters = (paging: string) =>
    `\n### list Folder\n\n| Parameter | Maps to |\n| --- | --- |\n| limit | page size |\n| ${paging} |\n`;
  const stated = (shape: string, paging: string, beyond: string) =>
    planOf(
      `${head}| list Folder | | /folders | | 200 \`${shape}\` |\n${parameters(paging)}`,
      `${limit}| Lists | page size | all | 25, at most 100 | ${beyond} |`.replace('Lists', 'lists'),
    );
  const cases = [
    ['{ data, next } by cursor; 25, at most 100', '{ data: Folder[], next: next cursor }', 'cursor | cursor', ''],
    ['[] by offset; 25, at most 100; clamp', 'Folder[]', 'offset | offset', 'clamp'],
    [
      '{ items, total, more: has more } by page; 25, at most 100',
      '{ items: Folder[], total: total count, more: has more }',
      'page | page number',
      '',
    ],
  ] as const;
  for (const [line, shape, paging, beyond] of cases) {
    const short = planOf(`- Lists: ${line}\n\n${list}`, 'Rate limits, size limits and time-outs: none.');
    assert.deepEqual(operationsOf(short), operationsOf(stated(shape, paging, beyond)), line);
  }
});

test('a list without records has no pages', () => {
  const row =
    '| list Folder as sizes | | /sizes | | 200 `{ all: total count, by: { owner: counts of owner }, v: 1 }` |\n';
  const [folders, sizes] = planOf(`- Lists: [] by cursor; 25, at most 100\n\n${list}${row}`).operations;
  assert.deepEqual(
    [folders, sizes].map((operation) => operation!.parameters.map(({ name }) => name)),
    [['limit', 'cursor'], []],
  );
});

test('a list keeps the paging and the page size that it states', () => {
  const own = '\n### list Folder\n\n| Parameter | Maps to |\n| --- | --- |\n| after | after id |\n| owner | filter |\n';
  const limit =
    '| Limit | Kind | Applies to | Value |\n| --- | --- | --- | --- |\n| many | page size | list Folder | 500, at most 1000 |';
  const [folders, tags] = planOf(
    `- Lists: [] by cursor; 25, at most 100\n\n${list}| list Tag | | /tags | | |\n${own}`,
    limit,
  ).operations;
  assert.deepEqual(
    folders!.parameters.map(({ name }) => name),
    ['after', 'owner', 'limit'],
  );
  assert.deepEqual(
    tags!.parameters.map(({ name }) => name),
    ['limit', 'cursor'],
  );
  assert.deepEqual(
    [folders, tags].map((operation) => operation!.paging?.maxSize),
    [1000, 100],
  );
});
