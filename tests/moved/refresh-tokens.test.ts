import '../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRefreshing, refreshed, refreshedRecords, type Tokens } from '../serve/access/refresh-tokens.fixture.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { here } from '../support/here.ts';
import { inFolder } from '../support/process.ts';

type Refreshing = ReturnType<typeof openRefreshing>;

for (const [store, addressIn] of storesInFolder) {
  for (const [kind, text] of Object.entries({ credentials: refreshed, records: refreshedRecords })) {
    test(`sessions with refresh tokens that are ${kind} move and go on, on ${store}`, async () => {
      await inFolder(async (folder) => {
        const document = join(folder, 'people.md');
        writeFileSync(document, text);
        const serving = async <T>(address: string, work: (people: Refreshing) => Promise<T>): Promise<T> => {
          const served = await serve(text, {}, undefined, address);
          try {
            return await work(openRefreshing(served));
          } finally {
            await served.close();
          }
        };
        const addressOf = async (name: string): Promise<string> =>
          store === 'SQLite' ? `sqlite:${join(folder, name)}` : addressIn(folder);

        const from = await addressIn(folder);
        const [ann, first, second, fresh] = await serving(from, async ({ signUp, refresh }) => {
          const ben = await signUp('ben');
          const again = await refresh(ben.refresh);
          return [await signUp('ann'), ben, again, await refresh(again.refresh)] as const;
        });
        assert.deepEqual([ann.status, first.status, second.status, fresh.status], [201, 201, 200, 200]);

        const data = join(folder, 'all.jsonl');
        await here(0, 'export', document, '--store', from, '--out', data, '--credentials');
        const other = await addressOf('other.db');
        await here(0, 'load', document, data, '--store', other);
        await serving(other, async ({ refresh, works }) => {
          const alive = (...all: readonly Tokens[]) => Promise.all(all.map(({ token }) => works(token)));
          assert.deepEqual(await alive(ann, second, fresh), [true, true, true]);
          const next = await refresh(ann.refresh);
          assert.equal(next.status, 200);
          assert.equal((await refresh(next.refresh)).status, 200);
          assert.equal((await refresh(first.refresh)).status, 401, 'a token that was replaced ends its session');
          assert.deepEqual(await alive(ann, fresh), [true, false]);
        });
      });
    });
  }
}
