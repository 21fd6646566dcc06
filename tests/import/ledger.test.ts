import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { importSound, listFacts } from './import.fixture.ts';

const folder = join(import.meta.dirname, 'descriptions');
const files = globSync('*.{yaml,json}', { cwd: folder }).sort();

test('there are descriptions of several kinds', () => assert.ok(files.length >= 5, `${files.length}`));

for (const file of files) {
  const text = readFileSync(join(folder, file), 'utf8');

  test(`each fact of ${file} is in exactly one entry of the ledger`, async () => {
    const { ledger } = await importSound(text);
    const facts = listFacts(text);
    assert.equal(ledger.facts, facts.length);
    for (const fact of facts) {
      const of = ledger.entries.filter(({ pointer }) => fact === pointer || fact.startsWith(`${pointer}/`));
      assert.equal(of.length, 1, `${fact} is in ${of.length} entries`);
    }
  });

  test(`a text of ${file} that is stated stands on its line of the page`, async () => {
    const { ledger, text: page } = await importSound(text);
    const lines = page.split('\n');
    const source = parse(text) as unknown;
    let seen = 0;
    for (const { verdict, pointer, pageLine } of ledger.entries) {
      const key = pointer.slice(pointer.lastIndexOf('/') + 1);
      const value = readAt(source, pointer);
      if (verdict !== 'stated' || typeof value !== 'string' || !['description', 'summary', 'pattern'].includes(key))
        continue;
      const word = /[A-Za-z]{3,}/.exec(value)?.[0] ?? '';
      assert.ok(
        lines.slice(pageLine! - 1, pageLine! + 6).some((line) => line.includes(word)),
        `${pointer}: ${word}`,
      );
      seen += 1;
    }
    if (/pattern|summary/.test(text)) assert.ok(seen > 0, `${seen}`);
  });

  test(`another value of a stated fact of ${file} makes another page, or is lost`, async () => {
    const { ledger, text: page } = await importSound(text);
    const stated = ledger.entries.filter(({ verdict }) => verdict === 'stated');
    const tried = stated.filter((_, index) => index % Math.ceil(stated.length / 40) === 0);
    let changed = 0;
    for (const { pointer } of tried) {
      const other = parse(text) as Record<string, unknown>;
      if (!changeAt(other, pointer)) continue;
      changed += 1;
      const again = await importSound(stringify(other, { aliasDuplicateObjects: false }));
      const now = again.ledger.entries.find(
        (entry) => pointer === entry.pointer || pointer.startsWith(`${entry.pointer}/`),
      );
      assert.ok(
        again.text !== page || now?.verdict === 'lost',
        `${pointer} is stated, and the page does not change with it`,
      );
    }
    assert.ok(changed > 3, `${changed}`);
  });
}

function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function readAt(value: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
}

/** Changes a description, a number or a flag; leaves alone what would make another kind of description. */
function changeAt(root: Record<string, unknown>, pointer: string): boolean {
  const keys = keysOf(pointer);
  const last = keys.at(-1)!;
  const parent = keys.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root) as Record<
    string,
    unknown
  >;
  const value = parent[last];
  if (typeof value === 'number') parent[last] = value + 1;
  else if (['description', 'summary', 'title', 'url', 'operationId'].includes(last)) parent[last] = `${String(value)}2`;
  else if (last === 'format') parent[last] = 'unheard-of';
  else if (last === 'required' && Array.isArray(root)) return false;
  else if (/\/enum\/\d+$/.test(pointer)) parent[last] = `${String(value)}2`;
  else return false;
  return true;
}
