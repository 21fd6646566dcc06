import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { documentText, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** People forget passwords, and teams invite people by links. */
const page = documentText('Teams', {
  resources: `### User

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| email | email | required; unique |
| password | password | required; write-only; 8..64 characters |

### Reset

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| token | token | assigned; unique; shown once |
| user | ref User | required; on delete cascade |
| status | state | |
| made_at | date-time | assigned |

### Invitation

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| team | string | required |
| link | token | assigned; unique; shown once |
| secret | token | assigned; internal |
| by | string | assigned from caller.id |
| has_link | boolean | = \`has(link)\` |

### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| team | string | required |
| user | string | required |`,
  states: `### Reset

| State | Kind |
| --- | --- |
| open | initial |
| used | final |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| open | use | used | \`made_at + minutes(60) > now\` | \`user.password = input.password\` |

### Invitation

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | accept | | \`create Member(team: team, user: caller.id)\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create User | POST | /users | \`User(email, password)\` | 201 \`User(id, token: credential)\` |
| log in User | POST | /sessions | \`User(email, password)\` | 200 \`{ token: credential }\` |
| read User as me | GET | /me | | 200 \`User\` |
| create Reset | POST | /resets | \`Reset(user)\` | 201 \`Reset\` |
| use Reset | POST | /resets/{token} | \`{ password: User.password }\` | 204 |
| create Invitation | POST | /invitations | \`Invitation\` | 201 \`Invitation\` |
| list Invitation | GET | /invitations | | 200 \`Invitation[]\` |
| read Invitation as invited | GET | /invited/{link} | | 200 \`Invitation(team)\` |
| read Invitation | GET | /invitations/{id} | | 200 \`Invitation\` |
| list Invitation as addresses | GET | /addresses | | 200 \`Invitation(id, here: = self)[]\` |
| update Invitation | PATCH | /invitations/{id} | \`Invitation(team)\` | 200 \`Invitation\` |
| accept Invitation | POST | /invited/{link} | | 200 \`Invitation(id, team)\` |
| delete Invitation as decline | DELETE | /invited/{link} | | 204 |
| list Member | GET | /members | | 200 \`Member[]\` |

### me

- Record: caller.id`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| session | access token | header Authorization: Bearer | token | 30 days |

| Scope | Allows | Where |
| --- | --- | --- |
| public | create User, log in User, use Reset, create Reset | |
| public | invited | |
| authenticated | me, create Invitation, accept Invitation, decline | |
| authenticated | list Invitation, addresses, read Invitation, update Invitation | \`by == caller.id\` |
| authenticated | list Member | \`user == caller.id\` |`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| invited | create Invitation | \`Invitation(id, team)\` |
| renamed | update Invitation | \`Invitation(id, team)\` |`,
  versioning: versioned(
    ['2', '1'],
    `| 2 | renamed | Invitation.link | token | | |
| 2 | renamed | Invitation.team | group | | |`,
  ),
});

const hashed = (token: string): string => `sha256:${createHash('sha256').update(token).digest('hex')}`;

for (const [name, address] of everyStore) {
  test(`a token is shown once, stored as its hash, and finds its record in a path ${name}`, async (t) => {
    let now = Date.parse('2026-11-01T09:00:00Z');
    const served = await serveIn(t, page, {}, () => now, await address());
    const ask = (line: string, session?: string, body?: object, v = '2') =>
      served.ask(line, {
        headers: { v, ...(session === undefined ? {} : { authorization: `Bearer ${session}` }) },
        ...(body === undefined ? {} : { body }),
      });
    const signUp = async (email: string) =>
      (await ask('POST /users', undefined, { email, password: 'correct horse' })).json;
    const [ann, ben] = [await signUp('ann@example.com'), await signUp('ben@example.com')];
    const made = await ask('POST /invitations', ann.token, { team: 'red' });
    assert.equal(made.status, 201, made.text);
    const { link, ...rest } = made.json;
    assert.match(link, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(rest, { id: 1, team: 'red', by: ann.id, has_link: true });
    const old = await ask('POST /invitations', ann.token, { group: 'blue' }, '1');
    assert.deepEqual(Object.keys(old.json), ['id', 'group', 'token', 'by', 'has_link']);
    assert.notEqual(old.json.token, link);

    const query = served.store.prepare({
      resource: 'Invitation',
      conditions: [],
      order: [{ field: 'id', descending: false }],
    });
    const { rows } = await query.many({ conditions: [], now, limit: 10 });
    assert.deepEqual(
      rows.map((row) => row.includes(hashed(link)) || row.includes(hashed(old.json.token))),
      [true, true],
    );
    assert.ok(!JSON.stringify(rows).includes(link));
    assert.ok(rows.every((row) => row.filter((value) => /^sha256:[0-9a-f]{64}$/.test(String(value))).length === 2));

    // Nothing but the response of the create shows it, and a change of the record keeps it.
    const shown = { id: 1, team: 'red', by: ann.id, has_link: true };
    assert.deepEqual((await ask('GET /invitations', ann.token)).json[0], shown);
    assert.deepEqual((await ask('PATCH /invitations/1', ann.token, { team: 'green' })).json, {
      ...shown,
      team: 'green',
    });
    assert.deepEqual((await ask('GET /invitations/1', ann.token)).json, { ...shown, team: 'green' });
    assert.deepEqual((await ask('GET /invitations', ben.token)).json, []);
    // The first read finds its record by the token, so another one is its address.
    for (const v of ['2', '1'])
      assert.equal((await ask('GET /addresses', ann.token, undefined, v)).json[0].here, '/invitations/1');

    assert.deepEqual((await ask(`GET /invited/${link}`)).json, { team: 'green' });
    assert.deepEqual((await ask(`GET /invited/${link}`, undefined, undefined, '1')).json, { group: 'green' });
    for (const other of [
      hashed(link),
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      'x',
      '1',
      link.toLowerCase(),
    ])
      assert.equal((await ask(`GET /invited/${other}`)).status, 404, other);
    assert.equal((await ask(`POST /invited/${link}`)).status, 401);
    assert.deepEqual((await ask(`POST /invited/${link}`, ben.token)).json, { id: 1, team: 'green' });
    assert.deepEqual((await ask('GET /members', ben.token)).json, [{ id: 1, team: 'green', user: ben.id }]);
    assert.equal((await ask(`DELETE /invited/${old.json.token}`, ben.token, undefined, '1')).status, 204);
    assert.equal((await ask(`GET /invited/${old.json.token}`)).status, 404);
    for (const body of [
      { team: 'a', link },
      { team: 'a', secret: link },
    ])
      assert.equal((await ask('POST /invitations', ann.token, body)).status, 422);

    // A password is set by an effect: hashed, within its constraints, and other sessions end.
    const reset = (await ask('POST /resets', undefined, { user: ann.id })).json.token;
    const short = await ask(`POST /resets/${reset}`, undefined, { password: 'short' });
    assert.deepEqual([short.status, short.json.errors[0].pointer], [422, '/password']);
    assert.equal((await ask('GET /me', ann.token)).status, 200);
    const hash = `$scrypt$ln=17,r=8,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`;
    const [first, second] = await Promise.all([
      ask(`POST /resets/${reset}`, undefined, { password: 'another horse' }),
      ask(`POST /resets/${reset}`, undefined, { password: 'another horse' }),
    ]);
    assert.deepEqual([first.status, second.status].toSorted(), [204, 409]);
    assert.equal((await ask('GET /me', ann.token)).status, 401);
    assert.equal((await ask('GET /me', ben.token)).status, 200);
    const logIn = async (password: string) =>
      (await ask('POST /sessions', undefined, { email: 'ann@example.com', password })).status;
    assert.deepEqual([await logIn('correct horse'), await logIn('another horse')], [401, 200]);
    const again = (await ask('POST /resets', undefined, { user: ann.id })).json.token;
    assert.equal((await ask(`POST /resets/${again}`, undefined, { password: hash.slice(0, 60) })).status, 204);
    assert.deepEqual([await logIn('another horse'), await logIn(hash.slice(0, 60))], [401, 200]);
    const late = (await ask('POST /resets', undefined, { user: ann.id })).json.token;
    now += 60 * 60_000;
    assert.equal((await ask(`POST /resets/${late}`, undefined, { password: 'a third horse' })).status, 409);
    assert.ok(!JSON.stringify(served.logged).includes(late));
  });
}
