import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../src/module/diagnostics.ts';
import { excerptExample } from '../scripts/excerpt.ts';
import { catalogue } from '../src/diagnostics/diagnostic.ts';
import { findPosition, getLineNumber } from '../src/text/location.ts';
import { type Case, type Shown, showCase } from './support/cases.ts';
import { collectExamples, type Example } from './support/fixes.ts';
import { diffLines } from './support/line-diff.ts';

const examples = collectExamples();

function countCodes(shown: readonly Shown[]): ReadonlyMap<string, number> {
  const codes = Map.groupBy(shown, ({ diagnostic }) => diagnostic.code);
  return new Map([...codes].map(([code, of]) => [code, of.length]));
}

/** The lines that the fixed form has and the wrong one has not, counted from 1. */
function newLines(wrong: string, fixed: string): ReadonlySet<number> {
  const pairs = diffLines(wrong.split('\n'), fixed.split('\n'));
  return new Set(pairs.flatMap(({ older, newer }) => (older === undefined && newer !== undefined ? [newer + 1] : [])));
}

/** What a fixed example must not show: its own diagnostic as often as before, errors of other codes, and errors in the lines of the edit. */
function faultsOf(code: string, { wrong, fixed }: Example): readonly string[] {
  const before = countCodes(showCase(wrong));
  const shown = showCase(fixed);
  const after = countCodes(shown);
  const lines: (one: Case) => ReadonlyMap<string, string> = ({ file, text, module = '' }) =>
    new Map([
      [file, text],
      ['case.ts', module],
    ]);
  const edited = new Map([...lines(wrong)].map(([name, text]) => [name, newLines(text, lines(fixed).get(name)!)]));
  const inEdit = shown.filter(({ diagnostic, source }) => {
    if (diagnostic.severity !== 'error' && diagnostic.code !== code) return false;
    return edited.get(source.name)!.has(findPosition(source, diagnostic.span.start).line);
  });
  const more = [...after].filter(
    ([other, count]) => catalogue.get(other)!.severity === 'error' && count > (before.get(other) ?? 0),
  );
  return [
    ...((after.get(code) ?? 0) < before.get(code)! ? [] : [`${code} is still there`]),
    ...more.map(([other]) => `${code}: the fixed example shows ${other}, which the wrong one does not show`),
    ...inEdit.map(({ picture }) => `${code}: the edited lines of the fixed example are wrong:\n${picture}`),
  ];
}

/** Diagnostics of lines that an example shows, which necessarily come with its own. */
const following: Readonly<Record<string, string>> = {
  // No index serves a search, so every search parameter has the warning.
  'endpoints/not-searchable': 'endpoints/slow-search',
  // A stray character in a cell makes its words unknown: in prose the character would be right.
  'markdown/comment-in-cell': 'resources/after-type',
  'markdown/odd-space': 'resources/unknown-type',
  'markdown/unpaired-backtick': 'resources/unknown-constraint',
};

/** Aspects that a part lacks: an example shows only a few lines of its part. */
const ofWholeParts: readonly string[] = ['markdown/missing-aspect', 'markdown/missing-part'];

/** The diagnostics of the lines that a page shows, other than its own. */
function othersIn(code: string, example: Example): readonly string[] {
  const { shown, wrong } = example;
  const { lines } = excerptExample(example);
  const others = showCase(wrong, shown.source.name === 'case.ts' ? undefined : shown.source.name).filter(
    ({ diagnostic, source, picture }) =>
      picture !== shown.picture &&
      diagnostic.code !== following[code] &&
      !ofWholeParts.includes(diagnostic.code) &&
      lines[source.name === 'case.ts' ? 'module' : 'document'].has(getLineNumber(source, diagnostic.span)),
  );
  return others.map(({ picture }) => `${code}: the wrong example shows a second mistake:\n${picture}`);
}

test('every diagnostic has an example and its fixed form', () => {
  assert.deepEqual(
    [...catalogue.keys()].filter((code) => !examples.has(code)),
    [],
  );
});

for (const [area, of] of Map.groupBy(examples, ([code]) => code.slice(0, code.indexOf('/')))) {
  test(`the fixed examples of ${area} are right`, () => {
    assert.deepEqual(
      of.flatMap(([code, example]) => faultsOf(code, example)),
      [],
    );
  });
}

test('a wrong example shows its own mistake alone', () => {
  assert.deepEqual(
    [...examples].flatMap(([code, example]) => othersIn(code, example)),
    [],
  );
});

test('a diagnostic that follows from another is in its example', () => {
  for (const [code, other] of Object.entries(following)) {
    const shown = showCase(examples.get(code)!.wrong);
    assert.ok(
      shown.some(({ diagnostic }) => diagnostic.code === other),
      `${code} comes without ${other}`,
    );
  }
});
