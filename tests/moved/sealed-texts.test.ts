import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { open } from '../../src/index.ts';
import { encryptSecrets, migrate, openStore } from '../../src/library/records.ts';
import { createCipher } from '../../src/serve/platform-node.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { documentText, keyed } from '../support/document-text.fixture.ts';
import { inFolder, nonet } from '../support/process.ts';

const page = (type: string): string =>
  documentText('Notes', {
    resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| key | ${type} |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| stream events | GET | /events | | 200 |`,
    events: `| Event | When | Payload |
| --- | --- | --- |
| made | create Note | \`Note(id)\` |

| Delivery | To | Events |
| --- | --- | --- |
| sse | GET /events | all |`,
    authentication: keyed('| public | create Note, read Note, stream events | |'),
  });

/** Texts of a client that look as the service stores secrets. */
const texts = ['sealed:1:AAAA', 'sealed:0:sealed:1:AAAA', 'sealed:2:x'];

for (const [name, addressOf] of storesInFolder)
  test(`a secret of a client that looks encrypted is stored like any other, and is never taken for one, ${name}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'notes.md');
      writeFileSync(document, page('secret | write-only'));
      const store = await addressOf(folder);
      const serve = (secretKey?: string, previousSecretKey?: string) =>
        open({
          document,
          store,
          durability: 'process',
          ...(secretKey !== undefined && { secretKey }),
          ...(previousSecretKey !== undefined && { previousSecretKey }),
        });
      const first = await serve();
      for (const key of texts) {
        const body = JSON.stringify({ key });
        const request = new Request('http://localhost/notes', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
        });
        assert.equal((await first.fetch(request)).status, 201);
      }
      await first.close();
      await (await serve()).close();
      const secretKey = 'a key of at least sixteen characters';
      await (await serve(secretKey)).close();
      const { plan } = await serve(secretKey).then(async (service) => {
        await service.close();
        return service;
      });
      // Each is in its record, and in the event of its creation.
      assert.equal(await encryptSecrets(plan, store, { secretKey }), 2 * texts.length);
      const kept = await openStore(plan, store);
      const { decrypt } = createCipher(secretKey);
      await allNumbered(kept);
      const records = (await kept.events.after(0, 10)).map(({ record }) => JSON.parse(record!).key as string);
      await kept.close();
      assert.ok(records.every((key) => key.startsWith('sealed:1:')));
      assert.deepEqual(records.map(decrypt), texts);
      await (await serve(secretKey)).close();
      await assert.rejects(serve(), /NONET_SECRET_KEY is not set/);

      // A migration has no key: it neither shows an encrypted text nor stores a plain one.
      writeFileSync(document, page('string |'));
      const text = await open({ document, store: 'sqlite::memory:' });
      await text.close();
      const report = await migrate(text.plan, store);
      assert.match(JSON.stringify(report), /Note\.key/);
      writeFileSync(document, page('secret | write-only'));
      await (await serve(secretKey)).close();
    });
  });

for (const [name, addressOf] of storesInFolder)
  test(`load encrypts the secrets that its lines have in plain text, ${name}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'notes.md');
      writeFileSync(document, page('secret | write-only'));
      const store = await addressOf(folder);
      const key = 'a key of sixteen characters';
      const encrypted = createCipher(key).encrypt('another secret');
      const lines = ['a secret', encrypted].map((text, at) => JSON.stringify({ id: at + 1, key: text }));
      const data = join(folder, 'Note.jsonl');
      writeFileSync(data, lines.join('\n'));
      const env = { NONET_SECRET_KEY: key };
      assert.equal((await nonet(['load', document, data, '--store', store], { env })).status, 0);
      const { out } = await nonet(['export', document, '--store', store]);
      const stored = out
        .trim()
        .split('\n')
        .flatMap((line) => (JSON.parse(line) as { record?: { key: string } }).record?.key ?? []);
      assert.equal(stored.length, 2);
      assert.match(stored[0]!, /^sealed:1:/);
      assert.equal(stored[1], encrypted);
      assert.equal(createCipher(key).decrypt(stored[0]!), 'a secret');
    });
  });
