import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { createSource, slice } from '../text/location.ts';
import type { Cell } from './cells/cell.ts';
import { toPlainString } from './cells/cell-text.ts';
import type { ContentRow, ParseContext } from './content.ts';
import type { PartGrammar } from './grammar.ts';
import { recognizeDocument } from './recognise.ts';
import { createFactReader, createRowReader } from './records.ts';

const grammar = {
  part: 'limits',
  number: 1,
  title: 'Dogs',
  aspects: [],
  facts: [
    { name: 'Kept by', at: 'part', reads: 'names', repeats: true },
    { name: 'Fed with', at: 'part', reads: { word: ['meat', 'bread'] } },
    { name: 'About', at: 'part', as: 'prose', reads: 'prose' },
  ],
  tables: [
    {
      name: 'dogs',
      at: { heading: '' },
      columns: [
        { title: 'Dog', as: 'name', required: true, reads: { name: 'lower', except: ['cat'] } },
        { title: 'Walks for', reads: 'duration' },
        { title: 'Chases', reads: 'names' },
        { title: 'Bites', reads: 'code', closes: true },
        { title: 'Size', reads: { own: 'size' } },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
} as const satisfies PartGrammar;

const says = (found: string, more?: string) => `${found}: ${more}`;
const entry = { means: '', why: '', note: '', says };
const { name, time, code, word } = defineDiagnostics('records-test', {
  name: entry,
  time: entry,
  code: entry,
  word: entry,
});

const readDogs = createRowReader(grammar, 'dogs', { name, walksFor: time, bites: code, size: readSize });
const readFacts = createFactReader(grammar, 'part', { fedWith: word });

function readSize(cell: Cell, _: ParseContext, row: ContentRow): number | undefined {
  return cell.kind === 'value' ? toPlainString(cell).length + toPlainString(row.cell('Dog')).length : undefined;
}

function readAll(text: string) {
  const source = createSource('dogs.md', `# Zoo\n\n## Dogs\n\n${text}\n`);
  const content = recognizeDocument(source, [grammar]);
  assert.deepEqual(content.diagnostics.listed, []);
  const part = content.parts.get('limits')!;
  const diagnostics: Diagnostic[] = [];
  const context: ParseContext = { source, diagnostics, cellGaps: [] };
  const found = { dogs: readDogs(part.tables, context), facts: readFacts(part.facts, context) };
  const problems = diagnostics.map((diagnostic) => [
    diagnostic.code,
    slice(source, diagnostic.span),
    diagnostic.message,
  ]);
  return { ...found, problems };
}

const head = '| Dog | Walks for | Chases | Bites | Size | Meaning |\n| --- | --- | --- | --- | --- | --- |';

test('a row is read as its columns are declared; what is empty is left out, and a list is empty', () => {
  const { dogs, problems } = readAll(
    `${head}\n| rex | 2 hours | cats, \`a b\` | \`x > 1\` | big | *good* |\n| ace | | | | | |`,
  );
  assert.deepEqual(problems, []);
  const [rex, ace] = dogs;
  assert.equal(rex!.name.value, 'rex');
  assert.equal(rex!.walksFor?.value, 7_200_000);
  assert.deepEqual(
    rex!.chases.map(({ value }) => value),
    ['cats', 'a b'],
  );
  assert.equal(rex!.bites !== undefined && 'text' in rex!.bites && rex!.bites.text, 'x > 1');
  assert.equal(rex!.size, 6);
  assert.equal(rex!.meaning?.text, '*good*');
  assert.deepEqual(Object.keys(ace!), ['name', 'chases', 'span']);
});

test('a cell without its form is a problem at its place, and a name stays', () => {
  const { dogs, problems } = readAll(`${head}\n| cat | 2 ours | a,, b | x > 1 | | |\n| Rex | | | not shown | | |`);
  assert.deepEqual(problems, [
    ['records-test/name', 'cat', 'cat: undefined'],
    ['records-test/time', 'ours', 'ours: unit'],
    ['markdown/empty-item', ',', 'Chases is missing an item next to this `,`.'],
    ['records-test/code', 'x > 1', 'x > 1: undefined'],
    ['records-test/name', 'Rex', 'Rex: rex'],
  ]);
  assert.deepEqual(
    dogs.map((dog) => [dog.name.value, dog.bites !== undefined && 'notShown' in dog.bites]),
    [
      ['cat', true],
      ['Rex', true],
    ],
  );
});

test('fact lines are lists where they repeat, else the first that can be read', () => {
  const { facts, problems } = readAll('- Kept by: ann, bob\n- Kept by: eve\n- Fed with: bred\n- About: *all* dogs');
  assert.deepEqual(
    facts.keptBy.map(({ value }) => value),
    ['ann', 'bob', 'eve'],
  );
  assert.equal(facts.fedWith, undefined);
  assert.equal(facts.prose?.text, '*all* dogs');
  assert.deepEqual(problems, [['records-test/word', 'bred', 'bred: bread']]);
  assert.deepEqual(readAll('Nothing.').facts, { keptBy: [] });
});
