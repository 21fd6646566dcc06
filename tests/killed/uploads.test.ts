import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { films, metadata, picture, tusAs } from '../serve/uploads/uploads.fixture.ts';
import { inFolder, nonet, serve } from '../support/process.ts';

/** How often a service is killed: 100 times in thorough runs. */
const rounds = process.env.NONET_THOROUGH === '1' ? 100 : 6;
const length = 600_000;
/** So many bytes of an upload are sent at once: small, so that few uploads end between two kills. */
const piece = 20_000;
/** A list without pages has at most 1,000 records. */
const mostFilms = 900;
const document = films.replace('3 MB of files', '900 MB of files').replace('100 per hour', '100000 per hour');

/** An upload as its client knows it. */
interface Known {
  readonly title: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  place?: string;
  done?: true;
}

for (const [name, addressOf] of storesInFolder) {
  test(`uploads on ${name} continue whenever the process is killed`, { timeout: 900_000 }, (t) =>
    inFolder(async (folder) => {
      const path = join(folder, 'films.md');
      writeFileSync(path, document);
      const contents = join(folder, 'contents');
      const store = ['--store', await addressOf(folder), '--files', contents];
      const made = await nonet([
        'keys',
        'create',
        path,
        ...store.slice(0, 2),
        '--scope',
        'own',
        '--attribute',
        'studio=a',
        '--json',
      ]);
      assert.equal(made.status, 0, made.err);
      const { key } = JSON.parse(made.out) as { key: string };
      const uploads = Array.from(
        { length: 4 },
        (_, at): Known => ({ title: `film ${at}`, bytes: picture(length, at + 1) }),
      );
      let next = uploads.length;
      const finished: Known[] = [];

      /** Continues an upload until it is complete or the process ends. */
      const work = async (address: string, known: Known): Promise<void> => {
        const tus = tusAs(address, key);
        if (known.place === undefined) {
          const fields = metadata({ title: known.title, filetype: 'image/png' });
          const begun = await tus('POST /films', { 'Upload-Length': String(length), ...fields });
          if (begun.status === 409) throw new Error('its beginning was lost');
          assert.equal(begun.status, 201, await begun.text());
          known.place = begun.headers.get('location')!;
        }
        for (;;) {
          const told = await tus(`HEAD ${known.place}`);
          assert.equal(told.status, 200);
          const offset = Number(told.headers.get('upload-offset'));
          assert.ok(offset <= length);
          if (offset === length) break;
          const sent = await tus(
            `PATCH ${known.place}`,
            { 'Upload-Offset': String(offset) },
            known.bytes.subarray(offset, offset + piece),
          );
          const said = await sent.text();
          assert.ok([201, 204, 409, 423].includes(sent.status), `${sent.status} ${said}`);
        }
        known.done = true;
      };

      for (let round = 0; round < rounds; round++) {
        const service = await serve(path, store);
        let killed = false;
        const clients = uploads.map(async (_, at) => {
          while (!killed) {
            const known = uploads[at]!;
            await work(service.address, known).catch((error: unknown) => {
              if (!killed || (error as Error).name === 'AssertionError') throw error;
            });
            if (known.done !== true) continue;
            assert.ok(next < mostFilms, 'the machine uploads more than the list of films can show');
            finished.push(known);
            uploads[at] = { title: `film ${next}`, bytes: picture(length, ++next) };
          }
        });
        await pause(200 + Math.random() * 500);
        killed = true;
        await service.kill();
        await Promise.all(clients);
      }
      const service = await serve(path, store);
      t.after(() => service.stop());
      for (const known of uploads) if (known.place !== undefined) await work(service.address, known);
      const tus = tusAs(service.address, key);
      const found = (await (await tus('GET /films')).json()) as { id: number; title: string; reel: { size: number } }[];
      const titles = new Set(found.map(({ title }) => title));
      for (const { title } of [...finished, ...uploads.filter(({ done }) => done)]) assert.ok(titles.has(title), title);
      assert.ok(found.length > 0);
      const bytesOf = new Map([...finished, ...uploads].map(({ title, bytes }) => [title, bytes]));
      const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
      for (const { id, title } of found) {
        const content = new Uint8Array(await (await tus(`GET /films/${id}/reel`)).arrayBuffer());
        assert.equal(sum(content), sum(bytesOf.get(title)!), title);
      }
      // An upload whose beginning was lost has no bytes: nothing else is left.
      assert.deepEqual(readdirSync(join(contents, 'uploads')), []);
    }),
  );
}
