import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { recorded } from './session-records.fixture.ts';
import { openPeople } from './sessions.fixture.ts';

/** Version 1 calls a field `agent` that version 2 calls `device`, and has no operation that reads one session. */
const document = recorded.replace(
  '## Versioning\n\nNone.',
  `## Versioning

### Versions

| Version | Status | Released | Sunset |
| --- | --- | --- | --- |
| 2 | current | | |
| 1 | supported | | |

### Placement

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

### Changes

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | Session.device | agent |
| 2 | added | own_session | |`,
);

for (const [store, address] of everyStore) {
  test(`clients of an older version list sessions by their old names, and end one ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    const people = openPeople(served);
    const old = { 'Api-Version': '1', 'User-Agent': 'Phone 5' };
    const [ann, ben] = [await people.signUp('ann'), await people.signUp('ben')];
    const body = { email: 'ann@example.com', password: 'password of ann' };
    const phone = (await people.ask('POST /sessions', body, undefined, old)).json.token;
    const listed = (await people.ask('GET /sessions', undefined, phone, old)).json.data;
    assert.deepEqual(
      listed.map(({ agent, current, device }: Record<string, unknown>) => [agent === 'Phone 5', current, device]),
      [
        [true, true, undefined],
        [false, false, undefined],
      ],
    );
    const headers = { ...old, Authorization: `Bearer ${phone}` };
    assert.equal((await fetch(`${served.address}/session`, { headers })).status, 405);
    const own = (await people.ask('GET /session', undefined, phone)).json;
    assert.deepEqual([own.id, own.device, own.agent], [listed[0].id, 'Phone 5', undefined]);
    const remove = async (token: string) =>
      (await people.ask(`DELETE /sessions/${listed[1].id}`, undefined, token, old)).status;
    assert.deepEqual([await remove(ben), await remove(phone)], [404, 204]);
    const statuses = [];
    for (const token of [ann, phone, ben]) statuses.push((await people.ask('GET /me', undefined, token, old)).status);
    assert.deepEqual(statuses, [401, 200, 200]);
    assert.equal((await people.ask('DELETE /session', undefined, phone, old)).status, 204);
    assert.equal((await people.ask('GET /me', undefined, phone)).status, 401);
  });
}
