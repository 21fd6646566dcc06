import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { inFolder } from '../support/process.ts';
import { keys, startReference } from './reference/server.ts';
import { findLine } from './support.ts';

const page = join(import.meta.dirname, 'reference/tools.md');

/** Proves the reference with some faults, by the command. */
async function prove(switches: readonly string[], ...words: readonly string[]) {
  const reference = await startReference(switches);
  try {
    const callers = Object.entries(keys).flatMap(([text, scopes]) => [
      '--as',
      `${text.split('_')[1]}=${text};scopes=${scopes.join(',')}`,
    ]);
    const { status, out, err } = await said(['prove', page, '--base-url', reference.origin, ...callers, ...words]);
    return { status, out: out.join('\n'), err: err.join('\n') };
  } finally {
    await reference.close();
  }
}

const faulty = ['lose does nothing'];
const line = String(findLine('| reserved, out | lose'));

test('the findings of a report are tried again alone: still violated, or gone', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'report.json');
    const first = await prove(faulty, '--row', line, '--seed', '7', '--format', 'json');
    assert.equal(first.status, 1, first.err);
    writeFileSync(file, first.out);

    const still = await prove(faulty, '--replay', file);
    assert.equal(still.status, 1, still.err);
    assert.match(still.out, /: 0 of 1 row proven, 1 violated, 0 not proven \(\d checks?, \d+ requests, seed 7\)/);
    assert.match(still.out, /check {5}states\/transitions/);

    const gone = await prove([], '--replay', file);
    assert.equal(gone.status, 0, gone.err);
    assert.match(gone.out, /\n\nGone:\n {2}Loan > reserved, out \| lose {2}lose Loan .* \(states\/transitions\)/);
    const { replayed, totals } = JSON.parse((await prove([], '--replay', file, '--format', 'json')).out);
    assert.deepEqual([replayed[0].verdict, replayed[0].row], ['proven', 'Loan > reserved, out | lose']);
    const { requests } = JSON.parse(first.out).totals;
    assert.ok(totals.requests < requests, `${totals.requests} of ${requests}`);

    const report = JSON.parse(first.out);
    report.rows.push({ ...report.rows[0], label: 'no such row' });
    writeFileSync(file, JSON.stringify(report));
    const other = await prove(faulty, '--replay', file);
    assert.match(other.out, /Not reached again:\n {2}Loan > no such row {2}.*: the document has no such row/);
  }));

test('a file that is not a report is told with its fault, and no request is sent', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'report.json');
    const row = { part: 'states', label: 'a', findings: [{ check: 'a', about: 'b' }] };
    const cases: readonly (readonly [text: string, told: RegExp])[] = [
      ['{', /is not a report that nonet prove --format json writes: it is not JSON/],
      ['[]', /it has no list `rows`/],
      [JSON.stringify({ rows: [] }), /its `seed` is not a number/],
      [JSON.stringify({ seed: 1, rows: [5] }), /row 1 needs `part`, `label` and `findings`/],
      [JSON.stringify({ seed: 1, rows: [{ ...row, heading: 5 }] }), /the `heading` of row 1 is not a text/],
      [JSON.stringify({ seed: 1, rows: [{ ...row, findings: [{}] }] }), /a finding of row 1 needs `check` and `about`/],
      [JSON.stringify({ seed: 1, rows: [row] }), /There is nothing to prove/],
    ];
    for (const [text, told] of cases) {
      writeFileSync(file, text);
      const { status, err } = await prove(faulty, '--replay', file);
      assert.equal(status, 2, err);
      assert.match(err, told);
    }
    writeFileSync(file, JSON.stringify({ seed: 1, rows: [] }));
    const { err } = await prove(faulty, '--replay', file);
    assert.ok(err.endsWith(`${file} has no findings: there is nothing to try again.`), err);
  }));
