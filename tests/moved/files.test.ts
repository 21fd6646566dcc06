import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { open } from '../../src/index.ts';
import { backup, load } from '../../src/library/records.ts';
import { formOf, photos, png } from '../serve/files/photos.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { nonet } from '../support/process.ts';

const image = (length: number): File => new File([png(length)], 'a.png', { type: 'image/png' });

for (const [name, addressOf] of storesInFolder) {
  test(`files of ${name} are in its backup and its export, and are loaded from them`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const document = join(folder, 'photos.md');
    writeFileSync(document, photos);
    const store = await addressOf(folder);
    const files = join(folder, 'contents');
    const service = await open({ document, store, files, durability: 'process' });
    const keyOf = (shop: string) =>
      service.createKey({ subject: shop, scopes: ['own'], attributes: { shop }, scheme: 'key' });
    const send = async (of: typeof service, key: string, line: string, body?: FormData) => {
      const [method, path] = line.split(' ') as [string, string];
      const headers = { Authorization: `Bearer ${key}` };
      return of.fetch(new Request(`http://localhost${path}`, { method, headers, ...(body && { body }) }));
    };
    const keys = [await keyOf('a'), await keyOf('b')] as const;
    for (const [at, length] of [20, 30].entries())
      assert.equal(
        (await send(service, keys[at]!, 'POST /photos', formOf({ title: 'x', image: image(length) }))).status,
        201,
      );
    await send(service, keys[0], 'POST /photos', formOf({ title: 'gone', image: image(50) }));
    assert.equal((await send(service, keys[0], 'DELETE /photos/3')).status, 204);
    const { plan } = service;

    const target = join(folder, name === 'SQLite' ? 'copy.db' : 'copy.jsonl');
    await backup(plan, store, target, { contents: files });
    assert.deepEqual(readdirSync(join(files, 'held')), []);
    await service.close();

    const exported = join(folder, 'all.jsonl');
    const settings = { NONET_FILES: files };
    const words = ['export', document, '--store', store, '--credentials', '--out', exported];
    assert.equal((await nonet(words, { env: settings })).status, 0);
    assert.match(readFileSync(exported, 'utf8'), /"image":\{"hash":"[0-9a-f]{64}","name":"a.png"/);

    const restored = name === 'SQLite' ? `sqlite:${target}` : `sqlite:${join(folder, 'restored.db')}`;
    if (name !== 'SQLite')
      assert.deepEqual(await load(plan, restored, [target]), { records: 2, errors: [], broken: [] });
    const loaded = `sqlite:${join(folder, 'loaded.db')}`;
    assert.deepEqual(await load(plan, loaded, [exported]), { records: 2, errors: [], broken: [] });
    for (const address of [restored, loaded]) {
      const again = await open({ document, store: address });
      for (const [at, length] of [20, 30].entries()) {
        const response = await send(again, keys[at]!, `GET /photos/${at + 1}/image`);
        assert.equal(response.status, 200, address);
        assert.deepEqual(new Uint8Array(await response.arrayBuffer()), png(length));
        assert.equal((await send(again, keys[1 - at]!, `GET /photos/${at + 1}/image`)).status, 404);
      }
      await again.close();
    }

    rmSync(`${exported}-files`, { recursive: true });
    const { records, errors } = await load(plan, `sqlite:${join(folder, 'empty.db')}`, [exported]);
    assert.equal(records, 0);
    assert.equal(
      errors[0]!.message.replace(/`[0-9a-f]{12}/, '`x'),
      'names the content `x…`, which is neither next to these files nor in the folder of the store',
    );
    writeFileSync(join(folder, 'Photo.jsonl'), '{"title":"x","shop":"a","owner":"a","image":{"name":"a"}}\n');
    const wrong = await load(plan, `sqlite:${join(folder, 'empty.db')}`, [join(folder, 'Photo.jsonl')]);
    assert.equal(
      wrong.errors[0]?.message,
      'Photo.image must be a file of `nonet export`: its hash, name, type and size',
    );
    const [first] = readFileSync(exported, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"image"'));
    for (const [of, to] of [
      ['"name":"a.png"', '"name":"../a.png"'],
      ['"name":"a.png"', '"name":"a\\r\\nb"'],
      ['"type":"image/png"', '"type":"text/html\\r\\nX-Evil: 1"'],
    ] as const) {
      writeFileSync(join(folder, 'all.jsonl'), first!.replace(of, to));
      const { errors: found } = await load(plan, `sqlite:${join(folder, 'empty.db')}`, [join(folder, 'all.jsonl')]);
      assert.match(found[0]?.message ?? '', /^Photo.image must be a file of `nonet export`/, to);
    }
    writeFileSync(join(folder, 'all.jsonl'), first!.replace('"size":20', '"size":15').replace('"id":1', '"id":9'));
    const { errors: sized } = await load(plan, loaded, [join(folder, 'all.jsonl')]);
    assert.match(sized[0]?.message ?? '', /names the content `[0-9a-f]{12}…` with a size of 15 bytes; it has 20 bytes/);
  });
}
