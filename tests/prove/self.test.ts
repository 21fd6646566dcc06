import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { prove } from '../../src/index.ts';
import { read } from '../../src/operator/documents.ts';
import { listOlder } from '../../src/operator/prove/prove.ts';
import { openSelf } from '../../src/operator/prove/self.ts';
import { buildWholePlan } from '../../src/parts/index.ts';
import { checks } from '../../src/prove/checks/index.ts';
import { listSubjects } from '../../src/prove/ledger/subjects.ts';
import { createReport, type Report } from '../../src/prove/report.ts';
import { run } from '../../src/prove/run.ts';

const root = join(import.meta.dirname, '../..');

/** Proves the service of a document; `budget`: microseconds of the processor after which no check is begun, as other tests may use it too. */
async function proveSelf(text: string, file: string, budget: number) {
  const document = read(text, file);
  const plan = { ...buildWholePlan(document.service), text: document.source.text };
  const self = await openSelf(plan);
  const begin = process.cpuUsage();
  const isOver = (): boolean => process.cpuUsage(begin).user > budget;
  const done = await run({ ...self, older: listOlder(document, plan), seed: 0, checks, isOver, wants: () => true });
  await self.close();
  const subjects = listSubjects(document.content, document.source);
  const report = createReport(done, { plan, document: file, origin: 'http://127.0.0.1:4000', seed: 0, subjects });
  return { totals: report.totals, told: listFindings(report.rows) };
}

function listFindings(rows: Report['rows']): readonly string[] {
  return rows.flatMap(({ findings }) =>
    findings.map(({ line, expected, got }) => `${line} expected ${expected}, found ${got}`),
  );
}

for (const file of globSync('examples/*/*.md', { cwd: root }).sort()) {
  test(`the service of ${file} is what its document says`, async () => {
    const { totals, told } = await proveSelf(readFileSync(join(root, file), 'utf8'), file, 2_500_000);
    assert.deepEqual(told, []);
    assert.ok(totals.proven > 10, `${totals.proven} of ${totals.rows} rows`);
  });
}

/** The documents of a page of the cookbook. */
function listDocuments(file: string): readonly (readonly [name: string, text: string])[] {
  const page = readFileSync(join(root, file), 'utf8');
  const blocks = page.matchAll(/^```markdown (\S+\.md)\n(# [\s\S]*?)^```/gm);
  return [...blocks].map(([, name, text]) => [`${file} ${name}`, text!] as const);
}

test('no service of a base of the cases, a document of the messages or one of the cookbook contradicts it', async () => {
  const files = globSync(['tests/cases/bases/*.md', 'tests/messages/documents/*.md'], { cwd: root }).sort();
  const documents = [
    ...files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
    ...globSync('docs/cookbook/*.md', { cwd: root }).sort().flatMap(listDocuments),
  ];
  let proven = 0;
  for (const [file, text] of documents) {
    const { totals, told } = await proveSelf(text, file, 80_000);
    assert.deepEqual(told, [], file);
    proven += totals.proven;
  }
  assert.ok(documents.length > 60, `${documents.length} documents`);
  assert.ok(proven > 300, `${proven} rows`);
});

test('members that no response shows, and a list without records, are no findings', async () => {
  const text = `# Boxes

## Resources and their fields

### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| lock | Lock | required |

### Lock (object)

| Field | Type | Constraints |
| --- | --- | --- |
| code | string | required; write-only |
| turns | integer | default 2 |

## Endpoints

| Operation | Path |
| --- | --- |
| create, read, list Box | /boxes |

## Authentication

Scheme, credential names, header names, token lifetimes, scopes: none.
`;
  const { totals, rows } = await prove(text);
  assert.deepEqual([totals.violated, rows.flatMap(({ findings }) => findings)], [0, []]);
  assert.ok(totals.proven > 2);
});

const judged: readonly (readonly [file: string, rows: number])[] = [
  ['tests/prove/documents/posts.md', 16],
  ['tests/prove/documents/hooks.md', 13],
  ['tests/prove/documents/albums.md', 20],
  ['tests/prove/documents/lists.md', 8],
  ['tests/cases/bases/second-factors.md', 35],
];

for (const [file, rows] of judged) {
  test(`the prover asks for no more than ${file} states`, async () => {
    const { totals, rows: all } = await prove(join(root, file));
    assert.deepEqual(listFindings(all), []);
    assert.ok(totals.proven >= rows, `${totals.proven} of ${totals.rows} rows`);
  });
}
