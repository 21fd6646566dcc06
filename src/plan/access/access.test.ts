import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWholePlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { type Access, describeAccess, listLabels, listPublicOperations } from './access.ts';
import { getReading } from './permissions.ts';

interface Parts {
  readonly fields?: string;
  readonly operations?: string;
  readonly schemes?: string;
  readonly scopes?: string;
}

const key = '| key | api key | header X-Key |';

/** A document of tickets with the rows of some of its tables. */
function documentOf({ fields = '', operations = '', schemes = key, scopes }: Parts) {
  const authentication =
    schemes === ''
      ? 'None.'
      : `| Scheme | Kind | Sent in |\n| --- | --- | --- |\n${schemes}
${scopes === undefined ? '' : `\n| Scope | Allows | Where |\n| --- | --- | --- |\n${scopes}\n`}
### Caller

| Attribute | Type |
| --- | --- |
| shop | string |
| level | string |`;
  const text = `# Desk

## Resources and their fields

### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | required |
| price | integer | required |
| secret_note | string | internal |

### Group

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | required |
| first | ref Ticket | on delete clear |
${fields}

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Ticket | /tickets | \`Ticket\` | 201 \`Ticket\` |
| read Ticket | /tickets/{id} | | 200 \`Ticket\` |
${operations}

## Authentication

${authentication}
`;
  const document = readDocument(createSource('desk.md', text));
  const errors = document.diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
  );
  return buildWholePlan(document.service);
}

const accessOf = (parts: Parts): Access => describeAccess(documentOf(parts));

/** The cells of an operation: `all`, `none`, or the conditions. */
function cellsOf(access: Access, name: string): string {
  const { permissions } = access.operations.find(({ operation }) => operation.name === name)!;
  return permissions
    .map((permission) => (permission.may === 'some' ? listLabels(access, permission).join('+') : permission.may))
    .join(' ');
}

test('without schemes everybody may do everything, with a scheme every caller', () => {
  const open = accessOf({ schemes: '' });
  assert.deepEqual(open.audiences, ['public']);
  assert.equal(cellsOf(open, 'create Ticket'), 'all');
  const closed = accessOf({});
  assert.deepEqual(closed.audiences, ['authenticated']);
  assert.equal(cellsOf(closed, 'create Ticket'), 'all');
  assert.deepEqual(listPublicOperations(closed), []);
  assert.equal(listPublicOperations(open).length, 2);
});

test('a scope includes what the public and every caller may do', () => {
  const access = accessOf({
    scopes: `| public | read Ticket | \`price == 0\` |
| authenticated | read Ticket | \`shop == caller.shop\` |
| desk | all | \`shop == caller.shop and price > 5\` |
| boss | read Ticket | |`,
  });
  assert.deepEqual(access.audiences, ['public', 'authenticated', 'desk', 'boss']);
  assert.equal(cellsOf(access, 'read Ticket'), 'a a+b a+b all');
  assert.equal(cellsOf(access, 'create Ticket'), 'none none c none');
  assert.deepEqual(
    access.conditions.map(({ label, words }) => `${label} ${words}`),
    ['a price == 0', 'b shop == caller.shop', 'c shop == caller.shop and price > 5'],
  );
  assert.deepEqual(
    listPublicOperations(access).map(({ name }) => name),
    ['read Ticket'],
  );
});

test('of two alike rows the first one decides, and rows that cover everything together allow every record', () => {
  const alike = accessOf({ scopes: '| desk | all | `price > 5` |\n| desk | read Ticket | `5 < price` |' });
  assert.equal(cellsOf(alike, 'read Ticket'), 'a');
  const both = accessOf({ scopes: '| desk | all | `price > 5` |\n| desk | all | `price <= 5` |' });
  assert.equal(cellsOf(both, 'read Ticket'), 'all');
});

test('a Where that cannot hold allows nothing, and a gap allows nothing and is named', () => {
  const access = accessOf({
    scopes: `| desk | all | |
| never | read Ticket | \`price > 5 and price < 3\` |
| gap | read Ticket | not shown |
| open | not shown | |`,
  });
  assert.equal(cellsOf(access, 'read Ticket'), 'all none none none');
  const [, never, gap, open] = access.operations[1]!.permissions;
  assert.deepEqual(
    [never, gap, open].map((permission) => permission?.notShown.length),
    [0, 1, 1],
  );
});

test('the reads of a resource decide what a caller may read, then its lists, then the other operations', () => {
  const plan = documentOf({
    operations:
      '| list Group | /groups | | 200 `{ data: Group[] }` |\n| create Group | /groups | `Group` | 201 `Group` |',
    scopes: `| desk | list Group, create Group | \`shop == caller.shop\` |
| maker | create Ticket, create Group | |
| reader | read Ticket | |`,
  });
  const may = (resource: string): string[] =>
    ['desk', 'maker', 'reader'].map((audience) => getReading(plan, resource, audience).may);
  assert.deepEqual(may('Group'), ['some', 'none', 'none']);
  assert.deepEqual(may('Ticket'), ['none', 'none', 'all']);
});

test('fields are listed for the scopes whose operations lack them, and those that no response shows', () => {
  const access = accessOf({
    operations: `| read Ticket as board | /board/{id} | | 200 \`Ticket(id, price)\` |
| update Ticket | /tickets/{id} | \`Ticket(price)\` | 200 \`Ticket\` |`,
    scopes: '| public | board | |\n| desk | update Ticket | |\n| boss | all | |',
  });
  assert.deepEqual(access.fields, [
    { of: 'Ticket', audience: 'public', unseen: ['shop'] },
    { of: 'Ticket', audience: 'desk', unsent: ['shop'] },
  ]);
  const hidden = access.hidden.filter(({ resource }) => resource === 'Ticket');
  assert.deepEqual(
    hidden.map(({ field, direction }) => [field, direction]),
    [['secret_note', 'internal']],
  );
});

test('an embedded record shows its fields to the scopes that may read it', () => {
  const access = accessOf({
    operations: '| read Group | /groups/{id} | | 200 `Group(id, first: Ticket(id, price))` |',
    scopes: '| desk | read Group | |\n| boss | all | |\n| seller | read Group, create Ticket | |',
  });
  assert.deepEqual(
    access.fields.filter(({ unseen }) => unseen !== undefined),
    [],
    'desk sees no field of Ticket, and seller sees them all in the response of its create',
  );
});

test('a computed field is listed for the scopes that cannot read all that it asks about', () => {
  const access = accessOf({
    fields: `| tickets | integer | = \`Ticket.count(t, t.shop == shop)\` |
| own | boolean | = \`Ticket.exists(t, t.shop == caller.shop)\` |
| twice | integer | = \`tickets * 2\` |`,
    operations: '| read Group | /groups/{id} | | 200 `{ group: Group, price?: = first.price }` |',
    scopes: `| public | read Group | |
| desk | read Ticket | \`shop == caller.shop\` |
| boss | all | |`,
  });
  const shown = access.reveals.map(({ value, by, to }) => {
    return `${value} ${by}: ${to.map(({ audience, reads }) => `${audience} ${reads}`).join(', ')}`;
  });
  assert.deepEqual(shown, [
    'Group.tickets count: public none, desk some',
    'Group.twice count: public none, desk some',
    'read Group: price ref: public none',
  ]);
});
