import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder, nonet, serve } from '../../support/process.ts';
import { credentials, startS3 } from '../../support/s3.fixture.ts';
import { storesInFolder } from '../support/stores.fixture.ts';
import { formOf, photos, png } from './photos.fixture.ts';

for (const [name, addressOf] of storesInFolder) {
  test(`files in S3 are served, backed up, exported and loaded, with records on ${name}`, { timeout: 240_000 }, (t) =>
    inFolder(async (folder) => {
      const server = await startS3('photos');
      t.after(() => server.close());
      const files = (prefix: string): string[] => [
        '--files',
        `s3://photos/${prefix}?endpoint=${encodeURIComponent(server.endpoint)}`,
      ];
      const env = credentials;
      const document = join(folder, 'photos.md');
      writeFileSync(document, photos);
      const store = ['--store', await addressOf(folder)];
      const service = await serve(document, [...store, ...files('live')], env);
      t.after(() => service.kill());
      const run = async (...words: readonly string[]) => {
        const ended = await nonet(words, { env });
        assert.equal(ended.status, 0, ended.err);
        return ended;
      };
      const made = await run('keys', 'create', document, ...store, '--scope', 'own', '--attribute', 'shop=a', '--json');
      const headers = { Authorization: `Bearer ${(JSON.parse(made.out) as { key: string }).key}` };
      const image = new File([png(300)], 'a.png', { type: 'image/png' });
      const paper = new File([Buffer.alloc(300_000, 'paper ')], 'a.bin');
      const form = formOf({ title: 'a', image, paper });
      const created = await fetch(`${service.address}/photos`, { method: 'POST', body: form, headers });
      assert.equal(created.status, 201, await created.clone().text());
      const path = `/photos/${((await created.json()) as { id: number }).id}`;
      const shown = await fetch(`${service.address}${path}/paper`, { headers: { ...headers, Range: 'bytes=6-11' } });
      assert.deepEqual([shown.status, await shown.text()], [206, 'paper ']);
      assert.equal(server.objects.size, 2);
      assert.ok([...server.objects.keys()].every((key) => key.startsWith('live/contents/')));
      // An outage of the store is one of the service, and passes.
      server.failures.push(...Array.from({ length: 20 }, () => 500));
      const put = { method: 'PUT', body: png(40), headers: { ...headers, 'Content-Type': 'image/png' } };
      assert.equal((await fetch(`${service.address}${path}/image`, put)).status, 503);
      server.failures.length = 0;
      assert.equal((await fetch(`${service.address}${path}/image`, put)).status, 204);
      const out = join(folder, 'all.jsonl');
      await run('export', document, ...store, ...files('live'), '--out', out);
      assert.ok(readdirSync(`${out}-files`).length >= 2);
      await run('migrate', document, ...store);
      const copy = join(folder, name === 'SQLite' ? 'copy.db' : 'copy.jsonl');
      await run('backup', document, copy, ...store, ...files('live'));
      assert.ok(existsSync(`${copy}-files`));
      const other = ['--store', `sqlite:${join(folder, 'other.db')}`];
      await run('load', document, out, ...other, ...files('other'));
      const second = await serve(document, [...other, ...files('other')], env);
      t.after(() => second.kill());
      const again = await run(
        'keys',
        'create',
        document,
        ...other,
        '--scope',
        'own',
        '--attribute',
        'shop=a',
        '--json',
      );
      const asked = { Authorization: `Bearer ${(JSON.parse(again.out) as { key: string }).key}` };
      const listed = await fetch(`${second.address}/photos`, { headers: asked });
      assert.equal(listed.status, 200);
      assert.equal([...server.objects.keys()].filter((key) => key.startsWith('other/contents/')).length, 2);
    }),
  );
}
