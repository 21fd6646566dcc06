import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { openTest as openService, type TestOptions, type TestService } from '../../src/testing.ts';
import { inFolder, root } from '../support/process.ts';

const pages = globSync('docs/cookbook/*.md', { cwd: root }).sort();

/** Blocks of a page: its documents by name, and its test. */
function readPage(file: string): {
  readonly documents: ReadonlyMap<string, string>;
  readonly code: string | undefined;
} {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)];
  return {
    documents: new Map(blocks.flatMap(([, , name, block]) => (name === undefined ? [] : [[name, block!] as const]))),
    code: blocks.find(([, language, name]) => language === 'ts' && name === undefined)?.[3],
  };
}

test('the index of the cookbook lists each page', () => {
  const index = readFileSync(join(root, 'docs/cookbook/README.md'), 'utf8');
  for (const page of pages.map((file) => basename(file))) {
    if (page !== 'README.md') assert.ok(index.includes(`](${page})`), page);
  }
});

for (const page of pages) {
  const { documents, code } = readPage(page);
  if (documents.size === 0 || code === undefined) continue;
  test(`the document of ${page} does what its test says`, () =>
    inFolder(async (folder) => {
      for (const [name, text] of documents) writeFileSync(join(folder, name), text);
      const opened: TestService[] = [];
      const openTest = async (options: TestOptions): Promise<TestService> => {
        const service = await openService({ ...options, document: join(folder, options.document) });
        opened.push(service);
        return service;
      };
      const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
      try {
        await (
          AsyncFunction('assert', 'openTest', stripTypeScriptTypes(`async () => {${code}}`).slice(13, -1)) as (
            ...given: unknown[]
          ) => Promise<void>
        )(assert, openTest);
      } finally {
        for (const service of opened) await service.close();
      }
    }));
}
