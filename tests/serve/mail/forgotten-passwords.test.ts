import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCipher } from '../../../src/serve/platform-node.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText } from '../../support/document-text.fixture.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** People who forgot their password get a link by email, which works once, for an hour. */
const page = documentText('People', {
  resources: `### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| email | email | required; unique |
| password | password | required; write-only; 8..64 characters |

### Forgotten

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| email | email | required |

### Reset

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| token | token | assigned; unique; shown once |
| person | ref Person | required; on delete cascade |
| status | state | |
| made_at | date-time | assigned |`,
  states: `### Forgotten

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | create | | \`Person.each(p, p.email == email, create Reset(person: p.id))\` |

### Reset

| State | Kind |
| --- | --- |
| open | initial |
| used | final |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| open | use | used | \`made_at + minutes(60) > now\` | \`person.password = input.password\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Person | POST | /people | \`Person\` | 201 \`Person(id, token: credential)\` |
| log in Person | POST | /sessions | \`Person(email, password)\` | 200 \`{ token: credential }\` |
| read Person as me | GET | /me | | 200 \`Person\` |
| create Forgotten | POST | /forgotten | \`Forgotten\` | 202 |
| use Reset | POST | /resets/{token} | \`{ password: Person.password }\` | 204 |
| list events | GET | /events | | 200 \`{ data: { type: event type, payload: payload }[] }\` |

### me

- Record: caller.id`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| session | access token | header Authorization: Bearer | token | 30 days |

| Scope | Allows | Where |
| --- | --- | --- |
| public | create Person, log in Person, create Forgotten, use Reset | |
| authenticated | me, list events | |`,
  events: `- From: People <no-reply@people.example>

| Event | When | Payload |
| --- | --- | --- |
| reset.made | create Reset | \`Reset(id)\` |

| Email | Event | To | Subject |
| --- | --- | --- | --- |
| reset | reset.made | \`person.email\` | Choose a new password |

### reset

> [Choose a new password](https://people.example/reset?token={token}) within an hour.`,
});

for (const [name, address] of everyStore) {
  for (const key of [undefined, 'a key of at least sixteen characters']) {
    test(`people choose a new password by an email, ${key === undefined ? 'without' : 'with'} a key of secrets ${name}`, async (t) => {
      const server = await startMailServer();
      t.after(() => server.close());
      const cipher = key === undefined ? {} : { cipher: createCipher(key) };
      const served = await serveIn(
        t,
        page,
        { mail: { server: server.address }, ...cipher },
        undefined,
        await address(),
      );
      const ask = (line: string, body?: object, session?: string) =>
        served.ask(line, {
          ...(body === undefined ? {} : { body }),
          ...(session === undefined ? {} : { headers: { authorization: `Bearer ${session}` } }),
        });
      const sessions: string[] = [];
      for (const email of ['ann@example.com', 'ben@example.com'])
        sessions.push((await ask('POST /people', { email, password: 'correct horse' })).json.token);
      const answers = [];
      for (const email of ['nobody@example.com', 'ann@example.com'])
        answers.push(await ask('POST /forgotten', { email }));
      assert.deepEqual(
        answers.map(({ status, text }) => [status, text]),
        [
          [202, ''],
          [202, ''],
        ],
      );
      for (let round = 0; server.taken.length === 0 && round < 2_400; round += 1)
        await new Promise((resolve) => setTimeout(resolve, 25));
      assert.deepEqual(
        server.taken.map(({ to }) => to),
        [['ann@example.com']],
      );
      const token = /token=([A-Za-z0-9_-]{43})\)/.exec(server.taken[0]!.text)![1]!;
      await allNumbered(served.store);
      const events = await ask('GET /events', undefined, sessions[1]);
      assert.equal(events.json.data.at(-1).type, 'reset.made');
      assert.ok(!events.text.includes(token) && !events.text.includes('sha256'), events.text);
      const kept = await served.store.events.after(0, 10);
      assert.equal(
        JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value)).includes(token),
        key === undefined,
      );

      assert.equal((await ask(`POST /resets/${token}`, { password: 'another horse' })).status, 204);
      assert.equal((await ask('GET /me', undefined, sessions[0])).status, 401);
      assert.equal((await ask('GET /me', undefined, sessions[1])).status, 200);
      const logIn = (password: string) => ask('POST /sessions', { email: 'ann@example.com', password });
      assert.deepEqual([(await logIn('correct horse')).status, (await logIn('another horse')).status], [401, 200]);
      assert.equal((await ask(`POST /resets/${token}`, { password: 'another horse' })).status, 409);
    });
  }
}
