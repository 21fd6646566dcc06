import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TableGrammar } from '../../markdown/grammar.ts';
import { grammars } from '../../parts/grammars.ts';
import { readDocument } from '../../parts/index.ts';
import { formats } from '../../parts/resources/formats/index.ts';
import { createSource } from '../../text/location.ts';
import { complete } from '../completion.ts';
import { hover } from '../hover.ts';
import { completeCell } from './cells.ts';

/** Columns in which an author writes a name or a value of their own. */
const free = [
  'fields Field',
  'tags Tag',
  'rules Rule',
  'states State',
  'idempotency Kept for',
  'schemes Scheme',
  'schemes Credential',
  'schemes Lifetime',
  'schemes Idle',
  'schemes Refresh',
  'caller Attribute',
  'events Event',
  'emails Email',
  'codes Code',
  'field errors Problem',
  'field errors Code',
  'limits Limit',
  'versions Version',
  'versions Released',
  'versions Sunset',
  'placement Name',
  'changes Before',
];

const text = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');
const document = readDocument(createSource('invoices.md', text));
const row = { Operation: 'create Invoice', Kind: 'rate', Type: 'string' };

test('`when` of a response proposes the existing record of a create and the new one of a replace', () => {
  for (const [verb, word, response] of [
    ['create', 'exists', '200 `Invoice` when exists'],
    ['replace', 'new', '201 `Invoice` when new'],
  ] as const) {
    const more = { Operation: `${verb} Invoice` };
    const words = completed('operations', 'Response', '200 `Invoice` when ', undefined, more);
    assert.deepEqual([...words.keys()], [word, '`…`', 'not shown']);
    assert.ok(completed('operations', 'Response', '', undefined, more).has(response));
  }
});

test('operations on sessions are proposed for resources with a password, each with its path and response', () => {
  const people = readDocument(
    createSource(
      'people.md',
      text.replace('| id | typeid cus', '| password | password | write-only | |\n| id | typeid cus'),
    ),
  );
  const operations = completed('operations', 'Operation', '', undefined, {}, people);
  assert.ok(operations.has('log in Customer') && operations.has('log out Customer'));
  assert.equal(operations.has('log in Invoice'), false);
  for (const [verb, response] of [
    ['log in', '200 `{ token: credential }`'],
    ['log out', '204'],
  ] as const) {
    const more = { Operation: `${verb} Customer` };
    assert.deepEqual([...completed('operations', 'Path', '', undefined, more).keys()][0], '/sessions');
    assert.equal([...completed('operations', 'Response', '', undefined, more).keys()][0], response);
  }
});

test('`error` of a response proposes the codes of Errors', () => {
  const more = { Operation: 'pay Invoice' };
  assert.ok(completed('operations', 'Response', '', undefined, more).has('error'));
  const codes = completed('operations', 'Response', 'error ', undefined, more);
  assert.ok(codes.has('error overpaid'), [...codes.keys()].join());
  assert.equal(codes.has('204'), false);
});

test('an effect for each item of a list is proposed, and in it the fields of an item', () => {
  const after = (code: string) => [...completed('transitions', 'Effect', '', code).keys()];
  assert.deepEqual(after('lines.'), ['each']);
  assert.deepEqual(after('memo.'), []);
  assert.deepEqual(after('lines.each(l, create Note(text: l.').slice(0, 3), ['text', 'quantity', 'price']);
});

test('a change of an event completes the state that it ends in, and a condition', () => {
  assert.deepEqual([...completed('events', 'When', 'pay Invoice ').keys()], ['pay Invoice when', 'pay Invoice to']);
  assert.ok(completed('events', 'When', 'pay Invoice to ').has('pay Invoice to paid'));
  assert.deepEqual([...completed('events', 'When', 'pay Invoice to paid ').keys()], ['pay Invoice to paid when']);
});

test('each column has completions, or is free', () => {
  const without = grammars.flatMap((part) =>
    part.tables.flatMap((table: TableGrammar) => {
      const subject = table.name === 'parameters' ? 'list Invoice' : 'Invoice';
      const section = { part, subject, table: undefined, inCode: false };
      const machine = table.columns.filter(({ reads }) => reads !== 'prose');
      const empty = machine.filter((column) => {
        const cell = { kind: 'cell' as const, section, table, column, row, span: { start: 0, end: 0 } };
        const context = { document, place: { section, row, part: part.part }, before: '', offset: 0 };
        return completeCell(context, cell, undefined).length === 0;
      });
      return empty.map(({ title }) => `${table.name} ${title}`);
    }),
  );
  assert.deepEqual(without, free);
});

/** The candidates of a cell of the invoices example, by their labels. */
function completed(
  table: string,
  title: string,
  before: string,
  code?: string,
  more: Partial<typeof row> = {},
  of = document,
) {
  const part = grammars.find(({ tables }) => tables.some(({ name }) => name === table))!;
  const kind: TableGrammar = part.tables.find(({ name }) => name === table)!;
  const column = kind.columns.find((each) => each.title === title)!;
  const section = { part, subject: 'Invoice', table: undefined, inCode: false };
  const cell = { kind: 'cell' as const, section, table: kind, column, row, span: { start: 0, end: 0 } };
  const place = { section, row: { ...row, ...more }, part: part.part };
  const context = { document: of, place, before, offset: 0 };
  return new Map(completeCell(context, cell, code).map((candidate) => [candidate.label, candidate]));
}

test('the cell Type completes the formats with their explanations, also inside lists and maps', () => {
  const types = completed('fields', 'Type', '');
  for (const { name } of formats) assert.ok(types.get(name)?.documentation, name);
  assert.match(types.get('date')!.documentation!, /RFC 3339/);
  assert.equal(types.get('typeid')!.insert, 'typeid $0');
  const inside = completed('fields', 'Type', 'map of (da');
  assert.ok(inside.has('map of (date') && inside.has('map of (Line'), [...inside.keys()].join(', '));
});

test('a reference completes what a deletion does to it, a list of references what it does to their list', () => {
  const actions = (type: string) =>
    [...completed('fields', 'Constraints', '', undefined, { Type: type }).keys()].filter((label) =>
      label.startsWith('on delete'),
    );
  assert.deepEqual(actions('ref Customer'), ['on delete restrict', 'on delete cascade', 'on delete clear']);
  assert.deepEqual(actions('(ref Customer or null)[]'), ['on delete restrict', 'on delete clear']);
  assert.deepEqual(actions('string[]'), []);
});

test('a filter completes the fields of a reference and of the items of a list, then the operators', () => {
  const meant = (before: string) => [...completed('parameters', 'Maps to', before).keys()];
  assert.ok(meant('filter cus').includes('filter customer'));
  assert.ok(meant('filter customer.em').includes('filter customer.email'));
  assert.ok(meant('filter lines.').includes('filter lines.text'));
  assert.ok(meant('filter lines.text ').includes('filter lines.text starts with'));
  assert.deepEqual(meant('filter total.'), []);
});

test('an input completes the types that a parameter may have', () => {
  const types = completed('parameters', 'Maps to', 'input d');
  assert.match(types.get('input date')!.documentation!, /RFC 3339/);
  assert.ok(!types.has('input secret') && !types.has('input object'));
});

test('hover explains a format, alone and inside of a type', () => {
  for (const [type, word] of [
    ['date', 'date'],
    ['typeid cus or null', 'typeid cus'],
    ['(unix seconds)[]', '(unix seconds)[]'],
  ] as const) {
    const changed = text.replace('| due_on | date |', `| due_on | ${type} |`);
    const at = changed.indexOf(`| due_on | ${type} |`) + '| due_on | '.length + 2;
    const found = hover(readDocument(createSource('invoices.md', changed)), at)!;
    assert.match(found.markdown, /JSON type: (?:string|integer) {2}\nValues: /, type);
    assert.ok(word.startsWith(changed.slice(found.span.start, found.span.end)), type);
  }
});

test('a condition completes the resources, the questions about them, and the fields of their records', () => {
  const check = (before: string) => [...completed('rules', 'Check', before, before).keys()];
  assert.ok(check('not Invo').includes('Invoice'));
  assert.deepEqual(check('not Invoice.'), ['exists', 'count', 'sum', 'min', 'max']);
  assert.ok(check('Invoice.exists(i, i.').includes('customer'));
  assert.ok(check('Invoice.exists(i, i.shop == shop and i.status == "').includes('paid'));
  const inside = check('Invoice.exists(i, ');
  assert.ok(inside.includes('i') && inside.includes('due_on'));
  assert.deepEqual(check('Unknown.'), []);
});

test('links to files are completed: the line that states them, and the function that makes one', () => {
  const text = `# Photos

## Resources and their fields

### Photo

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| image | file | required |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| read Photo | GET | /photos/{id} | | 200 \`Photo\` header X-Link \`image.l\` |
| read Photo as image | GET | /photos/{id}/image | | 200 \`Photo.image\` |

### image

- S
`;
  const offered = (before: string): readonly { readonly label: string; readonly insert?: string | undefined }[] =>
    complete(readDocument(createSource('photos.md', text)), text.indexOf(before) + before.length).candidates;
  assert.equal(offered('`image.l').find(({ label }) => label === 'link')?.insert, 'link()');
  assert.equal(offered('\n- S').find(({ label }) => label === 'Signed links')?.insert, 'Signed links: $0');
});
