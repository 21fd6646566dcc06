import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Compiled } from '../../contracts/compiled.ts';
import type { FieldError } from '../../contracts/record.ts';
import { documentOf } from '../../parts/document.fixture.ts';
import { buildPlan } from '../../parts/index.ts';
import { compile } from '../compile.ts';

const resources = `
### Article

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| title | string | required; 1..80 characters |
| email | email | 5..80 characters |
| slug | string | 3..20 characters; pattern \`^[a-z]+$\` |
| size | one of small, large | |
| pages | integer | 1..100; multiple of 5 |
| tags | string[] | 1..3 items; unique items |
| labels | map of integer | ..2 keys |
| method | Method | |
| parts | Part[] | |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| title | string | required; 1..20 characters |

### Method (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| bank | Bank |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| number | string | required; 4.. characters |

### Bank (object)

| Field | Type | Constraints |
| --- | --- | --- |
| number | string | required; 9.. characters |
`;
const endpoints = `
| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Article | POST | /articles | \`Article\` | 201 \`Article\` |
| list Article | GET | /articles | | 200 \`{ data: Article[] }\` |

### list Article

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| size | filter size = |
`;

/** What is told of a body of \`create Article\`: by path, the problem, its message and its code. */
function told(rows: string, body: object): readonly string[] {
  const compiled = compiledWith(rows);
  const fieldErrors: FieldError[] = [];
  compiled.operations.at(0)!.input!(body, fieldErrors, {});
  return shown(compiled, fieldErrors, 'create Article');
}

function compiledWith(rows: string): Compiled {
  const errors = `
- Body: \`{ all: fields { at: path, why: problem, text: message, code: code } }\`

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | Wrong |

### Field errors

| Problem | On | Message | Code |
| --- | --- | --- | --- |
${rows}
`;
  const { service, diagnostics } = documentOf({ resources, endpoints, errors });
  const wrong = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);
  assert.deepEqual(wrong, []);
  return compile(buildPlan(service));
}

function shown(compiled: Compiled, fields: readonly FieldError[], operation: string) {
  const facts = { status: 422, code: 'invalid', traceId: '', base: '', fields, operation };
  const { all } = JSON.parse(compiled.errorBody(facts).text) as { all: Record<string, string>[] };
  return all.map(({ at, why, text, code }) => `${at} ${why}: ${text} (${code})`);
}

const sound = { title: 'a', email: 'a@example.com', slug: 'abc' };

test('each kind of problem is worded by the row of its word, or by that of the coarser one', () => {
  const rows = `| missing | | is needed | blank |
| too short | | is shorter than {min} | |
| too long; too many | | has more than {max} | |
| constraint | | breaks a rule | rule |
| type | | is of another kind | kind |`;
  assert.deepEqual(
    told(rows, { email: 'a', slug: 'AB', size: 'huge', pages: 104, tags: ['a', 'a', 'b', 'c'], parts: null, x: 1 }),
    [
      'title missing: is needed (blank)',
      'email format: must be an e-mail address, such as ada@example.com (invalid)',
      'slug too short: is shorter than 3 (rule)',
      'slug pattern: breaks a rule (rule)',
      'size not one of: is of another kind (kind)',
      'pages too large: breaks a rule (rule)',
      'pages multiple of: breaks a rule (rule)',
      'tags too many: has more than 3 (rule)',
      'tags duplicate items: breaks a rule (rule)',
      'parts null: is of another kind (kind)',
      'x unknown: is not a known field (invalid)',
    ],
  );
});

test('the row for a field goes before the row for its resource, and both before the row for all', () => {
  const rows = `| too short | | is short | |
| any | Article | is wrong in the article | article |
| constraint | Article.title | is no title | |
| empty | Article.title, Part.title | is blank | blank |
| too short | Article.slug | has {name} under {min}, see {path} | |`;
  assert.deepEqual(
    told(rows, { title: 'x'.repeat(81), slug: 'a', parts: [{ title: '' }, { title: 'x'.repeat(21) }] }),
    [
      'title too long: is no title (article)',
      'slug too short: has slug under 3, see slug (article)',
      'parts.0.title empty: is blank (blank)',
      'parts.1.title too long: must have 1 to 20 characters (invalid)',
    ],
  );
  assert.deepEqual(told(rows, { ...sound, title: '' }), ['title empty: is blank (blank)']);
});

test('an empty text, list or map is empty, whichever check it fails; what is worded alike is told once', () => {
  const rows = "| empty | | can't be blank | |";
  assert.deepEqual(told(rows, { title: '', email: '', slug: '', tags: [] }), [
    "title empty: can't be blank (invalid)",
    "email empty: can't be blank (invalid)",
    "slug empty: can't be blank (invalid)",
    "tags empty: can't be blank (invalid)",
  ]);
});

test('members of several objects of a union that are called alike are told apart', () => {
  const rows = `| any | Card.number | is no card | |
| any | Bank.number | is no account | |`;
  const number = (method: object) => told(rows, { ...sound, method });
  assert.deepEqual(number({ kind: 'card', number: '1' }), ['method.number too short: is no card (invalid)']);
  assert.deepEqual(number({ kind: 'bank', number: '1' }), ['method.number too short: is no account (invalid)']);
  assert.deepEqual(number({ kind: 'bank' }), ['method.number missing: is no account (invalid)']);
});

test('facts stand in a message where every problem of its row has them', () => {
  const rows = `| too small; too few | | at least {min} | |
| too large | | at most {max} | |
| multiple of | | in steps of {step} | |
| not one of | | one of {values} | |`;
  const body = { ...sound, pages: 103, size: 'x', tags: [], labels: { a: 1, b: 2, c: 3 } };
  assert.deepEqual(
    told(rows, body).filter((line) => !line.startsWith('labels')),
    [
      'size not one of: one of small, large (invalid)',
      'pages too large: at most 100 (invalid)',
      'pages multiple of: in steps of 5 (invalid)',
      'tags empty: at least 1 (invalid)',
    ],
  );
});

test('a parameter is worded for one operation, or wherever it stands', () => {
  const rows = `| type | parameter limit | is no number | |
| too small | parameter limit of list Article | is too small | |
| not one of | parameter size | is no size | |
| any | Article | is wrong | |`;
  const compiled = compiledWith(rows);
  const list = compiled.operations.at(1)!;
  const told = (name: string, text: string): readonly string[] => {
    const fieldErrors: FieldError[] = [];
    list.parameters[list.plan.parameters.findIndex((parameter) => parameter.name === name)]!(text, fieldErrors);
    return shown(compiled, fieldErrors, 'list Article');
  };
  assert.deepEqual(told('limit', 'x'), ['limit type: is no number (invalid)']);
  assert.deepEqual(told('limit', '0'), ['limit too small: is too small (invalid)']);
  assert.deepEqual(told('size', 'huge'), ['size not one of: is no size (invalid)']);
});
