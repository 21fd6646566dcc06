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
import { createReport } from '../../src/prove/report.ts';
import { run } from '../../src/prove/run.ts';

const root = join(import.meta.dirname, '../..');
/** Microseconds of the processor after which no check is begun, for each example: other tests may use it too. */
const budget = 2_500_000;

for (const file of globSync('examples/*/*.md', { cwd: root }).sort()) {
  test(`the service of ${file} is what its document says`, async () => {
    const document = read(readFileSync(join(root, file), 'utf8'), file);
    const plan = { ...buildWholePlan(document.service), text: document.source.text };
    const self = await openSelf(plan);
    const begin = process.cpuUsage();
    const isOver = (): boolean => process.cpuUsage(begin).user > budget;
    const done = await run({ ...self, older: listOlder(document, plan), seed: 0, checks, isOver, wants: () => true });
    await self.close();
    const subjects = listSubjects(document.content, document.source);
    const report = createReport(done, { plan, document: file, origin: 'http://127.0.0.1:4000', seed: 0, subjects });
    const told = report.rows.flatMap(({ findings }) =>
      findings.map(({ line, expected, got }) => `${file}:${line} expected ${expected}, found ${got}`),
    );
    assert.deepEqual(told, []);
    assert.ok(report.totals.proven > 10, `${report.totals.proven} of ${report.totals.rows} rows`);
  });
}

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
  ['tests/cases/bases/second-factors.md', 35],
];

for (const [file, rows] of judged) {
  test(`the prover asks for no more than ${file} states`, async () => {
    const { totals, rows: all } = await prove(join(root, file));
    const told = all.flatMap(({ findings }) =>
      findings.map(({ line, expected, got }) => `${line} expected ${expected}, found ${got}`),
    );
    assert.deepEqual(told, []);
    assert.ok(totals.proven >= rows, `${totals.proven} of ${totals.rows} rows`);
  });
}
