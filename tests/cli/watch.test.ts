import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { inFolder, root, serve } from '../support/process.ts';

const guide = readFileSync(join(root, 'docs/handlers.md'), 'utf8');
const document = /^```md\n([\s\S]*?)^```/m.exec(guide)![1]!;
const handlers = /```ts\n(import \{ implement \}[\s\S]*?)```/.exec(guide)![1]!;
const words = 'invoices are open';
const said = ['`$', '{total}'].join('');

test('serve --watch runs changed code, also of files that it imports; what does not fit is told and the old code stays', async () => {
  assert.ok(handlers.includes(words) && handlers.includes(said));
  await inFolder(async (folder) => {
    const file = join(folder, 'shop.md');
    const [module, imported] = [join(folder, 'shop.ts'), join(folder, 'words.ts')];
    const withImport = `import { words } from './words.ts';\n${handlers.replace(said, `words + ${said}`)}`;
    writeFileSync(file, document);
    writeFileSync(imported, `export const words: string = 'first: ';\n`);
    writeFileSync(module, withImport);
    const running = await serve(file, ['--watch', '--store', 'sqlite::memory:']);
    const headers = { Authorization: `Bearer ${running.key}` };
    const text = async (): Promise<string> => {
      const got = await fetch(`${running.address}/owing/all`, { headers });
      return ((await got.json()) as { text: string }).text;
    };
    const until = async (what: RegExp): Promise<void> => {
      for (let tries = 0; tries < 100; tries++) {
        if (what.test(running.printed())) return;
        await later(50);
      }
      assert.match(running.printed(), what);
    };
    const untilText = async (due: RegExp): Promise<void> => {
      for (let tries = 0; tries < 100 && !due.test(await text()); tries++) await later(50);
      assert.match(await text(), due);
    };
    const described = async (): Promise<string> => (await fetch(`${running.address}/openapi.json`)).text();
    try {
      assert.equal(await text(), 'first: 0 invoices are open');
      assert.doesNotMatch(await described(), /A bill of the shop/);
      writeFileSync(file, document.replace('### Invoice\n', '### Invoice\n\nA bill of the shop.\n'));
      await until(/descriptions changed/);
      assert.match(running.printed(), /shop\.md: reloaded, only its descriptions changed/);
      assert.match(await described(), /A bill of the shop/);
      writeFileSync(file, document);
      writeFileSync(imported, `export const words: string = 'second: ';\n`);
      await untilText(/^second: 0 invoices are open$/);
      writeFileSync(module, withImport.replace(words, 'stand open'));
      await untilText(/^second: 0 stand open$/);
      await until(/shop\.ts: reloaded/);
      writeFileSync(module, withImport.replace("'close Invoice'", "'clos Invoice'"));
      await until(/module\/no-operation[\s\S]*The running service was not changed/);
      assert.match(await text(), /^second: 0 stand open$/);
      writeFileSync(module, `${withImport}\nthrow new Error('no such setting');\n`);
      await until(/failed to run the module: no such setting[\s\S]*The running service was not changed/);
      assert.match(await text(), /^second: 0 stand open$/);
      const lineOf = (text: string): number => withImport.slice(0, withImport.indexOf(text)).split('\n').length;
      writeFileSync(module, withImport.replace('async owing(', 'async owing(('));
      await until(new RegExp(`shop\\.ts:${lineOf('async owing(')}:\\d+[\\s\\S]*The running service was not changed`));
      assert.match(await text(), /^second: 0 stand open$/);
      writeFileSync(module, withImport);
      writeFileSync(imported, `export const words: string =\n  'third: ' +;\n`);
      await until(/words\.ts:2:\d+[\s\S]*The running service was not changed/);
      assert.match(await text(), /^second: 0 stand open$/);
      writeFileSync(imported, `export const words: string = 'second: ';\n`);
      writeFileSync(module, withImport.replace(words, 'remain'));
      await untilText(/^second: 0 remain$/);
    } finally {
      assert.equal(await running.stop(), 0);
    }
  });
});
