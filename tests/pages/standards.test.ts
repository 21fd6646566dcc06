import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../..', import.meta.url);
const page = readFileSync(new URL('docs/compliance/standards.md', root), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Standard|---) /.test(line))
  .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));

/** What a row says of a test: its file and its name. */
function testsOf(cell: string): readonly (readonly [file: string, name: string])[] {
  return cell.split('<br>').map((part) => {
    const found = /^`([^`]+\.(?:test|suite)\.ts)`: (.+)$/.exec(part);
    assert.ok(found, `a file and the name of a test: ${part}`);
    return [found[1]!, found[2]!.replaceAll('\\*', '*').replaceAll('\\|', '|')];
  });
}

test('every line of docs/compliance/standards.md names its tests, or says why it is not supported', () => {
  assert.ok(rows.length >= 195, String(rows.length));
  const texts = new Map<string, string>();
  let named = 0;
  for (const [standard, asks, shown, ...more] of rows) {
    assert.ok(standard && asks && shown && more.length === 0, `three cells: ${standard} ${asks}`);
    if (/^\*(?:not supported|left to a library)\*: /.test(shown)) continue;
    for (const [file, name] of testsOf(shown)) {
      const text = texts.get(file) ?? readFileSync(new URL(file, root), 'utf8');
      texts.set(file, text);
      // A name stands in its file between quotes, as an argument of `test` or in a table of cases.
      const written = [`'${name.replaceAll("'", "\\'")}'`, `"${name}"`, `\`${name}\``];
      assert.ok(
        written.some((spelling) => text.includes(spelling)),
        `${file} has no test called: ${name}`,
      );
      named++;
    }
  }
  assert.ok(named >= 190, String(named));
});

test('docs/compliance/standards.md has lines for every part that the standards speak of', () => {
  const sections = page.split(/^## /m).slice(1);
  const parts = [
    '2. Resources',
    '3. States',
    '4. Endpoints',
    '5. Authentication',
    '6. Events',
    '7. Errors',
    '8. Limits',
  ];
  for (const part of [...parts, '9. Versioning']) {
    const lines = sections
      .filter((section) => section.startsWith(part))
      .join('')
      .split('\n');
    assert.ok(lines.filter((line) => line.startsWith('| ')).length > 8, part);
  }
});
