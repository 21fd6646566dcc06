import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { root } from '../../support/process.ts';
import { serveIn } from '../support/served.fixture.ts';

const document = readFileSync(join(root, 'tests/cases/bases/sessions.md'), 'utf8').replace(
  '| create Note | header',
  '| create Note, save | header',
);

test('an idempotency key keeps no fast hash of a password, and tells passwords apart', async (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'nonet-')), 'people.db');
  const { ask } = await serveIn(t, document, {}, undefined, `sqlite:${file}`);
  const email = 'ann@example.com';
  const { json } = await ask('POST /users', { body: { email, password: 'first password' } });
  const headers = { Authorization: `Bearer ${json.token}`, 'Idempotency-Key': 'once' };
  const save = async (password: string) => (await ask('PATCH /me', { headers, body: { password } })).status;
  assert.deepEqual([await save('next password'), await save('next password')], [200, 200]);
  assert.ok((await save('another password')) >= 400, 'it is another request');
  const logIn = async (password: string) => (await ask('POST /sessions', { body: { email, password } })).status;
  assert.deepEqual([await logIn('next password'), await logIn('another password')], [200, 401]);

  const kept = new DatabaseSync(file).prepare('SELECT request FROM nonet_idempotency').get() as { request: string };
  const texts = [null, 'json', 'application/json'].flatMap((kind) =>
    [[], [null, null]].map((given) =>
      JSON.stringify(['PATCH', '/me', '', null, null, given, kind, '{"password":"next password"}']),
    ),
  );
  const fast = texts.map((text) => createHash('sha256').update(text).digest('base64url'));
  assert.ok(
    !fast.includes(kept.request),
    'whoever has the database guesses no faster than by the hash of the password',
  );
});
