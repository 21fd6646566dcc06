import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { formatDiagnostics } from '../../src/diagnostics/terminal.ts';
import { functionNames, rootNames } from '../../src/expression/reserved.ts';
import type { ContentTable } from '../../src/markdown/content.ts';
import { schemeNames } from '../../src/parts/authentication/schemes/index.ts';
import { findOperationKind, operationMembers } from '../../src/parts/endpoints/operations/index.ts';
import { conditionNames } from '../../src/parts/errors/conditions/index.ts';
import { deliveryNames } from '../../src/parts/events/deliveries/index.ts';
import { grammars } from '../../src/parts/grammars.ts';
import { type Document, readDocument } from '../../src/parts/index.ts';
import { limitKindNames } from '../../src/parts/limits/kinds/index.ts';
import { formats } from '../../src/parts/resources/formats/index.ts';
import type { TypeModel } from '../../src/parts/resources/model.ts';
import { types } from '../../src/parts/resources/types/index.ts';
import { changeVerbs } from '../../src/parts/versioning/words.ts';
import { createSource } from '../../src/text/location.ts';
import { listAnchors } from '../support/anchors.ts';
import { changesDocument } from '../support/changes.ts';
import { type Example, examplesOf, pages } from '../support/examples.ts';
import { root } from '../support/process.ts';

const examples = pages.flatMap(examplesOf);
const read = (example: Example): readonly Document[] =>
  example.documents.map((text) => readDocument(createSource(`${example.file}:${example.line}`, text)));
const right = examples.filter((example) => !example.wrong);
const documents = [...right.flatMap(read), readDocument(createSource('changes.md', changesDocument()))];
const base = readDocument(createSource('base.md', readFileSync(join(root, 'tests/documents/base.md'), 'utf8')));

/** A fragment may leave aspects out, the operations of its resources, and the endpoints of its transitions. */
const leftOut: ReadonlySet<string> = new Set([
  'markdown/missing-aspect',
  'authentication/unreached-resource',
  'states/unused-transition',
]);

/** The diagnostics of a document, without those of what a fragment leaves out. */
function shown(document: Document): readonly { readonly code: string; readonly text: string }[] {
  return document.diagnostics
    .filter((diagnostic) => !leftOut.has(diagnostic.code))
    .map((diagnostic) => ({ code: diagnostic.code, text: formatDiagnostics(document.source, diagnostic) }));
}

test('the pages of the reference hold examples, and the document around them shows no problem', () => {
  assert.ok(pages.length >= 12, `${pages.length} pages`);
  assert.ok(right.length >= 60 && examples.length - right.length >= 5, `${examples.length} examples`);
  assert.deepEqual(shown(base), []);
});

test('a page shows the document around the examples', () => {
  const page = readFileSync(join(root, 'docs/language.md'), 'utf8');
  assert.ok(page.includes(`\`\`\`md document\n${base.source.text}\`\`\`\n`));
});

test('every fenced block of the reference says how it is read', () => {
  const unknown = examples.filter((example) => example.documents.length === 0);
  assert.deepEqual(
    unknown.map(({ file, line, info }) => `${file}:${line} \`${info}\``),
    [],
  );
});

test('every example of a diagnostic names it above its block, where readers see it', () => {
  const unnamed = examples.filter(({ file, line, shows }) => {
    const above = readFileSync(join(root, file), 'utf8').split('\n')[line - 3] ?? '';
    return shows.some((code) => !above.includes(`[\`${code}\`](../diagnostics/${code.replace('/', '-')}.md)`));
  });
  assert.deepEqual(
    unnamed.map(({ file, line }) => `${file}:${line}`),
    [],
  );
});

for (const example of examples) {
  test(`${example.file}:${example.line} is read as it says: ${example.info}`, () => {
    for (const document of read(example)) {
      const found = shown(document);
      const codes = [...new Set(found.map(({ code }) => code))].toSorted();
      assert.deepEqual(codes, example.shows.toSorted(), found.map(({ text }) => text).join('\n'));
      const problems = document.diagnostics.filter(({ code }) => !leftOut.has(code));
      assert.equal(
        problems.some(({ severity }) => severity === 'error'),
        example.wrong,
      );
    }
  });
}

test('every link of the reference leads to a page and a heading of it', () => {
  const links = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, to, at]) => ({
      page,
      to,
      at,
    })),
  );
  assert.ok(links.length > 30, `${links.length} links`);
  for (const { page, to, at } of links) {
    const target = to === '' ? join(root, page) : join(root, dirname(page), to!);
    assert.ok(existsSync(target), `${page}: ${to}`);
    if (at !== undefined) assert.ok(listAnchors(target).has(at), `${page}: ${to}#${at}`);
  }
});

/** The expressions of the examples: single ones, and whatever stands in code spans. */
const expressions = right
  .flatMap(({ info, text }) =>
    info.startsWith('cel ') ? [text] : [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code),
  )
  .join('\n');

function requireExamples(names: readonly string[], has: (name: string) => boolean): void {
  assert.ok(names.length > 0, 'nothing was looked for');
  assert.deepEqual(
    names.filter((name) => !has(name)),
    [],
    'no example in docs/language shows these: add one to the page of the part, with a row that explains it',
  );
}

function tablesOf(document: Document): readonly { readonly part: string; readonly table: ContentTable }[] {
  return [...document.content.parts.values()].flatMap((part) =>
    [...part.tables, ...part.subjects.flatMap((subject) => subject.tables)].map((table) => ({
      part: part.part,
      table,
    })),
  );
}

test('every column of every table stands in an example, with a value', () => {
  const found = new Set<string>();
  for (const document of documents)
    for (const { part, table } of tablesOf(document))
      for (const { title, reads } of table.grammar.columns)
        if (table.rows.some((row) => (reads === 'prose' ? row.prose(title) : row.cell(title).kind === 'value')))
          found.add(`${part} ${table.grammar.name}: ${title}`);
  const columns = grammars.flatMap(({ part, tables }) =>
    tables.flatMap(({ name, columns }) => columns.map(({ title }) => `${part} ${name}: ${title}`)),
  );
  requireExamples(columns, (column) => found.has(column));
});

test('every fact line stands in an example', () => {
  const found = new Set(
    documents.flatMap((document) =>
      [...document.content.parts.values()].flatMap((part) =>
        [...part.facts, ...part.subjects.flatMap((subject) => subject.facts)].map(
          (fact) => `${part.part} ${fact.name}`,
        ),
      ),
    ),
  );
  const names = grammars.flatMap(({ part, facts }) => facts.map(({ name }) => `${part} ${name}`));
  requireExamples(names, (name) => found.has(name));
});

test('every aspect is stated in one example and recorded as a gap in another', () => {
  const found = new Set(
    documents.flatMap(({ content }) =>
      content.aspects.map((status) => `${status.part} ${status.aspect} ${status.status}`),
    ),
  );
  const aspects = grammars.flatMap(({ part, aspects }) =>
    aspects.flatMap(({ name }) => [`${part} ${name} stated`, `${part} ${name} not shown`]),
  );
  requireExamples(aspects, (aspect) => found.has(aspect));
});

function kindsOf(type: TypeModel | undefined): readonly string[] {
  if (type === undefined) return [];
  const format = 'format' in type && type.format !== undefined ? [`format ${type.format.name.value}`] : [];
  return [`type ${type.kind}`, ...format, ...('item' in type ? kindsOf(type.item) : [])];
}

/** The members of the open sets that the models of a document name. */
function membersOf({ service }: Document): readonly string[] {
  const { resources, objects } = service.resources;
  const fields = [...resources, ...objects].flatMap((object) => object.fields);
  return [
    ...fields.flatMap(({ type }) => kindsOf(type)),
    ...fields.flatMap(({ constraints }) => constraints.map(({ kind }) => `constraint ${kind}`)),
    ...service.limits.limits.map(({ kind }) => `limit ${kind?.value}`),
    ...service.authentication.schemes.map(
      ({ kind }) => `scheme ${typeof kind === 'object' && 'value' in kind ? kind.value : ''}`,
    ),
    ...service.events.deliveries.map(({ kind }) => `delivery ${kind.value}`),
    ...service.errors.codes.flatMap(({ conditions }) => conditions.map(({ name }) => `condition ${name.value}`)),
    ...service.endpoints.operations.map(({ name }) => `operation ${findOperationKind(name).name}`),
    ...service.endpoints.operations.flatMap(({ parameters }) =>
      parameters.flatMap(({ means }) => (means === undefined ? [] : [`means ${means.kind}`])),
    ),
    ...service.versioning.changes.map(({ change }) => `change ${change.value}`),
  ];
}

/** The types in the words of documents: a choice is `one of`, or the state of a resource. */
const typeKinds = [...types.map(({ name }) => (name === 'choice' ? 'one of' : name)), 'state'];
const constraintKinds = [
  ...['required', 'identity', 'shown once', 'unique items', 'assigned', 'assigned on update', 'default', 'direction'],
  ...['assigned from', 'computed', 'unique', 'unique where', 'range', 'multiple of', 'pattern', 'on delete'],
];
const means = [
  ...['filter', 'where', 'search', 'sort', 'expand', 'page size', 'cursor', 'offset', 'page number', 'after id'],
  ...['before id', 'total', 'fields', 'input'],
];

test('every member of the open sets stands in an example', () => {
  const found = new Set(documents.flatMap(membersOf));
  const members = [
    ...formats.map(({ name }) => `format ${name}`),
    ...typeKinds.map((name) => `type ${name}`),
    ...constraintKinds.map((name) => `constraint ${name}`),
    ...limitKindNames.map((name) => `limit ${name}`),
    ...schemeNames.map((name) => `scheme ${name}`),
    ...deliveryNames.map((name) => `delivery ${name}`),
    ...conditionNames.map((name) => `condition ${name}`),
    ...operationMembers.map(({ name }) => `operation ${name}`),
    ...means.map((name) => `means ${name}`),
    ...changeVerbs.map((name) => `change ${name}`),
  ];
  requireExamples(members, (member) => found.has(member));
});

test('every function and every root of the expressions stands in an example', () => {
  requireExamples(functionNames, (name) => new RegExp(`\\b${name}\\(`).test(expressions));
  requireExamples(rootNames, (name) => new RegExp(`(?<![.\\w])${name}(?![\\w:])`).test(expressions));
});
