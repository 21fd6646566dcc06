import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documentText, keyed } from '../support/document-text.fixture.ts';
import { nonetHere, runWell } from '../support/here.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, serve } from '../support/process.ts';

/** Clients choose the identities of its records, and nothing says `required`. */
const things = documentText('Things', {
  resources: `### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | |
| shop | string | assigned from caller.shop |
| name | string | |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Thing | PUT | /things/{id} | \`Thing\` | 201 \`Thing\`; 200 \`Thing\` |`,
  authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
});

for (const [name, addressOf] of [
  ['on SQLite', async (folder: string) => `sqlite:${join(folder, 'things.db')}`],
  ['on PostgreSQL', freshDatabase],
] as const) {
  test(`records whose identities clients choose are loaded, served and served again, ${name}`, async () => {
    await inFolder(async (folder) => {
      const [document, data] = [join(folder, 'things.md'), join(folder, 'Thing.jsonl')];
      writeFileSync(document, things);
      writeFileSync(data, '{"id":"a","shop":"north","name":"x"}\n{"id":"b","shop":"south"}\n');
      const store = ['--store', await addressOf(folder)];
      const keyOf = async (shop: string): Promise<string> => {
        const words = ['keys', 'create', document, '--all-scopes', '--attribute', `shop=${shop}`, ...store];
        return (await runWell(words)).out.trim();
      };
      const [north, south] = [await keyOf('north'), await keyOf('south')];
      await runWell(['load', document, data, ...store]);
      for (const [at, more] of [[], [], ['--migrate']].entries()) {
        const running = await serve(document, [...store, ...more]);
        const put = async (id: string, key: string): Promise<number> => {
          const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
          const body = id === 'a' ? '{"name":"x"}' : '{}';
          return (await fetch(`${running.address}/things/${id}`, { method: 'PUT', headers, body })).status;
        };
        assert.deepEqual([await put('a', north), await put('b', south)], [200, 200]);
        assert.deepEqual([await put('a', south), await put('b', north)], [409, 409]);
        assert.equal(await put(`c${at}`, north), 201);
        assert.equal(await running.stop(), 0);
      }
      const { out } = await runWell(['export', document, ...store]);
      const ids = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).record?.id]));
      assert.deepEqual(ids, ['a', 'b', 'c0', 'c1', 'c2']);
      writeFileSync(data, '{"shop":"north"}\n');
      assert.match((await nonetHere(['load', document, data, ...store])).err, /Thing\.id is required/);
    });
  });
}
