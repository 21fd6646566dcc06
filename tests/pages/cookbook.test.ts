import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openTest as openService, type TestOptions, type TestService } from '../../src/testing.ts';
import { inFolder, root } from '../support/process.ts';

const pages = globSync('docs/cookbook/*.md', { cwd: root }).sort();

/** Blocks of a page: its documents and modules by name, and its test. */
function readPage(file: string): {
  readonly files: ReadonlyMap<string, string>;
  readonly code: string | undefined;
} {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)];
  return {
    files: new Map(blocks.flatMap(([, , name, block]) => (name === undefined ? [] : [[name, block!] as const]))),
    code: blocks.find(([, language, name]) => language === 'ts' && name === undefined)?.[3],
  };
}

/** Finds a package as the project of a reader does; `nonet` is this checkout. */
function findPackage(name: string): string {
  if (name === 'nonet') return import.meta.resolve('../../src/index.ts');
  return import.meta.resolve(name);
}

/** Writes the files of a page into a folder; the imports of its modules lead to the packages. */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const linked = text.replaceAll(/ from '([^.'][^']*)';$/gm, (_, from: string) => ` from '${findPackage(from)}';`);
    writeFileSync(join(folder, name), name.endsWith('.ts') ? linked : text);
  }
}

/** Turns the imports of a test into calls of `load`, since the test is run as the body of a function. */
function loadImports(code: string): string {
  return code.replaceAll(/^import (\w+|\{[^}]*\}) from '([^']+)';$/gm, (_, names: string, from: string) => {
    const taken = names.startsWith('{') ? names.replaceAll(' as ', ': ') : `{ default: ${names} }`;
    return `const ${taken} = await load('${from}');`;
  });
}

test('the index of the cookbook lists each page', () => {
  const index = readFileSync(join(root, 'docs/cookbook/README.md'), 'utf8');
  for (const page of pages.map((file) => basename(file))) {
    if (page !== 'README.md') assert.ok(index.includes(`](${page})`), `docs/cookbook/README.md has no row for ${page}`);
  }
});

/** Pages that another test runs: they have commands instead of a test. */
const others = new Set(['README.md', 'move-to-postgresql.md']);

test('each page of the cookbook has a document and a test', () => {
  for (const page of pages) {
    if (others.has(basename(page))) continue;
    const { files, code } = readPage(page);
    const has = [...files.keys()].some((name) => name.endsWith('.md'));
    assert.ok(has, `${page} has no document: a block \`markdown FILE.md\``);
    assert.ok(code !== undefined, `${page} has no test: a block \`ts\` without a name`);
  }
});

for (const page of pages) {
  const { files, code } = readPage(page);
  if (code === undefined) continue;
  test(`the document of ${page} does what its test says`, () =>
    inFolder(async (folder) => {
      writeFiles(folder, files);
      const opened: TestService[] = [];
      const openTest = async (options: TestOptions): Promise<TestService> => {
        const service = await openService({ ...options, document: join(folder, options.document) });
        opened.push(service);
        return service;
      };
      const load = (from: string): Promise<unknown> =>
        import(from.startsWith('./') ? pathToFileURL(join(folder, from)).href : findPackage(from));
      const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
      const body = stripTypeScriptTypes(`async () => {${loadImports(code)}}`).slice(13, -1);
      const run = AsyncFunction('assert', 'openTest', 'load', body) as (...given: unknown[]) => Promise<void>;
      try {
        await run(assert, openTest, load);
      } finally {
        for (const service of opened) await service.close();
      }
    }));
}
