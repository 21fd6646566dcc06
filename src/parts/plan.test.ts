import assert from 'node:assert/strict';
import test from 'node:test';
import { isDocumentation } from '../plan/documentation.ts';
import type { Plan } from '../plan/plan.ts';
import { createSource } from '../text/location.ts';
import { buildPlan, buildWholePlan, readDocument, readParts } from './index.ts';

const document = `# Shop

## Resources and their fields

What a shop keeps.

### Item

Things that are sold.

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | uuid | assigned | |
| source | object | default \`{"line": 1}\` | where it comes from |
| total | integer | = \`1 + 1\` | in cents |

| Rule | Check | Error | Meaning |
| --- | --- | --- | --- |
| worth_something | \`total > 0\` | worthless | nothing is free |

### Part (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| text | string | required | |

## States and transitions

## Endpoints

| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` | puts it on sale |
| list Item | GET | /items | | 200 \`{ data: Item[] }\` | |
| check Item (handler) | POST | /items/check | \`Part\` | 204 when \`input.text == "a"\` | |

### create Item

Nobody is told.

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 1 hour | for servers |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| items | all | | all there is |

## Errors

| Code | Status | Condition | Message | Meaning |
| --- | --- | --- | --- | --- |
| worthless | 422 | rule broken | It is worth nothing | raise the price |

### Field errors

| Problem | Message | Meaning |
| --- | --- | --- |
| required | is needed | the body lacks it |
`;

function planned(text: string): Plan {
  return buildWholePlan(readDocument(createSource('shop.md', text)).service);
}

const plan = planned(document);

test('a whole plan holds what rows and headings say to people', () => {
  const [item] = plan.resources;
  const [create] = plan.operations;
  assert.deepEqual(item?.description, [{ text: 'Things that are sold.', line: 9 }]);
  assert.deepEqual(create?.description, [{ text: 'Nobody is told.', line: 39 }]);
  assert.equal(create?.meaning, 'puts it on sale');
  assert.equal(item?.fields.find(({ name }) => name === 'total')?.meaning, 'in cents');
  assert.equal(item?.rules[0]?.meaning, 'nothing is free');
  assert.equal(plan.authentication.schemes[0]?.meaning, 'for servers');
  assert.deepEqual(plan.authentication.scopeRows, [
    { name: 'items', allows: ['all'], meaning: 'all there is', line: 49 },
  ]);
  assert.equal(plan.errors.codes[0]?.meaning, 'raise the price');
  assert.equal(plan.errors.fields?.[0]?.meaning, 'the body lacks it');
});

test('a whole plan holds the headings of its parts and the prose below them', () => {
  assert.deepEqual(plan.parts?.[0], {
    part: 'resources',
    title: 'Resources and their fields',
    description: [{ text: 'What a shop keeps.', line: 5 }],
    line: 3,
  });
  assert.deepEqual(
    plan.parts?.map(({ part }) => part),
    ['resources', 'states', 'endpoints', 'authentication', 'errors'],
  );
});

test('a whole plan holds the text of each expression and the name of each shape that is named', () => {
  const [item] = plan.resources;
  const [create, list, check] = plan.operations;
  assert.equal(item?.fields.find(({ name }) => name === 'total')?.computed?.value.source, '1 + 1');
  assert.equal(item?.rules[0]?.check.source, 'total > 0');
  assert.equal(check?.responses[0]?.when?.source, 'input.text == "a"');
  assert.deepEqual(namesIn(create?.input), ['Item']);
  assert.deepEqual(namesIn(list?.responses), ['Item']);
  assert.deepEqual(namesIn(check?.input), ['Part']);
});

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { shapeName } = value as { readonly shapeName?: string };
  return [...(shapeName === undefined ? [] : [shapeName]), ...Object.values(value).flatMap(namesIn)];
}

test('what only people read changes no digest', () => {
  const edits = [
    ['where it comes from', 'from where it comes'],
    ['Things that are sold.', 'Things that are sold.\n\nAll of them.'],
    ['What a shop keeps.', ''],
    ['all there is', ''],
    ['1 + 1', '1+1'],
    ['raise the price', '**Raise** the price'],
    ['the body lacks it', ''],
  ] as const;
  for (const [before, after] of edits) {
    assert.ok(document.includes(before));
    assert.equal(planned(document.replace(before, after)).digest, plan.digest, before);
  }
});

test('a value of the author changes the digest whatever its members are called', () => {
  assert.notEqual(planned(document.replace('{"line": 1}', '{"line": 2}')).digest, plan.digest);
});

test('a service holds nothing that only people read, and every value of the author', () => {
  const bare = buildPlan(readDocument(createSource('shop.md', document)).service);
  assert.deepEqual(documentationIn(bare), []);
  assert.deepEqual(bare.resources[0]?.fields.find(({ name }) => name === 'source')?.default, { line: 1 });
  assert.equal(bare.resources[0]?.rules[0]?.words, 'total > 0');
  assert.ok(documentationIn(plan).length > 0);
});

function documentationIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, property]) => [
    ...(isDocumentation(name) ? [name] : []),
    ...documentationIn(property),
  ]);
}

test('the gaps of a plan are the same for a document that was checked before and for one that was not', () => {
  const source = createSource('shop.md', document);
  const { gaps } = buildPlan(readParts(source).service);
  assert.ok(gaps.some(({ part }) => part === 'errors'));
  assert.deepEqual(buildPlan(readDocument(source).service).gaps, gaps);
});
