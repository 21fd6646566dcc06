import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePattern } from '../../text/patterns.ts';
import { codesOf, documentOf, invoices } from '../document.fixture.ts';
import { findCycles } from './check/cycles.ts';
import { findRecursiveObjects } from './check/recursive-objects.ts';
import { collectDerivedGaps } from './check.ts';

const head = '| Field | Type | Constraints |\n| --- | --- | --- |\n';
const order = (...rows: string[]): string =>
  `### Order\n\n${head}| id | uuid | assigned |\n${rows.map((row) => `| ${row} |\n`).join('')}`;

test('the example has no problem, and its refs all say what deleting does', () => {
  const { diagnostics, service } = invoices();
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(collectDerivedGaps(service), []);
});

test('a ref that does not say what deleting does is a gap', () => {
  const { service, diagnostics } = documentOf({
    resources: `${order('customer | ref Customer | required')}\n### Customer\n\n${head}| id | uuid | assigned |\n`,
  });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  const [gap, ...others] = collectDerivedGaps(service);
  assert.deepEqual([gap?.subject, gap?.column, others.length], ['Order.customer', 'on delete', 0]);
});

test('a state field without states is no problem where states are not shown', () => {
  assert.deepEqual(codesOf(documentOf({ resources: order('status | state | ') })), []);
  assert.deepEqual(codesOf(documentOf({ resources: order('status | state | '), states: 'None.' })), [
    'resources/no-states',
  ]);
});

test('a heading of several subjects gives each its fields, and tells a mistake once', () => {
  const resources = `### Customer, Shop\n\n${head}| id | uuid | assigned |\n| size | strin | |\n`;
  const document = documentOf({ resources });
  assert.deepEqual(
    document.service.resources.resources.map(({ name, fields }) => [name.value, fields.length]),
    [
      ['Customer', 2],
      ['Shop', 2],
    ],
  );
  assert.deepEqual(codesOf(document), ['resources/unknown-type']);
});

test('circles are found once each, also on a path of a hundred thousand names', () => {
  assert.deepEqual(
    findCycles(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'a']],
        ['c', []],
      ]),
    ),
    [['a', 'b']],
  );
  const long = new Map(Array.from({ length: 100_000 }, (_, n) => [`n${n}`, [`n${n + 1}`]]));
  assert.deepEqual(findCycles(long), []);
  long.set('n100000', ['n99999']);
  assert.deepEqual(findCycles(long), [['n99999', 'n100000']]);
});

test('a union is finite when one of its objects is', () => {
  const objects = (leaf: string) =>
    documentOf({
      resources: `### Tree (one of)\n\n- Tagged by: kind\n\n| Tag | Object |\n| --- | --- |\n| node | Node |\n${leaf}\n### Node (object)\n\n${head}| left | Tree | required |\n\n### Leaf (object)\n\n${head}| size | integer | required |\n`,
    }).service.resources;
  assert.deepEqual(findRecursiveObjects(objects('| leaf | Leaf |\n')), []);
  assert.deepEqual(
    findRecursiveObjects(objects('')).map(({ object }) => object.name.value),
    ['Node'],
  );
});

test('a pattern is refused by the engine that cannot run it', () => {
  const engine = (text: string) => {
    const made = compilePattern(text);
    return 'error' in made ? made.engine : made.matches('ab1');
  };
  assert.equal(engine('b\\d'), true);
  assert.equal(engine('^b'), false);
  assert.equal(engine('(?=a)'), 'RE2');
  assert.equal(engine('(?P<a>b)'), 'ECMA-262');
  assert.equal(engine('a{2000}'), 'RE2');
});

test('the patterns of a document are bounded together, those of constraints and of expressions', () => {
  const fields = Array.from({ length: 20 }, (_, i) => `f${i} | string | pattern \`^a{1,999}b${i}$\``);
  const rules = Array.from({ length: 20 }, (_, i) => `| r${i} | \`f0.matches("^a{1,999}c${i}$")\` | rule |\n`).join('');
  const text = `${order(...fields)}\n| Rule | Check | Error |\n| --- | --- | --- |\n${rules}`;
  const messages = documentOf({ resources: text }).diagnostics.flatMap(({ code, message }) =>
    /pattern$/.test(code) ? [message] : [],
  );
  assert.equal(messages.length, 16);
  assert.equal(
    messages[0],
    '`^a{1,999}c4$` is not a valid pattern in Nonet: it needs 2001 steps, and all patterns of a document at most 50000.',
  );
  const again = documentOf({ resources: order(...fields, 'g | string | pattern `^a{1,999}b0$`') });
  assert.deepEqual(codesOf(again), codesOf(documentOf({ resources: order(...fields) })));
});
