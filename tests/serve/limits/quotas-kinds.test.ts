import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { freshDatabase } from '../../support/postgres.ts';
import { serve } from '../support/served.fixture.ts';
import { counted } from './quotas.fixture.ts';

/** Values of each type, among them those whose texts databases write each in its own way. */
const kinds: Readonly<Record<string, readonly unknown[]>> = {
  integer: [7, -3, 9_007_199_254_740_991],
  boolean: [true, false],
  number: [1.5, 3, 0, 1e21, 1e-7, 1e15, 123_456_789_012_345_680_000, 0.000_01],
  string: ['a', 'A', ' ', 'é'],
};

/** A document whose quota counts by an attribute of this type; with another number it is another document. */
function documentOf(type: string, number: number): string {
  return counted('| folders | quota | Folder | caller.level | 2 | |', `| other | quota | Note | | ${number} | |`)
    .replace('| shop | string | assigned from caller.shop |', `$&\n| level | ${type} | assigned from caller.level |`)
    .replace('| shop | string |\n\n## Events', `| shop | string |\n| level | ${type} |\n\n## Events`);
}

const folder = (t: { after(work: () => void): void }): string => {
  const made = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(made, { recursive: true }));
  return `sqlite:${join(made, 'quotas.db')}`;
};

for (const [store, addressOf] of [
  ['on SQLite', async (t: Parameters<typeof folder>[0]) => folder(t)],
  ['on PostgreSQL', freshDatabase],
] as const) {
  describe(`quotas by values ${store}`, () => {
    for (const [type, values] of Object.entries(kinds)) {
      test(`each ${type} counts alike when it is written, when it is counted anew and when it is erased`, async (t) => {
        const address = await addressOf(t);
        let count = 0;
        for (const round of [1, 2, 3]) {
          const served = await serve(documentOf(type, round), {}, undefined, address);
          for (const level of values) {
            const key = await served.key(['all'], { shop: 'north', level }, { id: `key ${++count}` });
            const create = () => served.ask('POST /folders', { key, body: { name: `folder ${++count}` } });
            const { status, json } = await create();
            assert.equal(status, round === 3 ? 403 : 201, `${level} in round ${round}`);
            if (round !== 2) continue;
            assert.equal((await served.ask(`DELETE /folders/${json.id}`, { key })).status, 204);
            assert.deepEqual([(await create()).status, (await create()).status], [201, 403], String(level));
          }
          await served.close();
        }
      });
    }
  });
}
