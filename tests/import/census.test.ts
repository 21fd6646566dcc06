import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { drawCensus } from '../../census/drawing.ts';
import { type Description, type Fact, listFacts, subjects } from '../../census/subjects.ts';
import { importSound } from './import.fixture.ts';

const folder = join(import.meta.dirname, 'descriptions');
const files = globSync('*.{yaml,json}', { cwd: folder }).sort();

test('the ledger and a scan of a description find the same subjects of the census', async () => {
  const found = new Set<string>();
  for (const file of files) {
    const description = parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as Description;
    if (description.asyncapi !== undefined) continue;
    const { ledger } = await importSound(JSON.stringify(description));
    const facts = ledger.entries.flatMap(({ pointer }): readonly Fact[] => [...listFacts(description, pointer)]);
    assert.equal(facts.length, ledger.facts, file);
    for (const subject of subjects) {
      assert.equal(subject.ledger(facts), subject.scan(description), `${file}: ${subject.name}`);
      if (subject.scan(description)) found.add(subject.name);
    }
  }
  assert.ok(found.size >= 5, [...found].join(', '));
});

test('the drawing of the census has a bar for each aspect', () => {
  const drawing = drawCensus(
    [
      { part: 'Endpoints', name: 'methods', count: 3 },
      { part: 'Limits', name: 'rate limits', count: 0 },
    ],
    4,
  );
  assert.match(drawing, /^<svg [\s\S]*<\/svg>\n$/);
  assert.equal(drawing.match(/<rect x=/g)?.length, 2);
  assert.ok(drawing.includes('75 %') && drawing.includes('0 %'));
});
