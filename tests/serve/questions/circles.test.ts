import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Two resources whose writes ask about each other, one by a rule and one by a Where, and a parent that is kept as gone. */
const locks = documentText('Locks', {
  purpose: 'Keeps tickets out of locked names.\n\n- In scope: tickets',
  resources: `### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| name | string | required |
| codes | int64[] | |

| Rule | Check | Error |
| --- | --- | --- |
| open | \`not Lock.exists(l, l.name == name)\` | locked |
| numbered | \`not Ticket.exists(t, t.name == name and t.id != id and t.id in [id, 9007199254740993])\` | |

### Lock

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| name | string | required |

### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| status | state | |

| Rule | Check | Error |
| --- | --- | --- |
| owned | \`not has(old) or Owner.exists(o, o.project == id)\` | unowned |

### Owner

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| project | ref Project | required; on delete cascade |
| status | state | |`,
  states: `### Project

| State | Kind |
| --- | --- |
| here | initial |
| left | gone |

| From | Transition | To |
| --- | --- | --- |
| here | delete | left |

### Owner

| State | Kind |
| --- | --- |
| active | initial |
| away | gone |

| From | Transition | To |
| --- | --- | --- |
| active | delete | away |`,
  endpoints: `| Operation | Path | Response |
| --- | --- | --- |
| create Ticket | /tickets | 201 \`Ticket\` |
| create Lock | /locks | 201 \`Lock\` |
| create Project | /projects | 201 \`Project\` |
| delete Project | /projects/{id} | 204 |
| create Owner | /owners | 201 \`Owner\` |
| delete Owner | /owners/{id} | 204 |`,
  authentication: keyed(`| all | create Ticket, all Project, all Owner | |
| all | create Lock | \`not Ticket.exists(t, t.name == name)\` |`),
  errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| locked | 409 | |
| unowned | 409 | |`,
});

for (const [name, address] of everyStore) {
  describe(`writes that ask about each other ${name}`, () => {
    test('never both find nothing', async (t) => {
      const at = await address();
      const served: Served[] = [await serveIn(t, locks, {}, undefined, at)];
      if (!at.includes(':memory:')) served.push(await serveIn(t, locks, {}, undefined, at));
      const key = await served[0]!.key(['all'], {});
      for (let round = 0; round < 15; round++) {
        const body = { name: `n${round}` };
        const got = await Promise.all(
          Array.from({ length: 8 }, (_, i) =>
            served[i % served.length]!.ask(`POST /${i % 3 === 0 ? 'locks' : 'tickets'}`, { key, body }),
          ),
        );
        const done = got.map(({ status }) => status);
        assert.ok(
          done.every((status) => [201, 403, 409].includes(status)),
          done.join(),
        );
        const made = got.map(({ status }, i) => (status === 201 ? (i % 3 === 0 ? 'lock' : 'ticket') : ''));
        assert.equal(new Set(made.filter((kind) => kind !== '')).size, 1, made.join());
      }
    });

    test('a parent that asks for its children may leave with them', async (t) => {
      const served = await serveIn(t, locks, {}, undefined, await address());
      const key = await served.key(['all'], {});
      const project = (await served.ask('POST /projects', { key, body: {} })).json.id;
      const owner = (await served.ask('POST /owners', { key, body: { project } })).json.id;
      assert.equal((await served.ask(`DELETE /owners/${owner}`, { key })).json?.code, 'unowned');
      assert.equal((await served.ask(`DELETE /projects/${project}`, { key })).status, 204);
    });
  });
}
