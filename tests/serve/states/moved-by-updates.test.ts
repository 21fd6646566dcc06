import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Got, planFor, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Tickets', {
  purpose: `Keeps tickets whose state clients write.

- In scope: tickets, people`,
  resources: `### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| title | string | required; unique where \`status == "OPEN"\` |
| answer | string | |
| person | ref Person | on delete clear |
| closed_at | date-time | read-only |
| status | state | |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| stays_done | update | \`old.status != "DONE" or not has(input.status) or input.status != "PENDING"\` | done_already |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |`,
  states: `### Ticket

| State | Kind |
| --- | --- |
| OPEN | initial |
| PENDING | initial |
| DONE | |
| ARCHIVED | final |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| | create | PENDING | | \`input.status == "PENDING"\` | | |
| | create | OPEN | | | | |
| OPEN, PENDING | update | DONE | | \`input.status == "DONE"\` | \`closed_at = now\` | |
| OPEN | update | DONE | | \`answer == "auto"\` | \`closed_at = now\` | |
| OPEN | update | PENDING | | \`has(old.person) and not has(person)\` | | |
| PENDING | update | OPEN | | \`input.status == "OPEN"\` | | |
| DONE | update | OPEN | | \`input.status == "OPEN"\` | \`closed_at = null\` | |
| any | update | — | | | | |
| DONE | shelve | ARCHIVED | after 30 days | | | |

| Field | OPEN | PENDING | DONE | ARCHIVED |
| --- | --- | --- | --- | --- |
| answer | editable | absent | required | fixed |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Ticket | POST | /tickets | \`Ticket(all, status?: Ticket.status)\` | 201 \`Ticket\` |
| read Ticket | GET | /tickets/{id} | | 200 \`Ticket\` |
| update Ticket | PATCH | /tickets/{id} | \`Ticket\` | 200 \`Ticket\` |
| replace Ticket | PUT | /tickets/{id} | \`Ticket\` | 200 \`Ticket\` |
| create Person | POST | /people | \`Person\` | 201 \`Person\` |
| delete Person | DELETE | /people/{id} | | 204 |`,
  authentication: keyed('| Shop | all Ticket, all Person | `shop == caller.shop` |'),
  events: `| Event | When | Payload |
| --- | --- | --- |
| Ticket.Done | update Ticket to DONE, replace Ticket to DONE | \`Ticket\` |
| Ticket.Changed | update Ticket | \`Ticket\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| done_already | 409 | |
| taken | 409 | not unique |
| not_so | 409 | guard fails |
| invalid | 422 | invalid input |`,
  versioning: versioned(
    ['2', '1'],
    '| 2 | renamed | Ticket.status DONE | CLOSED | | |\n| 2 | value added | Ticket.status PENDING | | as OPEN | |',
  ),
});

const day = 86_400_000;

test('the steps of an update that may move a record check the state that is sent', () => {
  const operation = planFor(document).operations.find(({ name }) => name === 'update Ticket')!;
  const lines = operation.steps.map(({ words }) => words);
  assert.ok(
    lines.includes('check that the Ticket is in the state that `status` names, if it is sent'),
    lines.join('\n'),
  );
});

for (const [store, address] of everyStore) {
  describe(`updates that move a record ${store}`, () => {
    let served: Served;
    const keys: Record<string, string> = {};
    let moment = Date.now();
    before(async () => {
      served = await serve(document, {}, () => moment, await address());
      for (const shop of ['north', 'south']) keys[shop] = await served.key(['Shop'], { shop });
    });
    after(() => served.close());

    const ask = (line: string, body?: unknown, headers: Record<string, string> = {}, shop = 'north'): Promise<Got> =>
      served.ask(line, { key: keys[shop]!, headers, ...(body === undefined ? {} : { body }) });
    let count = 0;
    const made = async (body: object = {}, shop = 'north'): Promise<string> => {
      count++;
      const got = await ask('POST /tickets', { title: `t${count}`, ...body }, {}, shop);
      assert.equal(got.status, 201, got.text);
      return `/tickets/${got.json.id}`;
    };
    const stateOf = async (path: string): Promise<string> => (await ask(`GET ${path}`)).json.status;

    test('a request names the state, and a row moves the record with its effects', async () => {
      const path = await made();
      const other = await made({}, 'south');
      const done = await ask(`PATCH ${path}`, { status: 'DONE', answer: 'yes' });
      assert.deepEqual([done.status, done.json.status, 'closed_at' in done.json], [200, 'DONE', true], done.text);
      const open = await ask(`PATCH ${path}`, { status: 'OPEN' });
      assert.deepEqual([open.json.status, 'closed_at' in open.json], ['OPEN', false]);
      assert.equal((await ask(`GET ${other}`, undefined, {}, 'south')).json.status, 'OPEN');
      assert.equal((await ask(`PATCH ${other}`, { status: 'DONE', answer: 'no' })).status, 404);
    });

    test('a guard may decide without the state in the request', async () => {
      const path = await made();
      assert.equal((await ask(`PATCH ${path}`, { answer: 'auto' })).json.status, 'DONE');
    });

    test('a state that the record does not end in is an error at its field, and nothing changes', async () => {
      const path = await made();
      const wrong = await ask(`PATCH ${path}`, { status: 'ARCHIVED', title: 'other' });
      assert.deepEqual(
        [wrong.status, wrong.json.errors],
        [422, [{ pointer: '/status', message: 'cannot be entered while status is OPEN' }]],
      );
      assert.notEqual((await ask(`GET ${path}`)).json.title, 'other');
      // The same without any other change: it is not taken for an update that changes nothing.
      assert.equal((await ask(`PATCH ${path}`, { status: 'PENDING' })).status, 422);
      assert.equal((await ask(`PATCH ${path}`, { status: null })).status, 422);
      assert.equal((await ask(`PATCH ${path}`, { status: 'OPEN', title: `kept ${path}` })).status, 200);
      const moved = await ask(`PATCH ${path}`, { status: 'OPEN', answer: 'auto' });
      assert.deepEqual([moved.status, await stateOf(path)], [422, 'OPEN'], 'another row moves it elsewhere');
    });

    test('a create may name the state in which the record begins', async () => {
      assert.equal(await stateOf(await made({ status: 'PENDING' })), 'PENDING');
      assert.equal(await stateOf(await made({ status: 'OPEN' })), 'OPEN');
      const done = await ask('POST /tickets', { title: 'x', status: 'DONE' });
      assert.deepEqual(
        [done.status, done.json.errors],
        [422, [{ pointer: '/status', message: 'is not the state in which the record begins' }]],
      );
    });

    test('fields by state judge the record in the state that it enters', async () => {
      const path = await made();
      const got = await ask(`PATCH ${path}`, { status: 'DONE' });
      assert.deepEqual(
        [got.status, got.json.errors],
        [422, [{ pointer: '/answer', message: 'is required while status is DONE' }]],
      );
      const pending = await made({ status: 'PENDING' });
      assert.equal((await ask(`PATCH ${pending}`, { answer: 'a' })).status, 422);
      assert.equal((await ask(`PATCH ${pending}`, { answer: 'a', status: 'DONE' })).json.status, 'DONE');
    });

    test('a row that refuses answers with its Error', async () => {
      const path = await made({ answer: 'a' });
      await ask(`PATCH ${path}`, { status: 'DONE' });
      const got = await ask(`PATCH ${path}`, { status: 'PENDING' });
      assert.deepEqual([got.status, got.json.code], [409, 'done_already']);
    });

    test('a replace and a JSON Patch move records by the same rows', async () => {
      const path = await made();
      const put = await ask(`PUT ${path}`, { title: `p${path}`, answer: 'a', status: 'DONE' });
      assert.deepEqual([put.status, put.json.status], [200, 'DONE'], put.text);
      const again = await ask(`PUT ${path}`, { title: `p${path}`, answer: 'b' });
      assert.deepEqual([again.status, again.json.status], [200, 'DONE'], 'left out, the state stays');
      const headers = { 'Content-Type': 'application/json-patch+json' };
      const patch = await ask(`PATCH ${path}`, [{ op: 'replace', path: '/status', value: 'OPEN' }], headers);
      assert.deepEqual([patch.status, patch.json.status], [200, 'OPEN'], patch.text);
    });

    test('a record that enters a state must be unique there', async () => {
      const first = await made({ title: 'same', answer: 'a' });
      assert.equal((await ask(`PATCH ${first}`, { status: 'DONE' })).status, 200);
      await made({ title: 'same' });
      const got = await ask(`PATCH ${first}`, { status: 'OPEN' });
      assert.deepEqual([got.status, got.json.code], [409, 'taken']);
    });

    test('older versions name the states as they did', async () => {
      const path = await made();
      const old = { V: '1' };
      const unknown = await ask(`PATCH ${path}`, { status: 'DONE', answer: 'a' }, old);
      assert.equal(unknown.status, 422);
      const closed = await ask(`PATCH ${path}`, { status: 'CLOSED', answer: 'a' }, old);
      assert.deepEqual([closed.status, closed.json.status], [200, 'CLOSED'], closed.text);
      assert.equal(await stateOf(path), 'DONE');
      const wrong = await ask(`PATCH ${path}`, { status: 'ARCHIVED' }, old);
      assert.deepEqual(
        [wrong.status, wrong.json.errors],
        [422, [{ pointer: '/status', message: 'cannot be entered while status is CLOSED' }]],
      );
      const put = await ask(`PUT ${path}`, { title: `o${path}`, answer: 'b' }, old);
      assert.deepEqual([put.status, put.json.status], [200, 'CLOSED'], put.text);
      const open = await ask(`PUT ${path}`, { title: `o${path}`, answer: 'b', status: 'OPEN' }, old);
      assert.deepEqual([open.status, open.json.status], [200, 'OPEN'], open.text);
      const elsewhere = await ask(`PATCH ${path}`, { status: 'OPEN', answer: 'auto' }, old);
      assert.deepEqual([elsewhere.status, await stateOf(path)], [422, 'OPEN']);
      const begun = await ask('POST /tickets', { title: 'old', status: 'OPEN' }, old);
      assert.deepEqual([begun.status, begun.json.status], [201, 'OPEN'], begun.text);
      assert.equal((await ask('POST /tickets', { title: 'old', status: 'PENDING' }, old)).status, 422);
    });

    test('a state that is sent as it is shown asks for the state in which the record is', async () => {
      const patched = { V: '1', 'Content-Type': 'application/json-patch+json' };
      const path = await made({ status: 'PENDING' });
      for (const [at, line, body, headers] of [
        [0, `PATCH ${path}`, { status: 'OPEN', title: `0${path}` }, { V: '1' }],
        [1, `PUT ${path}`, { status: 'OPEN', title: `1${path}` }, { V: '1' }],
        [
          2,
          `PATCH ${path}`,
          [
            { op: 'replace', path: '/status', value: 'OPEN' },
            { op: 'replace', path: '/title', value: `2${path}` },
          ],
          patched,
        ],
      ] as const) {
        const got = await ask(line, body, headers);
        assert.deepEqual([got.status, got.json.status, got.json.title], [200, 'OPEN', `${at}${path}`], got.text);
        assert.equal(await stateOf(path), 'PENDING');
      }
      const open = await made();
      const stay = [
        { op: 'add', path: '/answer', value: 'auto' },
        { op: 'replace', path: '/status', value: 'OPEN' },
      ];
      for (const headers of [patched, { ...patched, V: '2' }]) {
        const moved = await ask(`PATCH ${open}`, stay, headers);
        assert.deepEqual([moved.status, moved.json.errors?.[0].pointer, await stateOf(open)], [422, '/status', 'OPEN']);
      }
      const done = await ask(`PATCH ${open}`, stay.slice(0, 1), patched);
      assert.deepEqual([done.status, done.json.status], [200, 'CLOSED'], done.text);
    });

    test('a reference that is cleared moves the record by the rows of update', async () => {
      const person = (await ask('POST /people', {})).json.id;
      const path = await made({ person });
      assert.equal((await ask(`DELETE /people/${person}`)).status, 204);
      assert.equal(await stateOf(path), 'PENDING');
    });

    test('a timer counts from the update that entered the state', async () => {
      const path = await made({ answer: 'a' });
      moment += 31 * day;
      assert.equal((await ask(`PATCH ${path}`, { status: 'DONE' })).json.status, 'DONE');
      moment += 29 * day;
      assert.equal((await ask(`PATCH ${path}`, { title: `t ${path}` })).json.status, 'DONE');
      moment += 2 * day;
      assert.equal((await ask(`PATCH ${path}`, { title: `u ${path}` })).json.status, 'ARCHIVED');
    });

    test('an event of a state is for updates that enter it, not for those that stay', async () => {
      const all = async (): Promise<readonly string[]> => {
        await allNumbered(served.store);
        return (await served.store.events.after(0, 1_000)).map(({ kind }) => kind);
      };
      const path = await made({ answer: 'a' });
      const start = (await all()).length;
      await ask(`PATCH ${path}`, { status: 'DONE' });
      await ask(`PATCH ${path}`, { title: `e ${path}` });
      await ask(`PATCH ${path}`, { status: 'OPEN' });
      const told = (await all()).slice(start);
      assert.deepEqual(told, ['Ticket.Done', 'Ticket.Changed', 'Ticket.Changed', 'Ticket.Changed']);
    });
  });
}
