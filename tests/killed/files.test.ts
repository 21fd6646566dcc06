import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { photos } from '../serve/files/photos.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, nonet, serve } from '../support/process.ts';
import { runs } from '../support/runs.ts';

const rounds = runs(20);
/** The photos, in a list with pages: without them, more than 1,000 photos are `unavailable`. */
const paged = photos
  .replace('200 `Photo[]`', '200 `{ data: Photo[], next: next cursor }`')
  .replace('### list events', '### list Photo, list events');

for (const [name, addressOf] of storesInFolder) {
  test(`no record on ${name} lacks its file, whenever the process is killed`, { timeout: 600_000 }, (t) =>
    inFolder(async (folder) => {
      const document = join(folder, 'photos.md');
      writeFileSync(document, paged);
      const store = ['--store', await addressOf(folder), '--files', join(folder, 'contents')];
      const sent = new Map<string, string>();
      let key: string | undefined;
      const keyOf = async (): Promise<string> => {
        const words = ['keys', 'create', document, ...store.slice(0, 2), '--scope', 'own', '--attribute', 'shop=a'];
        const made = await nonet([...words, '--json']);
        assert.equal(made.status, 0, made.err);
        return (JSON.parse(made.out) as { key: string }).key;
      };
      const upload = async (address: string, at: number): Promise<void> => {
        const content = Buffer.alloc(1_000 + ((at * 7_919) % 250_000), `content ${at} `);
        const form = new FormData();
        form.append('title', `photo ${at}`);
        form.append('paper', new File([content], `${at}.bin`));
        sent.set(`photo ${at}`, createHash('sha256').update(content).digest('hex'));
        const response = await fetch(`${address}/photos`, {
          method: 'POST',
          body: form,
          headers: { Authorization: `Bearer ${key}` },
        });
        assert.equal(response.status, 201, await response.text());
      };
      let at = 0;
      for (let round = 0; round < rounds; round++) {
        const service = await serve(document, store);
        key ??= await keyOf();
        let killed = false;
        const clients = Array.from({ length: 8 }, async () => {
          while (!killed)
            await upload(service.address, at++).catch((error: unknown) => killed || assert.fail(String(error)));
        });
        await pause(300 + Math.random() * 700);
        killed = true;
        await service.kill();
        await Promise.all(clients);
      }
      const service = await serve(document, store);
      t.after(() => service.stop());
      const headers = { Authorization: `Bearer ${key}` };
      const found: { id: number; title: string }[] = [];
      for (let next: string | null | undefined = ''; next != null; ) {
        const listed: Response = await fetch(`${service.address}/photos${next && `?cursor=${next}`}`, { headers });
        assert.equal(listed.status, 200, await listed.clone().text());
        const page = (await listed.json()) as { data: { id: number; title: string }[]; next?: string | null };
        found.push(...page.data);
        next = page.next;
      }
      assert.ok(found.length > rounds, String(found.length));
      for (const { id, title } of found) {
        const response = await fetch(`${service.address}/photos/${id}/paper`, { headers });
        const content = Buffer.from(await response.arrayBuffer());
        assert.equal(response.status, 200, title);
        assert.equal(createHash('sha256').update(content).digest('hex'), sent.get(title), title);
      }
      assert.ok(readdirSync(join(folder, 'contents')).includes('drafts'));
    }),
  );
}
