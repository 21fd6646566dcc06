import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { documentText, keyed } from '../../../tests/support/document-text.fixture.ts';
import { said } from '../shared/terminal.fixture.ts';

const document = documentText('Stock', {
  resources: `### Shelf

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | |
| shop | string | internal; assigned from caller.shop |

### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | internal; assigned from caller.shop |
| name | string | required |
| code | string | |
| amount | integer | default 1 |
| least | int64 | |
| price | decimal | |
| sold | boolean | |
| kind | one of new, used | default new |
| tags | string[] | |
| place | Place | |
| shelf | ref Shelf | |

| Rule | Check | Error |
| --- | --- | --- |
| enough | \`not has(least) or amount >= least\` | |
| few | \`Item.count(i, i.shop == shop) < 3\` | |

### Place (object)

| Field | Type |
| --- | --- |
| street | string |
| level | integer |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` |`,
  authentication: keyed('| all | all | `shop == caller.shop` |'),
});

async function load(t: TestContext, data: Readonly<Record<string, string | Uint8Array>>, ...words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stock.md');
  writeFileSync(file, document);
  for (const [name, content] of Object.entries(data)) writeFileSync(join(folder, name), content);
  const files = Object.keys(data).map((name) => join(folder, name));
  const loaded = await said(['load', file, ...files, ...words]);
  const lines = (texts: readonly string[]) => texts.map((text) => text.replaceAll(`${folder}/`, ''));
  return {
    ...{ folder, status: loaded.status, out: lines(loaded.out), err: lines(loaded.err) },
    async records() {
      const { out } = await said(['export', file]);
      return out.map((line) => JSON.parse(line)).flatMap(({ record }) => (record === undefined ? [] : [record]));
    },
  };
}

const shelf = 'id,shop\n7,a\n8,b\n';

test('a CSV file has a value for each named field, read by its type', async (t) => {
  const loaded = await load(t, {
    'Shelf.csv': shelf,
    'item.CSV':
      '\uFEFFname;shop;code;amount;least;price;sold;kind;tags;place.street;place.level;shelf\r\n' +
      '"Ada ""A""; B";a;007;5;2;1.50;true;used;"[""x"", ""y"",""y""]";Main;3;7\r\n' +
      '\r\n' +
      '"two\r\nlines";b;;;;;;;;;;8\r\n' +
      'short;b\r\n',
  });
  assert.deepEqual([loaded.status, loaded.err.slice(0, -1)], [0, []], loaded.err.join('\n'));
  assert.deepEqual(loaded.out, ['5 records loaded.']);
  const items = (await loaded.records()).filter(({ name }) => name !== undefined);
  const [first, second, third] = items.map(({ id: _, ...others }) => others);
  assert.deepEqual(first, {
    ...{ name: 'Ada "A"; B', shop: 'a', code: '007', amount: 5, least: 2, price: '1.50', sold: true, kind: 'used' },
    ...{ tags: ['x', 'y', 'y'], place: { street: 'Main', level: 3 }, shelf: 7 },
  });
  assert.deepEqual(second, { shop: 'b', name: 'two\r\nlines', amount: 1, kind: 'new', shelf: 8 });
  assert.deepEqual(third, { shop: 'b', name: 'short', amount: 1, kind: 'new' });
});

test('what is wrong with a CSV file is told with its line, and nothing is loaded', async (t) => {
  const cases: readonly (readonly [content: string | Uint8Array, ...told: RegExp[]])[] = [
    ['name,shp,name,,place.zip\nx,a\n', /^Item\.csv:1: `shp` is not a field of Item; did you mean `shop`\?$/],
    ['name,shop,name\n', /:1: `name` is named twice$/],
    ['place,place.street\n', /:1: `place.street` is named twice$/],
    ['name,\n', /:1: column 2 has no name$/],
    ['name,shop\nx,a\n\nx,a,b\n', /:4: has 3 values, but the first line names 2 fields$/],
    ['name,shop\n"x\ny",a\n"z,a\n', /:4: has a quotation mark that is not closed$/],
    ['name,shop\n"x"y,a\n', /:2: has text after a closing quotation mark$/],
    ['name,shop\nx"y,a\n', /:2: has a quotation mark inside a value that does not begin with one$/],
    [Buffer.from('name,shop\nx,a\n\xff,a\n', 'latin1'), /:3: is not UTF-8$/],
    [
      'name,shop,amount,shelf\n"x\ny",a,many,\nz,a,2,x\n',
      /:2: Item.amount must be an integer /,
      /:4: Item.shelf must be/,
    ],
    [`name,shop\n"${'x'.repeat(17 * 1024 * 1024)}`, /:2: is longer than 16 MiB$/],
    ['name,shop,shelf\nx,a,8\n', /:2: `shelf` names the Shelf `8`, which is neither in the store/],
  ];
  for (const [content, ...told] of cases) {
    const { status, out, err } = await load(t, { 'Item.csv': content });
    assert.deepEqual([status, out], [1, []], err.join('\n'));
    for (const [at, words] of told.entries()) assert.match(err[at]!, words);
    assert.match(err.at(-1)!, /errors?: nothing was loaded\.$/);
  }
  const { err } = await load(t, { 'things.csv': 'name\n' });
  assert.deepEqual(err[0], 'things.csv:1: a CSV file must have the name of a resource: Shelf.csv, Item.csv');
});

test('records that break a rule are listed and loaded; rules that read other records are named', async (t) => {
  const data = 'name,shop,amount,least\nx,a,1,5\ny,a,5,5\nz,b,1,9\n';
  const loaded = await load(t, { 'Item.csv': data });
  assert.equal(loaded.status, 0);
  assert.match(loaded.err[0]!, /^Item\.csv:2: breaks the rule `.*amount >= least` of Item \(.*stock\.md:\d+\)$/);
  assert.match(loaded.err[1]!, /^Item\.csv:4: breaks the rule/);
  assert.equal(loaded.err[2], '2 broken rules.');
  assert.equal(loaded.err[3], 'Not checked, because it reads other records: Item: Item.count(i, i.shop == shop) < 3');
  assert.equal((await loaded.records()).length, 3);
});

test('a dry run tells what loading would, and leaves no store and no record', async (t) => {
  const none = await load(t, { 'Shelf.csv': shelf }, '--dry-run');
  assert.deepEqual([none.status, none.out], [0, ['2 records would be loaded.']], none.err.join('\n'));
  assert.deepEqual(readdirSync(none.folder).sort(), ['Shelf.csv', 'stock.md']);
  const wrong = await load(t, { 'Shelf.csv': 'id\nx\n' }, '--dry-run');
  assert.equal(wrong.status, 1);
  assert.match(wrong.err.at(-1)!, /: nothing would be loaded\.$/);
  const loaded = await load(t, { 'Shelf.csv': shelf });
  assert.ok(existsSync(join(loaded.folder, 'stock.db')));
  writeFileSync(join(loaded.folder, 'Item.csv'), 'name,shop,shelf\nx,a,7\n');
  const files = [join(loaded.folder, 'stock.md'), join(loaded.folder, 'Item.csv')];
  assert.deepEqual((await said(['load', ...files, '--dry-run'])).out, ['1 record would be loaded.']);
  assert.equal((await loaded.records()).length, 2);
  assert.deepEqual((await said(['load', ...files])).out, ['1 record loaded.']);
  assert.equal((await loaded.records()).length, 3);
});
