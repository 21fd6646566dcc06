import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** People confirm an address while they are logged in, and reset a password by an email. */
const page = documentText('People', {
  resources: `### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| email | email | required; unique ignoring case; create-only |
| password | password | required; write-only; 8..64 characters |
| confirmed_at | date-time | read-only |

### Authenticator

- Second factor of: Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| person | ref Person | assigned from caller.id; on delete cascade |
| uri | totp | assigned; shown once |
| status | state | |

| Rule | On | Check |
| --- | --- | --- |
| confirmed | create | \`has(person.confirmed_at)\` |

### Confirmation

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| person | ref Person | assigned from caller.id; on delete cascade |
| email | email | required |
| token | token | assigned; unique; shown once |
| status | state | |

### Forgotten

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| email | email | required |

### Reset

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| person | ref Person | required; on delete cascade |
| email | email | required |
| token | token | assigned; unique; shown once |
| status | state | |`,
  states: `### Person

| Transition | Effect |
| --- | --- |
| create | \`create Confirmation(person: id, email: email)\` |

### Authenticator

| State | Kind |
| --- | --- |
| new | initial |
| confirmed | final |

| From | Transition | To |
| --- | --- | --- |
| new | confirm | confirmed |

### Confirmation

| State | Kind |
| --- | --- |
| open | initial |
| used | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| open | use | used | \`person.email = email\`; \`person.confirmed_at = now\` |

### Forgotten

| Transition | Effect |
| --- | --- |
| create | \`Person.each(p, p.email.lowerAscii() == email.lowerAscii(), create Reset(person: p.id, email: p.email))\` |

### Reset

| State | Kind |
| --- | --- |
| open | initial |
| used | final |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| open | use | used | \`person.email == email\` | \`person.password = input.password\`; \`Reset.each(r, r.person == person and r.id != id, delete r)\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Person | POST | /people | \`Person\` | 201 \`Person(id, token: credential)\` |
| log in Person | POST | /sessions | \`Person(email, password)\` | 200 \`{ token: credential }\` |
| read Person as me | GET | /me | | 200 \`Person\` |
| create Authenticator | POST | /authenticators | | 201 \`Authenticator(id)\` |
| confirm Authenticator | POST | /authenticators/{id}/confirm | | 204 |
| create Confirmation | POST | /confirmations | \`Confirmation\` | 202 |
| use Confirmation | POST | /confirmations/{token} | | 204 |
| create Forgotten | POST | /forgotten | \`Forgotten\` | 202 |
| use Reset | POST | /resets/{token} | \`{ password: Person.password }\` | 204 |

### me

- Record: caller.id

### log in Person, confirm Authenticator

- Present code: code`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| session | access token | header Authorization: Bearer | token | 30 days |

| Scope | Allows | Where |
| --- | --- | --- |
| public | create Person, log in Person, create Forgotten, use Reset | |
| authenticated | me, create Confirmation | |
| authenticated | use Confirmation, create Authenticator, confirm Authenticator | \`person == caller.id\` |`,
  events: `- From: People <no-reply@people.example>

| Event | When |
| --- | --- |
| confirmation.made | create Confirmation |
| reset.made | create Reset |

| Email | Event | To | Subject |
| --- | --- | --- | --- |
| confirm | confirmation.made | \`email\` | Confirm |
| reset | reset.made | \`person.email\` | Reset |

### confirm

> token={token}.

### reset

> token={token}.`,
});

for (const [name, address] of everyStore) {
  test(`S92: an account that a stranger made with the address of somebody else becomes theirs by no link ${name}`, async (t) => {
    const server = await startMailServer();
    t.after(() => server.close());
    const served = await serveIn(t, page, { mail: { server: server.address } }, undefined, await address());
    const ask = (line: string, body?: object, session?: string) =>
      served.ask(line, {
        ...(body === undefined ? {} : { body }),
        ...(session === undefined ? {} : { headers: { authorization: `Bearer ${session}` } }),
      });
    /** The tokens of the emails to an address, once there are this many. */
    const tokens = async (to: string, count: number): Promise<readonly string[]> => {
      const sent = () => server.taken.filter((email) => email.to.includes(to));
      for (let round = 0; sent().length < count && round < 2_400; round += 1)
        await new Promise((resolve) => setTimeout(resolve, 25));
      return sent().map(({ text }) => /token=([\w-]{43})\./.exec(text)![1]!);
    };
    const [own, evil] = ['ann@example.com', 'eve@example.com'];
    const password = 'correct horse';
    const eve = (await ask('POST /people', { email: own, password })).json.token as string;
    const bob = (await ask('POST /people', { email: 'bob@example.com', password })).json.token as string;

    // Ann opens the link: without a session, and with one of her own. Eve has no link.
    const [confirmation] = await tokens(own, 1);
    assert.equal((await ask(`POST /confirmations/${confirmation}`)).status, 401);
    assert.equal((await ask(`POST /confirmations/${confirmation}`, undefined, bob)).status, 403);
    assert.equal((await ask('GET /me', undefined, eve)).json.confirmed_at, undefined);
    assert.equal((await ask('POST /authenticators', {}, eve)).status, 422);

    // Eve asks for a link to another address, and Ann for a new password, twice.
    assert.equal((await ask('POST /confirmations', { email: evil }, eve)).status, 202);
    const [change] = await tokens(evil, 1);
    for (const email of [own, 'Ann@Example.com']) await ask('POST /forgotten', { email });
    const [, first, second] = await tokens(own, 3);
    assert.equal((await ask(`POST /resets/${first}`, { password: 'another horse' })).status, 204);
    assert.equal((await ask(`POST /resets/${second}`, { password: 'a third horse' })).status, 404);
    assert.equal((await ask('GET /me', undefined, eve)).status, 401);
    assert.equal((await ask(`POST /confirmations/${change}`, undefined, eve)).status, 401);
    assert.equal((await ask('POST /sessions', { email: own, password })).status, 401);

    // A link to a new password is of the address to which it was sent.
    const ann = (await ask('POST /sessions', { email: own, password: 'another horse' })).json.token as string;
    await ask('POST /forgotten', { email: own });
    const later = (await tokens(own, 4))[3];
    await ask('POST /confirmations', { email: 'ann@lovelace.example' }, ann);
    const [moved] = await tokens('ann@lovelace.example', 1);
    assert.equal((await ask(`POST /confirmations/${moved}`, undefined, ann)).status, 204);
    assert.equal((await ask('GET /me', undefined, ann)).json.email, 'ann@lovelace.example');
    assert.equal((await ask(`POST /resets/${later}`, { password: 'a third horse' })).status, 409);
  });
}
