import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documentText, keyed } from '../support/document-text.fixture.ts';
import { nonetHere, runWell } from '../support/here.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder } from '../support/process.ts';

const text = documentText('Market', {
  resources: `### Shop

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| favorite | ref Page | |

### Country (shared)

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

### Page

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | ref Shop | on delete cascade |
| origin | ref Country | |
| next | ref Page | |
| others | ref Page[] | |
| links | map of Link | |

### Link (object)

| Field | Type | Constraints |
| --- | --- | --- |
| to | ref Page | required |`,
  endpoints: '| Operation | Path | Request |\n| --- | --- | --- |\n| create, read Page | /pages | |',
  authentication: `- Tenant: shop\n\n${keyed('| clerk | all Page | |')}`,
});

const line = (resource: string, record: object): string => `${JSON.stringify({ resource, record })}\n`;

test('each reference of a loaded record names a known record of its tenant, or a shared one', async () => {
  await inFolder(async (folder) => {
    const document = join(folder, 'market.md');
    writeFileSync(document, text);
    const [good, bad] = [join(folder, 'good.jsonl'), join(folder, 'bad.jsonl')];
    writeFileSync(
      good,
      line('Country', { id: 1 }) +
        line('Page', { id: 1, shop: 'a', origin: 1, next: 2, others: [2, 1], links: { x: { to: 2 } } }) +
        line('Page', { id: 2, shop: 'a' }) +
        line('Page', { id: 3, shop: 'b', origin: 1 }) +
        line('Shop', { id: 'a', favorite: 2 }) +
        line('Shop', { id: 'b' }),
    );
    writeFileSync(
      bad,
      line('Page', { id: 11, shop: 'a', next: 3 }) +
        line('Page', { id: 12, shop: 'b', others: [3, 1, 99] }) +
        line('Page', { id: 13, shop: 'a', links: { x: { to: 14 } } }) +
        line('Page', { id: 14, shop: 'b', links: { x: { to: 98 } }, next: 3 }) +
        line('Page', { id: 15, shop: 'c' }) +
        line('Shop', { id: 'd', favorite: 1 }),
    );
    for (const store of [`sqlite:${join(folder, 'a.db')}`, await freshDatabase()]) {
      await runWell(['load', document, good, '--store', store]);
      const ended = await nonetHere(['load', document, bad, '--store', store]);
      assert.deepEqual(ended.err.replaceAll(`${folder}/`, '').trim().split('\n'), [
        'bad.jsonl:1: `next` names the Page `3`, which belongs to another tenant',
        'bad.jsonl:2: `others.1` names the Page `1`, which belongs to another tenant',
        'bad.jsonl:2: `others.2` names the Page `99`, which is neither in the store nor in these files',
        'bad.jsonl:3: `links.x.to` names the Page `14`, which belongs to another tenant',
        'bad.jsonl:4: `links.x.to` names the Page `98`, which is neither in the store nor in these files',
        'bad.jsonl:5: `shop` names the Shop `c`, which is neither in the store nor in these files',
        'bad.jsonl:6: `favorite` names the Page `1`, which belongs to another tenant',
        '7 errors: nothing was loaded.',
      ]);
      assert.equal(ended.status, 1);
      const { out } = await runWell(['export', document, '--store', store]);
      assert.equal(out.split('\n').filter((written) => written.includes('"resource":"Page"')).length, 3);
    }
  });
});
