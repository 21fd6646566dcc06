import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.ts';

type Json = Readonly<Record<string, unknown>>;

const page = readFileSync(join(root, 'docs/language/versioning.md'), 'utf8');
const [words = ''] = page.split('## Change words')[1]!.split('\n## ');
const titles = ['Change', 'What', 'Before', 'Old responses', 'Old requests'];

/** The words of Changes in the reference: the rows of each section, and what version 1 and version 2 send and get. */
export const sections = words
  .split(/^(?=### )/m)
  .filter((text) => text.startsWith('### '))
  .map((text) => ({
    word: /^### (.*)$/m.exec(text)![1]!,
    rows: rowsOf(text),
    request: versionsOf(text, 'Request'),
    response: versionsOf(text, 'Response'),
  }));

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The rows of the first table of a section, with the columns that it leaves out. */
function rowsOf(text: string): readonly string[] {
  const [, head = '', body = ''] = /^(\| Change \|.*)\n.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const named = cellsOf(head);
  return body
    .trim()
    .split('\n')
    .map((line) => `| ${titles.map((title) => cellsOf(line)[named.indexOf(title)] ?? '').join(' | ')} |`);
}

/** The JSON of a line of the table of a section: what version 1 and version 2 show. */
function versionsOf(text: string, line: string): readonly Json[] {
  const [, cells = ''] = new RegExp(`^\\| ${line} \\| (.*) \\|$`, 'm').exec(text) ?? [];
  const found = cells.split(' | ').map((cell) => /^`(\{.*\})`$/.exec(cell)?.[1]);
  return found.every((json) => json !== undefined) ? found.map((json) => JSON.parse(json!)) : [];
}

/** Returns the document around the sections, with the rows of all of them. */
export function changesDocument(): string {
  const changes = sections.flatMap(({ rows }) => rows).map((row) => `| 2 ${row}`);
  const versioning = `### Versions

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

### Placement

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | current |

### Changes

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
${changes.join('\n')}
`;
  const errors =
    '| Code | Status | Condition |\n| --- | --- | --- |\n| wrong_state | 409 | wrong state |\n| not_payable | 409 | guard fails on pay Invoice |\n';
  const limits =
    '| Limit | Kind | Applies to | Value |\n| --- | --- | --- | --- |\n| wait | timeout | all | 10 seconds |\n';
  return readFileSync(join(root, 'tests/documents/base.md'), 'utf8')
    .replace('## Errors\n', `## Errors\n\n${errors}`)
    .replace('## Limits\n', `## Limits\n\n${limits}`)
    .replace('## Versioning\n', `## Versioning\n\n${versioning}`);
}
