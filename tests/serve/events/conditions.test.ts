import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const page = documentText('Desk', {
  resources: `### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |
| title | string | required |
| note | string | |
| urgency | integer | default 1 |
| status | state | |

### Log

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| ticket | ref Ticket | required; on delete cascade |
| level | integer | required |`,
  states: `### Ticket

| State | Kind |
| --- | --- |
| open | initial |
| closed | |
| gone | gone |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| open | close | closed | \`urgency = input.urgency\`; \`create Log(ticket: id, level: input.urgency)\` |
| open, closed | delete | gone | |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read, update, delete Ticket | /tickets | | |
| close Ticket | /tickets/{id}/close | \`{ urgency: Ticket.urgency }\` | 200 \`Ticket\` |
| read Log | /logs/{id} | | |`,
  authentication: keyed(`| user | all Ticket | \`owner == caller.id\` |
| user | all Log | |`),
  events: `| Event | When | Payload |
| --- | --- | --- |
| made | create Ticket when \`urgency > 1 and not has(old)\` | \`Ticket(title)\` |
| renamed | update Ticket when \`old.title != title\` | \`{ was: = old.title, is: = title }\` |
| noted | update Ticket when \`has(note) and (not has(old.note) or old.note != note)\`, close Ticket when \`has(note)\` | \`Ticket(note)\` |
| urgent | close Ticket to closed when \`urgency > old.urgency\`, delete Ticket when \`urgency > 5\` | |
| long | create Log when \`level > 2\` | |`,
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  test(`an event happens only if its condition holds ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const key = await served.key(['user'], {}, { subject: 'ana' });
    let last = 0;
    const kinds = async (line: string, body?: object, headers?: Record<string, string>) => {
      const got = await served.ask(line, { key, body, ...(headers === undefined ? {} : { headers }) });
      assert.ok(got.status < 300, got.text);
      await allNumbered(served.store);
      const found = await served.store.events.after(last, 100);
      last = found.at(-1)?.sequence ?? last;
      return found.map(({ kind }) => kind);
    };
    assert.deepEqual(await kinds('POST /tickets', { title: 'calm' }), []);
    assert.deepEqual(await kinds('POST /tickets', { title: 'hot', urgency: 3 }), ['made']);
    assert.deepEqual(await kinds('PATCH /tickets/1', { urgency: 2 }), []);
    assert.deepEqual(await kinds('PATCH /tickets/1', { title: 'calmer' }), ['renamed']);
    const patch = { 'Content-Type': 'application/json-patch+json' };
    const change = [{ op: 'add', path: '/note', value: 'a' }];
    assert.deepEqual(await kinds('PATCH /tickets/1', change, patch), ['noted']);
    assert.deepEqual(await kinds('PATCH /tickets/1', { note: 'a', urgency: 1 }), []);
    assert.deepEqual(await kinds('PATCH /tickets/1', { note: 'b', title: 'new' }), ['renamed', 'noted']);
    assert.deepEqual(await kinds('PATCH /tickets/1', { note: null }), []);
    assert.deepEqual(await kinds('POST /tickets/1/close', { urgency: 1 }), []);
    assert.deepEqual((await kinds('POST /tickets/2/close', { urgency: 9 })).toSorted(), ['long', 'urgent']);
    // Of a deletion the condition reads the record before it.
    assert.deepEqual(await kinds('DELETE /tickets/1'), []);
    assert.deepEqual(await kinds('DELETE /tickets/2'), ['urgent']);
    const events = await served.store.events.after(0, 100);
    const renamed = events.find(({ kind }) => kind === 'renamed')!;
    assert.deepEqual([JSON.parse(renamed.before!).title, JSON.parse(renamed.record!).title], ['calm', 'calmer']);
  });
}

test('a condition concerns the record as it is now, whatever the version of the client', async (t) => {
  const changes = '| 2 | renamed | Ticket.title | name | | |';
  const served = await serveIn(
    t,
    page.replace('## Versioning\n\nNone.', `## Versioning\n\n${versioned(['2', '1'], changes)}`),
  );
  const key = await served.key(['user'], {}, { subject: 'ana' });
  await served.ask('POST /tickets', { key, body: { title: 'a' } });
  const old = { key, headers: { v: '1' } };
  assert.equal((await served.ask('PATCH /tickets/1', { ...old, body: { name: 'a' } })).json.name, 'a');
  assert.equal((await served.ask('PATCH /tickets/1', { ...old, body: { name: 'b' } })).json.name, 'b');
  await allNumbered(served.store);
  assert.deepEqual(
    (await served.store.events.after(0, 10)).map(({ kind }) => kind),
    ['renamed'],
  );
});

for (const [name, address] of everyStore) {
  test(`an event shows the caller of its request, where the document says so ${name}`, async (t) => {
    const shown = page
      .replace(
        '| made | create Ticket when `urgency > 1 and not has(old)` | `Ticket(title)` |',
        '| made | create Ticket | `{ title: Ticket.title, by: event caller }` |',
      )
      .replace(
        '| long | create Log when `level > 2` | |',
        '| long | create Log | `Log(level, by?: event caller)` |\n| stale | age Ticket | `{ id: Ticket.id, by: event caller }` |',
      )
      .replace('| open | close | closed |', '| open | age | closed | after 1 hour | |\n| open | close | closed | |')
      .replace(
        '| From | Transition | To | Effect |\n| --- | --- | --- | --- |',
        '| From | Transition | To | Trigger | Effect |\n| --- | --- | --- | --- | --- |',
      )
      .replace('| open, closed | delete | gone | |', '| open, closed | delete | gone | | |')
      .replace(
        '| read Log |',
        '| list events | /events | | 200 `{ data: { kind: event type, who: event caller, body: payload }[], next: next cursor }` |\n| read Log |',
      )
      .replace(
        '## Authentication',
        '### list events\n\n| Parameter | Maps to |\n| --- | --- |\n| cursor | cursor |\n\n## Authentication',
      )
      .replace('| user | all Log | |', '| user | all Log | |\n| user | list events | |');
    let now = Date.parse('2026-01-01T00:00:00Z');
    const served = await serveIn(t, shown, {}, () => now, await address());
    const as = (subject: string) => served.key(['user'], {}, { subject });
    const [ana, bob] = [await as('ana'), await as('bob')];
    for (const key of [ana, bob]) await served.ask('POST /tickets', { key, body: { title: 'a' } });
    await served.ask('POST /tickets/2/close', { key: bob, body: { urgency: 1 } });
    now += 3_600_001;
    // The row whose time has come is taken first, without a caller.
    assert.equal((await served.ask('PATCH /tickets/1', { key: ana, body: { title: 'b' } })).status, 200);
    await allNumbered(served.store);
    const { data } = (await served.ask('GET /events', { key: ana })).json;
    assert.deepEqual(
      data.map(({ kind, who, body }: { kind: string; who: unknown; body: unknown }) => [kind, who, body]),
      [
        ['made', 'ana', { title: 'a', by: 'ana' }],
        ['made', 'bob', { title: 'a', by: 'bob' }],
        ['long', 'bob', { level: 1, by: 'bob' }],
        ['stale', null, { id: 1, by: null }],
        ['renamed', 'ana', { was: 'a', is: 'b' }],
      ],
    );
  });
}
