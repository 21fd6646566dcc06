import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mustBeSerializable } from '../../../src/plan/records/isolation.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';

interface Stated {
  /** A rule of Account. */
  readonly account?: string;
  /** The guard of `close Account`. */
  readonly guard?: string;
  /** A rule of Item. */
  readonly item?: string;
  /** The Where by which accounts are read. */
  readonly where?: string;
  /** A handler may close accounts, too. */
  readonly handler?: true;
}

/** Accounts that are closed, with items that need an open account. */
function accounts({ account, guard, item, where = '', handler }: Stated): string {
  const rule = (name: string, check: string | undefined) =>
    check === undefined ? '' : `\n| Rule | Check |\n| --- | --- |\n| ${name} | \`${check}\` |\n`;
  return documentText('Accounts', {
    resources: `### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |
| status | state | |
${rule('few', account)}
### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| account | ref Account | required |
| kind | ref Kind | |
${rule('of_open', item)}
### Kind

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| active | boolean | default true |
${rule('unused', guard?.includes('kind.active') ? 'active or not Account.exists(a, a.name == "x" and a.status == "closed")' : undefined)}`,
    states: `### Account

| State | Kind |
| --- | --- |
| active | initial |
| closed | final |

| From | Transition | To | Guard |
| --- | --- | --- | --- |
| active | close | closed | ${guard === undefined ? '' : `\`${guard}\``} |`,
    endpoints: `| Operation | Path |
| --- | --- |
| create, read Account | /accounts |
| create, read Item | /items |
| create, update Kind | /kinds |
| close Account | /accounts/{id} |
${
  handler
    ? `
| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| shut Account (handler) | POST | /accounts/{id}/shut | | 204 |`
    : ''
}`,
    authentication: keyed(`| all | read Account | ${where} |
| all | create Account, create Item, read Item, create Kind, update Kind, close Account${handler ? ', shut Account' : ''} | |`),
    errors: '- Codes: named after conditions',
  });
}

const noItems = 'not Item.exists(i, i.account == id)';

describe('writes run as if alone', () => {
  const isolated = (stated: Stated) => {
    const plan = planFor(accounts(stated));
    return plan.resources.map(({ name }) => name).filter((name) => mustBeSerializable(plan, name));
  };

  test('none, where locks put them in an order', () => {
    assert.deepEqual(isolated({}), []);
    assert.deepEqual(isolated({ guard: noItems }), []);
    assert.deepEqual(isolated({ guard: noItems, item: 'account.status == "active"' }), []);
  });

  test('writes that ask in a circle, and writes that read what these write', () => {
    const account = 'Account.count(a, a.name == name) <= 100';
    assert.deepEqual(isolated({ account, guard: noItems }), ['Account']);
    assert.deepEqual(isolated({ account, guard: noItems, item: 'account.status == "active"' }), ['Account', 'Item']);
  });

  test('writes whose questions read further records through a reference', () => {
    const guard = 'not Item.exists(i, i.account == id and i.kind.active == false)';
    assert.deepEqual(isolated({ guard }), ['Account', 'Kind']);
  });

  test('writes whose references are accepted by a question', () => {
    const where = '`Item.count(i, i.account == id) <= 5`';
    assert.deepEqual(isolated({ where }), ['Item']);
  });

  test('deletions that take along what others ask about', () => {
    const text = documentText('Tasks', {
      resources: `### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |

### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| project | ref Project | required; on delete cascade |
| user | string | required |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| user | string | required |

| Rule | Check |
| --- | --- |
| of_member | \`Member.exists(m, m.user == user)\` |`,
      states: `### Project

| Transition | Guard |
| --- | --- |
| delete | \`not Task.exists(t, t.user == id)\` |`,
      endpoints: `| Operation | Path |
| --- | --- |
| create, read, delete Project | /projects |
| create, read Member | /members |
| create, read Task | /tasks |`,
      authentication: keyed('| all | all | |'),
      errors: '- Codes: named after conditions',
    });
    const plan = planFor(text);
    const names = plan.resources.map(({ name }) => name).filter((name) => mustBeSerializable(plan, name));
    assert.deepEqual(names, ['Project', 'Task']);
  });

  test('writes that ask several questions at once', () => {
    const guard = `${noItems} and not Kind.exists(k, k.active == false)`;
    assert.deepEqual(isolated({ guard }), ['Account']);
  });

  test('writes that read other records, in a service with handlers', () => {
    assert.deepEqual(isolated({ handler: true }), []);
    assert.deepEqual(isolated({ guard: noItems, item: 'account.status == "active"', handler: true }), [
      'Account',
      'Item',
    ]);
  });
});

describe('a guard and a rule that exclude each other, on PostgreSQL', () => {
  const item = 'account.status == "active"';
  const shut = async ({
    call,
    record,
  }: {
    call: (name: string, id: string) => Promise<object>;
    record: { id: string };
  }) => void (await call('close Account', record.id));
  const cases = [
    ['with a rule that asks about its own resource', { account: 'Account.count(a, a.name == name) <= 100' }, undefined],
    ['with a handler', { handler: true }, { 'shut Account': shut }],
  ] as const;
  for (const [name, more, handlers] of cases) {
    test(name, async (t) => {
      const served = await serveIn(
        t,
        accounts({ guard: noItems, item, ...more }),
        {},
        undefined,
        await freshDatabase(),
        handlers,
      );
      const key = await served.key(['all'], {});
      const path = handlers === undefined ? 'close' : 'shut';
      for (let i = 0; i < 60; i++) {
        const account = (await served.ask('POST /accounts', { key, body: { name: `n${i}` } })).json.id;
        const both = await Promise.all([
          served.ask('POST /items', { key, body: { account } }),
          served.ask(`POST /accounts/${account}/${path}`, { key }),
        ]);
        const done = both.filter(({ status }) => status < 300);
        assert.equal(done.length, 1, both.map(({ status, text }) => `${status} ${text}`).join('\n'));
      }
    });
  }
});
