import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grammars } from '../parts/grammars.ts';
import { createSource, slice } from '../text/location.ts';
import { recognizeDocument } from './recognise.ts';

/** A document in which one part holds this text and all others record their gaps. */
function withPart(title: string, text: string): string {
  const parts = grammars.map((grammar) => `## ${grammar.title}\n\n${grammar.title === title ? text : 'Not shown.'}\n`);
  return `# Service\n\n${parts.join('\n')}`;
}

/** The problems of one part's text: each code without its area, and the source under it. */
function problemsIn(title: string, text: string): readonly string[] {
  const content = recognizeDocument(createSource('x.md', withPart(title, text)), grammars);
  return content.diagnostics.listed
    .filter(({ code }) => code !== 'markdown/missing-aspect')
    .map(({ code, span }) => `${code.replace('markdown/', '')} ${slice(content.source, span).split('\n')[0]}`);
}

const fields = '| Field | Type | Constraints |\n| --- | --- | --- |\n';

/** What is written in a part, and the problems that come of it. */
const cases: readonly (readonly [part: string, text: string, ...problems: readonly string[]])[] = [
  ['Resources and their fields', `### A\n\n${fields}| id | string | |`],
  ['Resources and their fields', `### A\n\n${fields}| id | string | |\n| id | string | |`, 'duplicate-key id'],
  ['Resources and their fields', `### A\n\n${fields}| id | | |`, 'missing-value  '],
  ['Resources and their fields', `### A\n\n${fields}| not shown | string | |`, 'key-not-shown not shown'],
  ['Resources and their fields', `### A\n\n${fields}| id | string | n/a |`, 'wrong-none n/a'],
  ['Resources and their fields', `### A\n\n${fields}| id | string | \`a |`, 'unpaired-backtick `'],
  ['Resources and their fields', `### A\n\n${fields}| id | str\u00a0ing | |`, 'odd-space \u00a0'],
  ['Resources and their fields', `### A\n\n${fields}| id | string <!-- x --> | |`, 'comment-in-cell <!-- x -->'],
  ['Resources and their fields', `### A\n\n${fields}| id | string |`, 'ragged-row | id | string |'],
  ['Resources and their fields', `### A\n\n${fields}| id | string | |\nmore`, 'table-not-ended more'],
  ['Resources and their fields', `### A\n\n${fields}| id | string | |\n### B\n\n${fields}| id | string | |`],
  ['Resources and their fields', `### A\n\n${fields}| id | string | |\n#B`, 'table-not-ended #B', 'hash-paragraph #B'],
  [
    'Resources and their fields',
    `### A\n\ntext\n${fields}| id | string | |`,
    'stray-table-line | Field | Type | Constraints |',
  ],
  ['Resources and their fields', '### A\n\n| Field | Type |\n| --- |\n| id | string |', 'wrong-delimiter | --- |'],
  ['Resources and their fields', '### A\n\n> | Field | Type |', 'stray-table-line | Field | Type |'],
  ['Resources and their fields', '### A\n\n  | Field | Type |', 'stray-table-line | Field | Type |'],
  ['Resources and their fields', '### A\n\n```\n| Field |\n```'],
  ['Resources and their fields', '### A\n\n<!--\n| Field |\n-->'],
  ['Resources and their fields', '### Notes\n\n| Field |\n\n#### x\n\nTitle\n---\n\n- Foo: bar\n\n1. Shown as: x'],
  ['Resources and their fields', '### A\n\n### A (object)', 'duplicate-subject A (object)'],
  ['Resources and their fields', '### A\n\n| Field | Typ |\n| --- | --- |\n| id | string |', 'unknown-column Typ'],
  [
    'Resources and their fields',
    '### A\n\n| Field | Type | type |\n| --- | --- | --- |\n| id | string | x |',
    'duplicate-column type',
  ],
  [
    'Resources and their fields',
    '### A\n\n| Field | Constraints |\n| --- | --- |\n| id | required |',
    'missing-column | Field | Constraints |',
  ],
  [
    'Resources and their fields',
    '### A\n\n| Field | Type | Format |\n| --- | --- | --- |\n| id | string | date |',
    'unknown-column Format',
  ],
  ['Resources and their fields', `${fields}| id | string | |`, 'misplaced-table | Field | Type | Constraints |'],
  [
    'Resources and their fields',
    '### A\n\n| Limit | Kind | Applies to | Value |\n| - | - | - | - |',
    'foreign-table | Limit | Kind | Applies to | Value |',
  ],
  ['Resources and their fields', '### A\n\n| Nothing |\n| - |', 'unknown-table | Nothing |'],
  ['Resources and their fields', '### A\n\n- Shown as: `A(id)`'],
  ['Resources and their fields', '- Shown as: `A(id)`', 'misplaced-fact Shown as'],
  ['Resources and their fields', '### A\n\n- Show as: `A(id)`', 'unknown-fact Show as'],
  [
    'What the service does',
    'Text.\n\n- In scope: a\n- In scope: b\n- Contact: c\n- Contact: d',
    'duplicate-fact Contact',
  ],
  ['What the service does', 'Text.\n\n- In scope：a', 'full-width-colon ：'],
  ['What the service does', 'Text.\n\n- In scope a', 'disguised-fact - In scope a'],
  ['What the service does', 'Text.\n\n1. In scope: a', 'disguised-fact 1. In scope: a'],
  ['What the service does', 'Text.\n\n- **In scope**: a', 'disguised-fact - **In scope**: a'],
  ['What the service does', 'Text.\n\n- a, b\n  - In scope: a', 'disguised-fact - In scope: a'],
  ['What the service does', 'Text.\n\n- In scope: a\ngoes on', 'fact-continuation goes on'],
  ['What the service does', 'Text.\n\n- In scope: a\n  goes on'],
  ['What the service does', 'Text.\n\n- Terms: none'],
  ['What the service does', 'Text.\n\n- In scope: a\n\n  more', 'fact-holds-more more'],
  ['What the service does', 'Text.\n\n- In scope: a <!-- b -->', 'comment-in-fact <!-- b -->'],
  ['What the service does', 'Text.\n\n- See also a, b and c for more of it: here'],
  ['What the service does', '### More', 'unknown-heading More'],
  ['What the service does', '#### More', 'deep-heading #### More'],
  ['What the service does', 'More\n----', 'underlined-heading More', 'unknown-part More'],
  ['What the service does', '#More', 'hash-paragraph #More'],
  ['What the service does', 'Text <!-- open', 'unclosed-comment <!--'],
  ['What the service does', '<!-- a --> None.', 'text-after-comment None.'],
  ['Authentication', 'Authentication scheme and the scopes of the service: not shown. More.'],
  ['Authentication', 'Scheme,\nheader names, and their scopes:\nNone'],
  ['Authentication', 'Scopes: none of them.', 'gap-without-verb Scopes:'],
  ['Authentication', 'Scopes: **not shown**.', 'gap-without-verb Scopes:'],
  ['Authentication', 'Scops: see below.', 'near-gap Scops'],
  ['Authentication', 'All of it: not shown.', 'no-gap : not shown'],
  ['Authentication', '**Scopes**: none.', 'no-gap : none'],
  ['Authentication', 'Not show.', 'near-verb Not show.'],
  ['Authentication', 'Text. Scopes: not shown.', 'late-gap Scopes: not shown.'],
  ['Authentication', 'Scopes: not shown.\n\nScopes: none.', 'duplicate-gap Scopes'],
  [
    'Authentication',
    'Not shown.\n\n### Caller\n\n| Attribute | Type |\n| - | - |\n| a | string |',
    'gap-not-alone Not shown.',
  ],
  ['Authentication', 'Scopes: none.\n\n| Scope | Allows |\n| - | - |\n| a | all |', 'recorded-and-stated Scopes'],
  ['Authentication', '### Scopes\n\n| Scope | Allows |\n| - | - |\n| a | all |\n| a | all |'],
  ['Authentication', '### Caller\n\n| Scope | Allows |\n| - | - |\n| a | all |', 'misplaced-table | Scope | Allows |'],
  ['Errors', '| Code | Status | Hint |\n| - | - | - |\n| a | 400 | own |'],
];

for (const [part, text, ...problems] of cases) {
  const says = problems.length === 0 ? 'no problem' : problems.map((problem) => problem.split(' ')[0]).join(', ');
  test(`${part}: ${JSON.stringify(text)} gives ${says}`, () => assert.deepEqual(problemsIn(part, text), problems));
}
