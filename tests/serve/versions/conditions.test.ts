import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** A list whose conditions compare values that have changed since. */
const tickets = documentText('Tickets', {
  resources: `### Desk

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | create-only |
| kind | one of open, closed | required |
| rank | integer | |

### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | required |
| level | one of low, high, urgent, critical | required |
| tags | (one of red, blue)[] | |
| points | integer | |
| memo | string | |
| owner | ref Desk | |
| status | state | |`,
  states: `### Ticket

| State | Kind |
| --- | --- |
| waiting | initial |
| done | final |

| From | Transition | To |
| --- | --- | --- |
| waiting | finish | done |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Desk | PUT | /desks/{id} | \`Desk\` | 201 \`Desk\`; 200 \`Desk\` |
| create Ticket | POST | /tickets | \`Ticket\` | 201 \`Ticket\` |
| finish Ticket | POST | /tickets/{id}/finish | | 200 \`Ticket\` |
| list Ticket | GET | /tickets | | 200 \`Ticket[]\` |

### list Ticket

- Order: name

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| status | where \`status == value\` | |
| not_status | where \`status != value\` | default done |
| level | where \`level == value && name != "hidden"\` | |
| not_level | where \`level != value\` | |
| tag | where \`value in tags\` | |
| at_desk | where \`has(owner) && owner.kind == value\` | |
| desk | where \`Desk.exists(d, d.id == owner && d.kind == value)\` | |
| other_desk | where \`not Desk.exists(d, d.id == owner && d.kind == value)\` | default closed |
| beside | where \`Ticket.exists(t, t.id == id && t.owner.kind == value)\` | |
| rank | where \`Desk.exists(d, d.id == owner && d.rank == value)\` | |
| points | where \`points == value\` | |
| above | where \`points > value\` | |
| q | search name, memo | |
| limit | page size | |
| cursor | cursor | |`,
  authentication: keyed('| clerk | all Ticket, all Desk | |'),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |`,
  versioning: versioned(
    ['3', '2', '1'],
    `| 3 | renamed | Ticket.level critical | fatal | | |
| 2 | renamed | Ticket.status waiting | open | | |
| 2 | renamed | Ticket.name | title | | |
| 2 | added | Ticket.memo | | absent | |
| 2 | renamed | Ticket.level low | minor | | |
| 2 | value added | Ticket.level urgent | | as high | |
| 2 | value removed | Ticket.level medium | | as low | |
| 2 | renamed | Ticket.tags red | crimson | | |
| 2 | renamed | Desk.kind open | busy | | |
| 2 | renamed | Desk.kind closed | shut | | |
| 2 | renamed | Desk.rank | place | | |
| 2 | type | Desk.rank | string | = \`string(rank)\` | = \`int(input.place)\` |
| 2 | type | Ticket.points | string | = \`string(points)\` | = \`int(input.points)\` |`,
  ),
});

for (const [store, address] of everyStore) {
  describe(`conditions of older callers ${store}`, () => {
    let served: Served;
    let key = '';
    before(async () => {
      served = await serve(tickets, {}, undefined, await address());
      key = await served.key(['clerk'], {});
      const desk = '5f0c3b0e-6f0d-4b63-9d5e-0a4a5c1d7e11';
      await served.ask(`PUT /desks/${desk}`, { key, body: { kind: 'open', rank: 7 } });
      const made: { id: string }[] = [];
      for (const body of [
        { name: 'a', memo: 'hidden', level: 'low', tags: ['red'], points: 1, owner: desk },
        { name: 'b', level: 'high', tags: ['blue'], points: 2 },
        { name: 'c', level: 'urgent', points: 3 },
        { name: 'd', level: 'critical' },
      ]) {
        const got = await served.ask('POST /tickets', { key, body });
        assert.equal(got.status, 201, got.text);
        made.push(got.json);
      }
      await served.ask(`POST /tickets/${made[1]!.id}/finish`, { key });
    });
    after(() => served.close());

    const list = async (query: string, version = '1'): Promise<string> => {
      const got = await served.ask(`GET /tickets?${query}`, { key, headers: { V: version } });
      if (got.status !== 200)
        return `${got.status} ${got.json.errors[0].parameter} ${got.json.errors[0].message ?? got.json.errors[0].detail}`;
      return got.json.map((one: { name?: string; title?: string }) => one.title ?? one.name).join('');
    };

    test('a renamed value is compared by its present name', async () => {
      assert.equal(await list('status=waiting', '3'), 'acd');
      assert.equal(await list('status=open'), 'acd');
      assert.match(await list('status=waiting'), /^422 status/);
      assert.equal(await list('not_status=open'), 'b');
      assert.equal(await list(''), 'acd');
      assert.equal(await list('tag=crimson'), 'a');
      assert.equal(await list('at_desk=busy'), 'a');
      assert.equal(await list('not_status=done&level=minor'), 'a');
    });

    test('a value that a question compares is one of the version', async () => {
      assert.equal(await list('desk=open', '2'), 'a');
      assert.match(await list('desk=busy', '2'), /^422 desk/);
      assert.equal(await list('desk=busy'), 'a');
      assert.match(await list('desk=open'), /^422 desk/);
      assert.equal(await list('desk=shut'), '');
      assert.equal(await list('other_desk=busy&not_status=open'), 'b');
      assert.equal(await list('beside=busy'), 'a');
      assert.match(await list('beside=open'), /^422 beside/);
      assert.equal(await list('rank=7', '2'), 'a');
      assert.equal(await list('rank=7'), 'a');
      assert.match(await list('rank=x'), /^422 rank/);
    });

    test('a value that older callers see in place of another one finds both', async () => {
      assert.equal(await list('not_status=open&level=high'), 'b');
      assert.equal(await list('level=high'), 'c');
      assert.equal(await list('not_level=high'), 'ad');
      assert.equal(await list('not_level=medium'), 'cd');
      assert.equal(await list('level=medium'), 'a');
      assert.equal(await list('level=fatal'), 'd');
      assert.equal(await list('level=fatal', '2'), 'd');
      assert.equal(await list('level=high', '2'), '');
      assert.match(await list('level=critical'), /^422 level/);
      assert.match(await list('level=urgent'), /^422 level/);
    });

    test('a search finds by the fields that the version has', async () => {
      assert.equal(await list('q=hidden', '2'), 'a');
      assert.equal(await list('q=hidden'), '');
      assert.equal(await list('q=A'), 'a');
    });

    test('a value of an older type is converted, and cannot be compared by size', async () => {
      assert.equal(await list('points=3'), 'c');
      assert.match(await list('points=x'), /^422 points/);
      assert.match(await list('above=1'), /^422 above/);
      assert.equal(await list('above=1', '2'), 'c');
    });
  });
}
