import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createReport } from '../../src/cli/document/compare/comparing.ts';
import { classifyChange } from '../../src/diff/change.ts';
import { proveCompatibility } from '../../src/operator/prove/compatibility.ts';
import { buildWholePlan, readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { changeCases } from '../support/cases.ts';

function open(name: string, text: string) {
  const document = readDocument(createSource(name, text));
  return { document, plan: { ...buildWholePlan(document.service), text } };
}

/** Lists the findings that break a client of the older document. */
async function listBroken(old: string, now: string, budget: number): Promise<readonly string[]> {
  const { report } = await proveCompatibility({ old: open('old.md', old), now: open('new.md', now), budget });
  return report.rows.flatMap(({ findings }) =>
    findings
      .filter(({ flaky, accepted }) => !flaky && accepted !== true)
      .map(({ line, expected, got }) => `${line}: expected ${expected}, found ${got}`),
  );
}

const compatible = new Set(
  [
    'authentication/attribute-gone',
    'endpoints/answer-member',
    'endpoints/key-allowed',
    'endpoints/unknown-ignored',
    'limits/limit-gone',
    'resources/union',
    'states/guard-looser',
    'versioning/optional-in-requests',
    'versioning/served-again',
  ].map((name) => `${name}.md`),
);

test('what compare calls compatible violates nothing', async () => {
  const isAll = process.env.NONET_THOROUGH === '1';
  const chosen = changeCases.filter(({ name }) => isAll || compatible.has(name));
  const broken: string[] = [];
  let tried = 0;
  for (const { name, text, after } of chosen) {
    const { changes } = createReport(open('old.md', text).document, open('new.md', after).document);
    if (changes.some((change) => classifyChange(change) !== 'compatible')) continue;
    tried++;
    broken.push(...(await listBroken(text, after, 10_000)).map((finding) => `${name}: ${finding}`));
  }
  assert.deepEqual(broken, []);
  assert.ok(tried >= compatible.size, String(tried));
});

const folder = join(import.meta.dirname, '../../examples/invoices');

test('the invoices serve the clients of their older version', async () => {
  const [old, now] = ['versions/2026-06-01.md', 'invoices.md'].map((file) => readFileSync(join(folder, file), 'utf8'));
  assert.deepEqual(await listBroken(old!, now!, 4_000), []);
});

test('a removed operation, a moved path and a new required field each break a client', async () => {
  for (const name of ['endpoints/operation-gone', 'endpoints/path', 'resources/required-field']) {
    const one = changeCases.find((each) => each.name === `${name}.md`)!;
    assert.notDeepEqual(await listBroken(one.text, one.after, 10_000), [], name);
  }
});
