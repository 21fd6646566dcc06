import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { inFolder } from '../support/process.ts';
import { keys, startReference } from './reference/server.ts';
import { findLine } from './support.ts';

const page = join(import.meta.dirname, 'reference/tools.md');
const row = 'Loan > reserved, out | lose';

/** Proves one row of the reference with a fault, by the command. */
async function proveLose(switches: readonly string[], ...words: readonly string[]) {
  const reference = await startReference(switches);
  try {
    const callers = Object.entries(keys).flatMap(([text, scopes]) => [
      '--as',
      `${text.split('_')[1]}=${text};scopes=${scopes.join(',')}`,
    ]);
    const line = String(findLine('| reserved, out | lose'));
    const all = ['prove', page, '--base-url', reference.origin, '--seed', '1', '--row', line, ...callers, ...words];
    const { status, out, err } = await said(all);
    return { status, out: out.join('\n'), err: err.join('\n') };
  } finally {
    await reference.close();
  }
}

const faulty = ['lose does nothing'];

test('a violation of the baseline does not count until its last day is over', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'known.json');
    const found = await proveLose(faulty, '--write-baseline', file);
    assert.equal(found.status, 1, found.out);
    assert.match(found.err, /^Wrote .*known\.json\. Give each entry its reason\.$/m);
    const [entry] = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(entry.row, row);
    assert.match(entry.until, /^\d{4}-\d{2}-\d{2}$/);

    const accepted = await proveLose(faulty, '--baseline', file);
    assert.equal(accepted.status, 0, accepted.out);
    assert.match(accepted.out, /^\S+ 0 of 1 row proven, 0 violated, 1 known, 0 not proven/);
    assert.match(accepted.out, /Known:\n.*tools\.md:\d+ {2}reserved, out \| lose {2}until \d+-\d+-\d+: found on /);

    const ctrf = await proveLose(faulty, '--baseline', file, '--format', 'ctrf');
    const { summary, tests } = JSON.parse(ctrf.out).results;
    assert.deepEqual([summary.tests, summary.failed, summary.other, tests[0].status], [1, 0, 1, 'other']);
    assert.ok(summary.start <= summary.stop);
    assert.match(
      (await proveLose(faulty, '--baseline', file, '--format', 'junit')).out,
      /skipped="1"[\s\S]*known until/,
    );
    const sarif = JSON.parse((await proveLose(faulty, '--baseline', file, '--format', 'sarif')).out);
    assert.equal(sarif.runs[0].results[0].suppressions[0].kind, 'external');
    assert.match((await proveLose(faulty, '--baseline', file, '--format', 'html')).out, /1 known[\s\S]*Known until/);

    writeFileSync(file, JSON.stringify([{ ...entry, until: '2020-01-31' }]));
    const over = await proveLose(faulty, '--baseline', file);
    assert.equal(over.status, 1);
    assert.match(over.out, /known {5}only until 2020-01-31/);
  }));

test('an entry of another check or row accepts nothing, and one that is proven again is named', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'known.json');
    const entry = { row, check: 'states/transitions', reason: 'ticket 12', until: '2999-01-01' };
    writeFileSync(
      file,
      JSON.stringify([
        { ...entry, check: 'states/other' },
        { ...entry, row: 'Loan > out | lose' },
      ]),
    );
    assert.equal((await proveLose(faulty, '--baseline', file)).status, 1);
    writeFileSync(file, JSON.stringify([entry]));
    const mended = await proveLose([], '--baseline', file);
    assert.equal(mended.status, 0, mended.out);
    assert.match(
      mended.out,
      /take these out of the baseline:\n {2}Loan > reserved, out \| lose {2}\(states\/transitions\)/,
    );
  }));

test('a baseline that is none is told with each fault, and no request is sent', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'known.json');
    const entry = { row, check: 'states/transitions', reason: 'ticket 12', until: '2999-01-01' };
    const cases: readonly (readonly [text: string, told: RegExp])[] = [
      ['{', /is not a baseline:\n {2}it is not JSON/],
      ['{}', /it is not a list of known findings/],
      [JSON.stringify([5]), /entry 1 is not an object/],
      [JSON.stringify([entry, { ...entry, reason: '' }]), /entry 2 needs a text in `reason`/],
      [JSON.stringify([{ row }]), /entry 1 needs a text in `check`, `reason`, `until`/],
      [JSON.stringify([{ ...entry, line: 5 }]), /entry 1 has `line`, which is not known/],
      [JSON.stringify([{ ...entry, until: '2027-02-30' }]), /entry 1 has the end `2027-02-30`: write a day such as/],
    ];
    for (const [text, told] of cases) {
      writeFileSync(file, text);
      const { status, err } = await proveLose(faulty, '--baseline', file);
      assert.equal(status, 2, err);
      assert.match(err, told);
    }
    const kept = await proveLose(faulty, '--write-baseline', file);
    assert.equal(kept.status, 2);
    assert.match(kept.err, /already exists/);
    assert.ok(existsSync(file));
  }));
