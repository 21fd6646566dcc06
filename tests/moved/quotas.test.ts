import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { counted } from '../serve/limits/quotas.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { nonetHere } from '../support/here.ts';
import { inFolder, serve } from '../support/process.ts';

for (const [name, addressIn] of storesInFolder) {
  test(`what is loaded counts for quotas on ${name}, by each shop`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'notes.md');
      const lines = join(folder, 'folders.ndjson');
      const address = await addressIn(folder);
      writeFileSync(document, counted('| folders | quota | Folder | caller.shop | 3 | shop_is_full |'));
      const record = (shop: string, at: number): string => {
        const id = `01890a5d-ac96-774b-bcce-b30209${shop === 'north' ? 'aa' : 'bb'}000${at}`;
        return `${JSON.stringify({ resource: 'Folder', record: { id, shop, name: `f${at}` } })}\n`;
      };
      writeFileSync(lines, [0, 1].map((at) => record('north', at)).join('') + record('south', 2));
      const words = ['--store', address];
      const loaded = await nonetHere(['load', document, lines, ...words]);
      assert.equal(loaded.status, 0, loaded.err);
      const keyed = await nonetHere([
        'keys',
        'create',
        document,
        '--all-scopes',
        '--attribute',
        'shop=north',
        ...words,
      ]);
      assert.equal(keyed.status, 0, keyed.err);
      const running = await serve(document, words);
      const create = async (at: number): Promise<number> => {
        const headers = { Authorization: `Bearer ${keyed.out.trim()}`, 'Content-Type': 'application/json' };
        const body = JSON.stringify({ name: `new ${at}` });
        return (await fetch(`${running.address}/folders`, { method: 'POST', headers, body })).status;
      };
      assert.deepEqual([await create(0), await create(1)], [201, 409]);
      await running.stop();
    });
  });
}
