import { readFileSync } from 'node:fs';

/** A document that is large in one way. */
export interface Shape {
  readonly name: string;
  /** Seconds in which it is to be read and checked. */
  readonly seconds: number;
  /** Seconds in which a service of it is to be started, reading and checking included; left out: it is only checked. */
  readonly starts?: number;
  readonly text: () => string;
}

const base = readFileSync(new URL('../tests/documents/base.md', import.meta.url), 'utf8');
const mebibyte = 1024 * 1024;
const rowsOfATable = 100_000;

/** A document with a text at the end of one part (or above its first subject), just under 5 MiB at most. */
function inPart(document: string, title: string, text: string, above = false): string {
  const at = document.indexOf(`## ${title}`);
  const next = document.indexOf(above ? '\n### ' : '\n## ', at);
  const end = next === -1 ? document.length : next;
  const room = 5 * mebibyte - document.length - 10;
  const cut = text.length <= room ? text : text.slice(0, text.lastIndexOf('\n', room) + 1);
  return `${document.slice(0, end).trimEnd()}\n\n${cut}\n${document.slice(end)}`;
}

function filled(piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let size = 0, index = 0; size < 5 * mebibyte; index++) {
    const text = piece(index);
    pieces.push(text);
    size += text.length;
  }
  return pieces.join('');
}

const inPurpose = (name: string, piece: (index: number) => string): Shape => ({
  name,
  seconds: 2,
  text: () => inPart(base, 'What the service does', filled(piece)),
});

/** A table of 100,000 rows, its header as cells parted by `|`; without a heading it stands above the part's first subject. */
function rows(part: string, heading: string | undefined, header: string, row: (index: number) => string): Shape {
  const text = (): string => {
    const columns = header.split('|').length;
    const lines = [heading ?? '', '', `|${header}|`, `|${'-|'.repeat(columns)}`];
    for (let index = 0; index < rowsOfATable; index++) lines.push(`|${row(index)}|`);
    return inPart(base, part, `${lines.join('\n')}\n`, heading === undefined);
  };
  return { name: `100,000 rows of ${header.split('|')[0]}`, seconds: 2, text };
}

/** The same table, each of its cells a word that means nothing there. */
function wrong(shape: Shape): Shape {
  const text = (): string =>
    shape.text().replace(/^\|(?! )(?!-)([^\n]*)\|$/gm, (line, cells: string) => {
      if (/^[A-Z][a-z]+( [a-z]+)?(\||$)/.test(cells)) return line;
      return `|${cells.replaceAll(/[^|]+/g, (cell) => (cell.startsWith('`') ? cell : `?${cell.slice(0, 6).trim()}`))}|`;
    });
  return { ...shape, name: `${shape.name}, all wrong`, text };
}

/** A resource with an identity. */
const identified = '### Big\n\n|Field|Type|Constraints|\n|-|-|-|\n|id|uuid|assigned|';

const tables: readonly Shape[] = [
  rows('Resources and their fields', identified, 'Field|Type|Constraints', (i) => `f${i}|uuid|required`),
  rows('Resources and their fields', `${identified}\n|a|integer||`, 'Rule|Check', (i) => `r${i}|\`a > ${i}\``),
  rows('Resources and their fields', '### Big (one of)\n\n- Tagged by: kind', 'Tag|Object', (i) => `t${i}|Line`),
  rows('States and transitions', '', 'State|Kind', (i) => `s${i}|final`),
  rows('States and transitions', '', 'From|Transition|To|Guard', (i) => `draft|send|open|\`paid > ${i}\``),
  rows('States and transitions', '', 'Field|draft|open|paid|void', (i) => `f${i}|fixed|fixed|fixed|fixed`),
  rows('Endpoints', undefined, 'Operation|Method|Path|Response', (i) => `read Invoice as o${i}|GET|/o/${i}/{id}|200`),
  rows('Endpoints', '', 'Parameter|Maps to', (i) => `p${i}|filter due_on =`),
  rows('Endpoints', '### Idempotency', 'Operations|Key|Kept for', () => 'create Invoice|header K|1 day'),
  rows('Endpoints', '### Preconditions', 'Operations|Condition|When absent', () => 'read Invoice|If-Match|required'),
  rows('Authentication', '### Schemes', 'Scheme|Kind|Sent in', (i) => `s${i}|api key|header K${i}`),
  rows('Authentication', '### Scopes', 'Scope|Allows|Where', (i) => `s${i}|read Invoice|\`paid > ${i}\``),
  rows('Authentication', '### Caller', 'Attribute|Type', (i) => `a${i}|string`),
  rows('Events', '### Events', 'Event|When|Payload', (i) => `e${i}|create Invoice|\`Invoice\``),
  rows('Events', '### Delivery', 'Delivery|To|Events', (i) => `webhook|setting s${i}|all`),
  rows('Errors', '### Errors', 'Code|Status|Condition', (i) => `c${i}|409|raised by send Invoice`),
  rows(
    'Limits',
    '### Limits',
    'Limit|Kind|Applies to|Per|Value',
    (i) => `l${i}|rate|all|credential|${i + 1} per minute`,
  ),
  rows('Versioning', '### Versions', 'Version|Status', (i) => `v${i}|${i === 0 ? 'current' : 'supported'}`),
  rows('Versioning', '### Placement', 'Sent in|Name|When absent', (i) => `header|N${i}|v1`),
  rows('Versioning', '### Changes', 'Version|Change|What', (i) => `v1|field added|Invoice.f${i}`),
  rows('Versioning', '### Compatibility', 'Change|Class', (i) => `field added ${i}|compatible`),
];

function resources(count: number): string {
  const piece = (i: number): string => `### A${i}\n\n|Field|Type|\n|-|-|\n|id|string|\n\n`;
  return Array.from({ length: count }, (_, index) => piece(index)).join('');
}

/** Shapes, parameters, errors and scopes for so many operations on a resource for each five of them. */
function operations(count: number): string {
  const each = (make: (i: number) => string): string =>
    Array.from({ length: count / 5 }, (_, index) => make(index)).join('\n');
  const fields = each(
    (i) => `### R${i}

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid r | assigned |
| name | string | required; 1..200 characters |
| status | state | |
| amount | integer | required; 0..1000 |
| owner | ref Customer | required; on delete restrict |
| twice | integer | = \`amount * 2\` |
`,
  );
  const states = each(
    (i) => `### R${i}

| State | Kind |
| --- | --- |
| draft | initial |
| sent | final |

| From | Transition | To | Guard |
| --- | --- | --- | --- |
| draft | send | sent | \`amount > 0\` |
`,
  );
  const table = each(
    (i) => `| create R${i} | POST | /r${i} | \`R${i}(name, amount, owner)\` | 201 \`R${i}\` header Location |
| read R${i} | GET | /r${i}/{id} | | 200 \`R${i}(id, name, total: = twice)\` |
| list R${i} | GET | /r${i} | | 200 \`{ data: R${i}[], next: next cursor }\` |
| update R${i} | PATCH | /r${i}/{id} | \`R${i}\` | 200 \`R${i}\` |
| send R${i} | POST | /r${i}/{id}/send | | 200 \`R${i}\` |`,
  );
  const parameters = each(
    (i) => `### list R${i}

| Parameter | Maps to |
| --- | --- |
| name | filter name = |
| owner | filter owner = |
| limit | page size |
| cursor | cursor |
`,
  );
  const scopes = each((i) => `| r${i}:all | all R${i} | \`owner == caller.shop\` |`);
  const errors = each((i) => `| r${i}_state | 409 | wrong state on send R${i} |`);
  const limits = each((i) => `| l${i} | rate | all R${i} | credential | 100 per minute |`);
  const operationRows = `| Operation | Method | Path | Request | Response |\n| --- | --- | --- | --- | --- |\n${table}`;
  const parts = [
    ['Resources and their fields', fields],
    ['States and transitions', states],
    ['Endpoints', parameters],
    ['Authentication', `### Scopes\n\n| Scope | Allows | Where |\n| --- | --- | --- |\n${scopes}`],
    ['Errors', `| Code | Status | Condition |\n| --- | --- | --- |\n${errors}`],
    ['Limits', `| Limit | Kind | Applies to | Per | Value |\n| --- | --- | --- | --- | --- |\n${limits}`],
  ] as const;
  const text = parts.reduce((before, [title, words]) => inPart(before, title, words), base);
  return inPart(text, 'Endpoints', operationRows, true);
}

/** Many fields, and many operations that each look for one of them. */
function fieldsAndOperations(count: number): string {
  const each = (make: (i: number) => string): string => Array.from({ length: count }, (_, i) => make(i)).join('\n');
  const fields = each((i) => `|f${i}|string|unique|`);
  const rows = each((i) => `|read Big as o${i}|GET|/o/${i}/{f${i}}|200 \`Big(f${i})\`|`);
  const text = inPart(base, 'Resources and their fields', `${identified}\n${fields}`);
  return inPart(text, 'Endpoints', `|Operation|Method|Path|Response|\n|-|-|-|-|\n${rows}`, true);
}

/** Every shape that is measured. */
export const shapes: readonly Shape[] = [
  inPurpose(
    '5 MiB of prose',
    (i) => `Line ${i} of a text that goes on and on, as texts do.\n${i % 8 === 7 ? '\n' : ''}`,
  ),
  inPurpose('5 MiB of one-word paragraphs', () => 'a\n\n'),
  inPurpose('5 MiB of list items', () => '- a\n'),
  inPurpose('5 MiB of nested list items', (i) => `${'  '.repeat(i % 16)}- a\n`),
  inPurpose('5 MiB of paragraphs with a colon', () => 'a: b\n\n'),
  inPurpose('5 MiB of paragraphs that are nearly a gap', () => 'scop: b\n\n'),
  inPurpose('5 MiB of fact lines', () => '- In scope: a\n'),
  inPurpose('5 MiB of unknown fact lines', () => '- a: b\n'),
  inPurpose('5 MiB of stray rows', () => '|a\n\n'),
  inPurpose('5 MiB of headings', () => '### a\n'),
  inPurpose('5 MiB of quotations', () => '> a\n\n'),
  inPurpose('5 MiB of comments', () => '<!-- a -->\n\n'),
  {
    name: '5 MiB of resources',
    seconds: 2,
    text: () => inPart(base, 'Resources and their fields', resources(100_000)),
  },
  { name: '30,000 fields and operations', seconds: 2, text: () => fieldsAndOperations(30_000) },
  { name: '1,000 operations', seconds: 1, starts: 2, text: () => operations(1000) },
  { name: '5,000 operations', seconds: 1, starts: 2, text: () => operations(5000) },
  { name: '20,000 operations', seconds: 4, text: () => operations(20_000) },
  ...tables,
  ...tables.map(wrong),
];
