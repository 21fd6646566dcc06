import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSource, findPosition, readLine } from '../../text/location.ts';
import { type Document, readDocument } from '../index.ts';
import { planErrors } from './plan.ts';

const invoices = readFileSync(join(import.meta.dirname, '../../../tests/documents/invoices.md'), 'utf8');

const refusalGaps = ({ gaps }: Document) => gaps.filter(({ part }) => part === 'errors');

/** What is uncovered when the rows of some codes are taken out and other changes are made. */
function gaps(change: (text: string) => string) {
  const document = readDocument(createSource('x.md', change(invoices)));
  return refusalGaps(document).map((gap) => {
    assert.equal(gap.part, 'errors');
    assert.equal(gap.subject, 'Errors');
    const line = findPosition(document.source, gap.span.start).line;
    return { column: gap.column, line: readLine(document.source, line) };
  });
}
const without =
  (...codes: string[]) =>
  (text: string) =>
    text
      .split('\n')
      .filter((line) => !codes.some((code) => line.startsWith(`| ${code} |`)))
      .join('\n');
const columns = (change: (text: string) => string) => gaps(change).map((gap) => gap.column);

test('the example covers every condition that can happen', () => {
  assert.deepEqual(
    gaps((text) => text),
    [],
  );
});

test('a condition that no row covers is listed once, at a fact that produces it', () => {
  const [gap, ...others] = gaps(without('in_use'));
  assert.deepEqual(others, []);
  assert.equal(gap?.column, 'still referenced');
  assert.match(gap?.line ?? '', /^### Customer/);
});

test('wrong state and guard fails are listed for each transition', () => {
  assert.deepEqual(columns(without('wrong_state')), [
    'wrong state on update Invoice',
    'wrong state on delete Invoice',
    'wrong state on send Invoice',
    'wrong state on pay Invoice',
    'wrong state on withdraw Invoice',
  ]);
  const unnamed = (text: string) =>
    without('overpaid')(
      text.replace('| `paid = paid + input.amount` | overpaid |', '| `paid = paid + input.amount` | |'),
    );
  assert.deepEqual(columns(unnamed), ['guard fails on pay Invoice']);
});

test('a code that is named covers its refusals without a Condition', () => {
  assert.deepEqual(
    columns((text) => text.replace('| guard fails on pay Invoice |', '| |')),
    [],
  );
  assert.deepEqual(
    columns((text) => text.replace('| 422 | rule broken |', '| 422 | |')),
    [],
  );
});

test('a condition covered in some places is listed for the others', () => {
  assert.deepEqual(
    columns((text) => text.replace('; not unique on update Customer', '')),
    ['not unique on update Customer'],
  );
});

test('what no fact produces is no gap: two documents differ by the fact alone', () => {
  assert.deepEqual(
    columns((text) => without('no_longer_kept')(text)),
    ['gone'],
  );
  const still = (text: string) =>
    without('no_longer_kept', 'stream events', 'sse')(text.replace(', stream events', ''));
  assert.deepEqual(columns(still), []);
  assert.deepEqual(
    columns((text) => text.replace('| Invoices-Version | current |', '| Invoices-Version | refused |')),
    ['version missing'],
  );
  const retired = (text: string) =>
    text.replace('; retired version', '').replace('| 2026-03-01 | deprecated |', '| 2026-03-01 | retired |');
  assert.deepEqual(columns(retired), ['retired version']);
});

test('what is refused before an operation is found is covered by a row without narrowing alone', () => {
  const operations = [
    ...invoices.matchAll(/^\| ([a-z]+ [A-Za-z]+(?: \(handler\))?) \| (?:GET|POST|PATCH|DELETE) \|/gm),
  ];
  const each = (condition: string): string =>
    operations.map(([, name]) => `${condition} on ${name!.replace(' (handler)', '')}`).join('; ');
  assert.ok(operations.length > 10);
  for (const [condition, change] of [
    ['internal error', (text: string) => text],
    ['malformed request', (text: string) => text],
    ['unknown version', (text: string) => text.replace('| header | Invoices-Version |', '| path | /v{version} |')],
  ] as const) {
    const narrowed = (text: string) => {
      const changed = change(text);
      const found = new RegExp(`(?<=[|;] )${condition}(?= ?[|;])`);
      assert.match(changed, found);
      return changed.replace(found, each(condition));
    };
    assert.deepEqual(columns(narrowed), [condition]);
  }
});

/** A document in which code alone writes records of Note. */
const written = (endpoints: string): string => `# Notes

## Resources and their fields

### Book

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required; unique |
| book | ref Book | on delete restrict |

| Rule | Check | Error |
| --- | --- | --- |
| named | \`name != ""\` | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
${endpoints}

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows |
| --- | --- |
| authenticated | all |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |

## Limits

| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| few | quota | Note | caller.shop | 10 |
`;
const columnsOf = (document: string): string[] => {
  const read = readDocument(createSource('notes.md', document));
  assert.ok(read.diagnostics.every(({ severity }) => severity === 'warning'));
  return refusalGaps(read).map(({ column }) => column);
};
/** A quota by an attribute asks for a field that is assigned from it. */
const withoutQuota = (document: string): string => document.replace('| few | quota | Note | caller.shop | 10 |\n', '');

test('what code may write can break rules, collide, be referred to and be too much, where no operation writes it', () => {
  const byCode = ['rule broken', 'not unique', 'still referenced', 'quota'];
  const read = '| read Note | GET | /notes/{id} | | 200 `Note` |';
  const coded = columnsOf(written(`${read}\n| tidy (handler) | POST | /tidy | | 204 |`));
  for (const condition of byCode) assert.ok(coded.includes(condition), condition);
  const alone = columnsOf(written(read));
  for (const condition of byCode) assert.ok(!alone.includes(condition), condition);
});

test('a creation that asks for an attribute of its caller may be not allowed, though any caller may try', () => {
  const create = '| create Note | POST | /notes | `Note` | 201 `Note` |';
  assert.ok(columnsOf(written(create)).includes('forbidden'));
  const byId = withoutQuota(written(create).replace('caller.shop |\n| name', 'caller.id |\n| name'));
  assert.ok(!columnsOf(byId).includes('forbidden'));
  assert.ok(columnsOf(byId.replace('| authenticated | all |', '| public | all |')).includes('forbidden'));
});

test('the plan says of each condition whether it chooses its code', () => {
  const doubled = invoices.replace(
    '| changed_meanwhile |',
    '| too_dear | 422 | rule broken | | |\n| changed_meanwhile |',
  );
  const { service, diagnostics } = readDocument(createSource('x.md', doubled));
  assert.deepEqual(diagnostics, []);
  const codes = planErrors(service).codes;
  const named = codes.find((code) => code.code === 'nothing_to_pay');
  assert.equal(named?.byName, true);
  assert.deepEqual(named?.conditions, [{ name: 'rule broken', byName: true }]);
  assert.equal(codes.find((code) => code.code === 'too_dear')?.byName, false);
});

test('a row rule of anyone turns nobody away from lists and reads, and may turn everybody away from a change', () => {
  const onWhere = (operation: string): string =>
    withoutQuota(written(operation))
      .replace('assigned from caller.shop', 'required')
      .replace(
        '| Scope | Allows |\n| --- | --- |\n| authenticated | all |',
        '| Scope | Allows | Where |\n| --- | --- | --- |\n| public | all | `name == "x"` |',
      );
  const reads = ['| read Note | GET | /notes/{id} | | 200 `Note` |', '| list Note | GET | /notes | | 200 `Note[]` |'];
  for (const read of reads) assert.ok(!columnsOf(onWhere(read)).includes('forbidden'), read);
  const another = '| read Note as other | GET | /others/{id} | | 200 `Note` |';
  assert.ok(columnsOf(onWhere(`${reads[0]}\n${another}`)).includes('forbidden'));
  for (const change of [
    '| create Note | POST | /notes | `Note` | 201 `Note` |',
    '| update Note | PATCH | /notes/{id} | `Note` | 200 `Note` |',
    '| delete Note | DELETE | /notes/{id} | | 204 |',
  ]) {
    assert.ok(columnsOf(onWhere(change)).includes('forbidden'), change);
    assert.ok(!columnsOf(onWhere(change)).includes('no credential'), change);
  }
});
