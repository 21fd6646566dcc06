import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults, variants } from './faults.ts';
import { findLine, prove } from './support.ts';

/** Lists the contradictions that a run reports. */
async function listReports(
  switches: readonly string[],
  options: { readonly seed?: number; readonly rows?: readonly number[] } = {},
): Promise<readonly string[]> {
  const { report } = await prove(switches, options);
  return report.rows.flatMap(({ findings }) =>
    findings.map(({ line, expected, got }) => `${line}: expected ${expected}, found ${got}`),
  );
}

test('the correct service gives no report, whatever the seed', async () => {
  for (const seed of [0, 4_711]) assert.deepEqual(await listReports([], { seed }), []);
});

test('most of its page is proven, and every row that is not says why', async () => {
  const { report } = await prove([]);
  assert.ok(report.totals.proven >= 84, `${report.totals.proven} of ${report.totals.rows}`);
  assert.deepEqual(
    report.rows.filter(({ verdict, reasons }) => verdict === 'not proven' && reasons.length === 0),
    [],
  );
});

test('harmless variants give no report, all at once', async () => {
  assert.ok(variants.length >= 9);
  assert.deepEqual(await listReports(variants), []);
});

// `tests/prove/measure.ts` tries every fault, variant and seed with all checks; here the checks of its own rows have to find it.
test('a planted fault is found at its row', async () => {
  assert.ok(faults.length >= 100);
  const missed: string[] = [];
  for (const [name, ...texts] of faults) {
    const rows = texts.map(findLine);
    // Rows of Errors are proven by the requests of all other rows.
    const isError = rows.some((line) => line >= findLine('## Errors') && line < findLine('## Limits'));
    const { report } = await prove([name], isError ? {} : { rows });
    const found = report.rows.filter(({ verdict, line }) => verdict === 'violated' && rows.includes(line));
    if (found.length === 0) missed.push(name);
  }
  assert.deepEqual(missed, []);
});

test('a reproduction has at most six requests, no credential, and ends with the request that shows it', async () => {
  const { report } = await prove(['lose does nothing'], { rows: [findLine('| reserved, out | lose')] });
  const [finding] = report.rows.flatMap(({ findings }) => findings);
  assert.ok(finding !== undefined);
  assert.ok(finding.reproduction.length <= 6, finding.reproduction.join('\n'));
  assert.match(finding.reproduction.at(-1)!, /loans/);
  assert.doesNotMatch(finding.reproduction.join('\n'), /key_everything/);
  assert.match(finding.reproduction.join('\n'), /\$KEY_EVERYTHING/);
});
