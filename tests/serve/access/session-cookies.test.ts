import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlan } from '../../../src/parts/plan.ts';
import { createSource } from '../../../src/text/location.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openPeople, passwordOf, sentIn } from './sessions.fixture.ts';

for (const [name, address] of everyStore) {
  describe(`cookies of sessions ${name}`, () => {
    test('a cookie is set and removed, and other sites cannot use it', async (t) => {
      const text = sentIn('cookie sid; header Authorization: Bearer').replace('200 `{ token: credential }`', '204');
      const { ask } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const ann = { email: 'ann@example.com', password: passwordOf('ann') };
      const made = await ask('POST /users', ann);
      assert.match(
        String(made.headers.get('set-cookie')),
        /^sid=session_\w+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
      const inn = await ask('POST /sessions', ann);
      assert.deepEqual([inn.status, inn.text], [204, '']);
      const [cookie = ''] = String(inn.headers.get('set-cookie')).split(';');
      assert.equal((await ask('GET /me', undefined, undefined, { Cookie: cookie })).status, 200);
      const foreign = { Cookie: cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      assert.equal((await ask('PATCH /me', { password: 'stolen password' }, undefined, foreign)).status, 403);
      assert.equal((await ask('DELETE /sessions', undefined, undefined, foreign)).status, 403);
      const out = await ask('DELETE /sessions', undefined, undefined, { Cookie: cookie });
      assert.equal(out.headers.get('set-cookie'), 'sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
      assert.equal((await ask('GET /me', undefined, undefined, { Cookie: cookie })).status, 401);
    });

    test('a log in from an origin that the page does not name sets no cookie', async (t) => {
      const text = sentIn('cookie sid; header Authorization: Bearer').replace(
        '## Endpoints\n',
        '## Endpoints\n\n- Allowed origins: anywhere\n- Allowed origins: https://app.example\n',
      );
      const { ask } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const ann = { email: 'ann@example.com', password: passwordOf('ann') };
      const { service } = readDocument(createSource('people.md', text));
      assert.match(JSON.stringify(buildWholePlan(service)), /"when":"the request is not from another origin"/);
      const foreign = [
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
        { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'https://evil.example' },
      ];
      const made = await ask('POST /users', ann, undefined, foreign[0]);
      assert.deepEqual([made.status, made.headers.get('set-cookie')], [201, null]);
      for (const headers of foreign) {
        const inn = await ask('POST /sessions', ann, undefined, headers);
        assert.deepEqual([inn.status, inn.headers.get('set-cookie')], [200, null]);
        assert.equal((await ask('GET /me', undefined, inn.json.token)).status, 200);
      }
      for (const headers of [{}, { Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site' }])
        assert.match(String((await ask('POST /sessions', ann, undefined, headers)).headers.get('set-cookie')), /^sid=/);
    });
  });
}
