import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { documentText } from '../support/document-text.fixture.ts';
import { startMailServer } from '../support/mail-server.ts';
import { inFolder, nonet, serve } from '../support/process.ts';

/** A link that is sent by email; `more`: another field. */
const page = (more = ''): string =>
  documentText('Links', {
    resources: `### Link

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| to | email | required |
| token | token | assigned; unique; shown once |${more}`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Link | POST | /links | \`Link(to)\` | 201 \`Link(id, to)\` |
| read Link | GET | /links/{token} | | 200 \`Link(id)\` |`,
    events: `| Event | When | Payload |
| --- | --- | --- |
| made | create Link | \`Link(id)\` |

| Email | Event | To | Subject | Attempts |
| --- | --- | --- | --- | --- |
| link | made | \`to\` | Your link | 10 over 1 minute |

### link

> [Open](https://links.example/{token})`,
  });

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a token of an email that waits is encrypted, and survives a new key and a migration', async (t) => {
  await inFolder(async (folder) => {
    const [document, database] = [join(folder, 'links.md'), join(folder, 'links.db')];
    writeFileSync(document, page());
    const port = await findFreePort();
    const words = [
      '--store',
      `sqlite:${database}`,
      '--mail',
      `smtp://127.0.0.1:${port}`,
      '--mail-from',
      'a@links.example',
    ];
    const [first, second] = ['the first key of secrets', 'the second key of secrets'];
    const held = (): string => {
      const db = new DatabaseSync(database, { readOnly: true });
      try {
        return String(db.prepare('SELECT record FROM nonet_event').get()!.record);
      } finally {
        db.close();
      }
    };

    const running = await serve(document, words, { NONET_SECRET_KEY: first });
    const made = await fetch(`${running.address}/links`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"to":"ann@example.com"}',
    });
    assert.equal(made.status, 201);
    await running.stop();
    const encrypted = held();
    assert.doesNotMatch(encrypted, /"token":"(?:[A-Za-z0-9_-]{43}|sha256:[0-9a-f]{64})"/);

    const wrong = await nonet(['serve', document, ...words], { env: { NONET_SECRET_KEY: second } });
    assert.equal(wrong.status, 2);
    assert.match(wrong.err, /NONET_SECRET_KEY is not what it was encrypted with/);
    const without = await nonet(['serve', document, ...words], { env: { NONET_SECRET_KEY: '' } });
    assert.match(without.out, /Link\.token in events of emails: stored as plain text/);
    assert.match(without.err, /a secret of the store is encrypted, and NONET_SECRET_KEY is not set/);

    const keys = { NONET_SECRET_KEY: second, NONET_PREVIOUS_SECRET_KEY: first };
    const rotated = await nonet(['secrets', 'rotate', document, '--store', `sqlite:${database}`], { env: keys });
    assert.equal(rotated.status, 0, rotated.err);
    assert.match(rotated.out, /1 secret/);
    assert.notEqual(held(), encrypted);

    writeFileSync(document, page('\n| note | string | |'));
    const migrated = await nonet(['migrate', document, '--store', `sqlite:${database}`], {});
    assert.equal(migrated.status, 0, migrated.err + migrated.out);

    const server = await startMailServer({}, port);
    t.after(() => server.close());
    const again = await serve(document, words, { NONET_SECRET_KEY: second });
    t.after(() => again.stop());
    for (let round = 0; server.taken.length === 0 && round < 400; round += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const token = /links\.example\/([A-Za-z0-9_-]{43})\)/.exec(server.taken[0]?.text ?? '')?.[1];
    assert.ok(token !== undefined, server.taken[0]?.text);
    assert.equal((await fetch(`${again.address}/links/${token}`)).status, 200);
  });
});
