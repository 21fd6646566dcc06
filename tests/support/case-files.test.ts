import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { readCaseFile, refuseDuplicates, writeExpected } from './case-files.ts';
import { compareExpected } from './golden.ts';
import { root } from './process.ts';

const read = (text: string) => readCaseFile('limits/x.txt', text);

test('a case is its base with its edits, a change of it, and what is expected', () => {
  const [one] = read(
    '## a: empty\n\n- Keeps invoices.\n+ Keeps orders.\n\n@@ after\n\n- Keeps orders.\n\n@@ changes\n\nPurpose\n\nsaid\n',
  );
  assert.match(one!.text, /\nKeeps orders\.\n/);
  assert.doesNotMatch(one!.after!, /Keeps/);
  assert.deepEqual(
    [one!.name, one!.at, one!.expected],
    ['limits/a.md', 'tests/cases/limits/x.txt:1', 'Purpose\n\nsaid\n'],
  );
});

test('a case without a base is its lines, also without a line break at the end and with carriage returns', () => {
  const [whole, open] = read('## a\n\n+ # Case\n+\n+ a\\rb\n\n## b\n\n+ # Case\n\\ no line break at the end\n');
  assert.deepEqual([whole!.text, open!.text], ['# Case\n\na\rb\n', '# Case']);
});

test('a fix has its code, the line of its diagnostic, and edits before it', () => {
  const [one] = read('## a\n\n+ # Case\n\n@@ fix limits/unit at 7\n@@ first\n- a\n@@\n- b\n+ c\n');
  const hunk = (older: string[], newer: string[]) => ({ older, newer });
  assert.deepEqual(one!.fixes, [
    { code: 'limits/unit', line: 7, first: [hunk(['a'], [])], hunks: [hunk(['b'], ['c'])] },
  ]);
});

const faults: Readonly<Record<string, readonly [string, RegExp]>> = {
  'an edit that fits nowhere': [
    '## a: empty\n\n- Keeps nothing.\n',
    /limits\/x\.txt:1: the text has no lines\n {2}Keeps nothing\./,
  ],
  'an edit that fits at two places': ['\n## a: empty\n\n- \n+ x\n', /x\.txt:2: the text has these lines at 2 and at 4/],
  'an unknown base': ['## a: nowhere\n', /there is no base "nowhere"; there are .*empty/],
  'an unknown section': ['## a: empty\n\n@@ diagnostic\n', /there is no section "@@ diagnostic"/],
  'a head of another form': ['## A case\n', /a case begins with "## name: base" or "## name", not "## A case"/],
  'a line that is no edit': [
    '## a: empty\n\nKeeps orders.\n',
    /a line of an edit begins with "- ", "\+ " or two spaces, not as "Keeps orders\."/,
  ],
  'a removed line without a base': ['## a\n\n- a\n', /a case without a base has only lines that begin with "\+ "/],
  'a fix without a code': ['## a\n\n+ a\n\n@@ fix unit\n', /a fix begins with "@@ fix area\/code"/],
};

for (const [fault, [text, message]] of Object.entries(faults)) {
  test(`${fault} is refused with its place`, () => assert.throws(() => read(text), message));
}

test('two cases of diagnostics may not have one name; one of them may be of `compare`', () => {
  const change = '\n@@ after\n\n- Keeps invoices.\n';
  assert.throws(
    () => refuseDuplicates(read('## a: empty\n## a: empty\n')),
    /x\.txt:2: a case of this name is at .*x\.txt:1$/,
  );
  refuseDuplicates(read(`## a: empty\n## a: empty\n${change}`));
});

test('a case that does not state what is expected fails, and says how to write it', () => {
  const [one] = read('## a: empty\n');
  assert.throws(
    () => compareExpected(one!, '', 'tests/golden.test.ts'),
    /tests\/cases\/limits\/x\.txt:1, limits\/a\.md states nothing that is expected\. To write it, run `UPDATE=1 node --test tests\/golden\.test\.ts`/,
  );
});

test('an expected text is written in place of the old one, or before the fixes where there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-cases-'));
  const file = join(folder, 'x.txt');
  const at = (line: number) => `${relative(root, file)}:${line}`;
  try {
    writeFileSync(
      file,
      '## a\n\n+ a\n\n@@ fix limits/unit\n\n- a\n\n## b\n\n+ b\n\n@@ diagnostics\n\nold\n\n@@ fix limits/b\n\n- b\n',
    );
    for (const [index, one] of read(readFileSync(file, 'utf8')).entries())
      writeExpected({ ...one, at: at(index) }, `new ${index}\n`);
    assert.equal(
      readFileSync(file, 'utf8'),
      '## a\n\n+ a\n\n@@ diagnostics\n\nnew 0\n\n@@ fix limits/unit\n\n- a\n\n## b\n\n+ b\n\n@@ diagnostics\n\nnew 1\n\n@@ fix limits/b\n\n- b\n',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
