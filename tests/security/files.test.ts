import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { readCommitted } from '../../src/cli/authoring/git.ts';
import { createWorkspace } from '../../src/cli/authoring/lsp/workspace.ts';
import { open } from '../../src/library/open.ts';
import { fileFaults, readRegularFile } from '../../src/operator/files/read-file.ts';
import { Editor } from '../editor/editor.fixture.ts';
import { inFolder, program, root } from '../support/process.ts';

// A folder may come from a stranger: what its files, links and repository make a tool do (S64).

const invoices = readFileSync(join(root, 'examples/invoices/invoices.md'), 'utf8');
const posix = process.platform === 'win32' ? { skip: 'Windows has neither pipes nor devices in folders' } : {};

/** Creates, in a folder, names that are not regular files, and links that lead out of it. */
function layTraps(folder: string, outside: string): void {
  execFileSync('mkfifo', [join(folder, 'pipe.md'), join(folder, 'piped.ts')]);
  symlinkSync('/dev/zero', join(folder, 'zero.md'));
  symlinkSync('/dev/zero', join(folder, 'zeros.ts'));
  writeFileSync(join(outside, 'secret.md'), '# Secret\n');
  writeFileSync(join(outside, 'secret.ts'), 'secret');
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  symlinkSync(join(outside, 'secret.md'), join(folder, 'led.md'));
  symlinkSync(join(outside, 'secret.ts'), join(folder, 'led.ts'));
  writeFileSync(join(folder, 'notes.txt'), 'secret');
  symlinkSync('notes.txt', join(folder, 'notes.md'));
}

test('S64: commands read regular files of a bounded size, and wait for no pipe', posix, () =>
  inFolder(async (folder) => {
    layTraps(folder, folder);
    writeFileSync(join(folder, 'a.md'), invoices);
    const commands = [
      ['check', 'pipe.md', 'zero.md'],
      ['compare', 'a.md', 'pipe.md'],
      ['compare', 'zero.md', 'a.md'],
      ['generate', 'openapi', 'pipe.md'],
      ['fmt', 'zero.md'],
      ['explain', 'pipe.md', 'GET /'],
    ];
    for (const words of commands) {
      const options = {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
        env: { ...process.env, NO_COLOR: '1' },
      } as const;
      const { status, stderr } = spawnSync(process.execPath, [program, ...words], options);
      assert.equal(status, 2, `${words.join(' ')}: ${stderr}`);
      assert.match(stderr, /(pipe|zero)\.md is not a regular file\. /);
    }
    await assert.rejects(open({ document: join(folder, 'pipe.md') }), /pipe\.md cannot be read \(not a regular file\)/);
  }),
);

test(
  'S64: a file that grows while it is read, or says that it is empty, is read to its end and no further',
  posix,
  () =>
    inFolder(async (folder) => {
      const file = join(folder, 'a.md');
      writeFileSync(file, 'a'.repeat(5 * 1024 * 1024));
      assert.equal(readRegularFile(file).length, 5 * 1024 * 1024);
      appendFileSync(file, 'a');
      assert.throws(() => readRegularFile(file), { code: fileFaults.tooLarge });
      // A file of 0 bytes, as the system says, with content.
      if (existsSync('/proc/self/status')) assert.match(readRegularFile('/proc/self/status').toString(), /^Name:/);
    }),
);

test(
  'S64: the language server reads documents and modules in the folders of the editor alone, links resolved',
  posix,
  () =>
    inFolder((outside) =>
      inFolder(async (folder) => {
        layTraps(folder, outside);
        writeFileSync(join(folder, 'shop.ts'), 'export default {};');
        mkdirSync(join(folder, 'sub'));
        symlinkSync('../shop.ts', join(folder, 'sub/shop.ts'));
        const uriOf = (of: string, name: string): string => pathToFileURL(join(of, name)).href;
        const within = createWorkspace({ folders: [pathToFileURL(folder).href], isTrusted: true });
        const alone = createWorkspace({ folders: [], isTrusted: false });
        for (const workspace of [within, alone]) {
          assert.equal(workspace.read(uriOf(folder, 'shop.ts')), 'export default {};');
          assert.equal(workspace.read(uriOf(outside, 'secret.md')), '# Secret\n');
          for (const name of [
            'pipe.md',
            'piped.ts',
            'zero.md',
            'zeros.ts',
            'led.md',
            'led.ts',
            'notes.txt',
            'notes.md',
          ])
            assert.equal(workspace.read(uriOf(folder, name)), undefined, name);
        }
        assert.equal(within.read(uriOf(folder, 'sub/shop.ts')), 'export default {};');
        assert.equal(alone.read(uriOf(folder, 'sub/shop.ts')), undefined);
      }),
    ),
);

test('S64: the tools of an assistant read documents in the working folder alone, links resolved', posix, () =>
  inFolder((outside) =>
    inFolder(async (folder) => {
      layTraps(folder, outside);
      writeFileSync(join(folder, 'a.md'), invoices);
      const client = new Client({ name: 'test', version: '1' });
      const args = ['--disable-warning=ExperimentalWarning', program, 'mcp', '--author'];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }));
      try {
        const requests = [{ method: 'GET', path: '/customers' }];
        const call = async (name: string, file: string): Promise<string> => {
          const more = name === 'nonet_try' ? { requests } : {};
          const given = name === 'nonet_compare' ? { old: { file }, new: { file: 'a.md' } } : { file, ...more };
          return JSON.stringify((await client.callTool({ name, arguments: given })).structuredContent);
        };
        const { tools } = await client.listTools();
        const names = tools.map(({ name }) => name).filter((name) => !/language|look_up/.test(name));
        assert.equal(names.length, 6);
        const secrets = ['/etc/passwd', join(outside, 'secret.md'), '../secret.md', 'led.md', 'notes.md', 'notes.txt'];
        for (const name of names) {
          for (const file of ['a.md', join(folder, 'a.md')]) assert.doesNotMatch(await call(name, file), /"error":/);
          for (const file of [...secrets, 'pipe.md', 'zero.md']) {
            const answer = await call(name, file);
            assert.match(
              answer,
              /(is not a document in the working folder\. Name a \.md or \.markdown file in it, or give the text\.|does not exist|not a regular file)/,
              `${name} ${file}`,
            );
            assert.doesNotMatch(answer, /root:|Secret/);
          }
        }
      } finally {
        await client.close();
      }
    }),
  ),
);

/** Creates a document whose commit misses it, in a repository that names a program to fetch it. Returns its path. */
function layRepository(docs: string, repository: string, mark: string): string {
  mkdirSync(docs);
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', ['-c', 'safe.bareRepository=all', '--git-dir', repository, ...words], {
      cwd: docs,
      input,
      encoding: 'utf8',
    }).trim();
  git(['init', '-q', '--bare', repository]);
  const blob = git(['hash-object', '-w', '--stdin'], invoices);
  const tree = git(['mktree'], `100644 blob ${blob}\tservice.md\n`);
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  git(['update-ref', 'HEAD', git([...author, 'commit-tree', tree, '-m', 'Begin'])]);
  rmSync(join(repository, 'objects', blob.slice(0, 2), blob.slice(2)));
  for (const [name, value] of [
    ['core.repositoryformatversion', '1'],
    ['core.bare', 'false'],
    ['core.worktree', docs],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', 'ssh://host/path'],
    ['remote.origin.promisor', 'true'],
    ['core.sshCommand', `echo ssh >> '${mark}';`],
    ['core.fsmonitor', `echo fsmonitor >> '${mark}';`],
    ['core.pager', `echo pager >> '${mark}';`],
    ['diff.external', `echo diff >> '${mark}';`],
  ])
    git(['config', name!, value!]);
  const file = join(docs, 'service.md');
  writeFileSync(file, invoices);
  return file;
}

test(
  'S64: a repository runs no program when a document is compared with its commit, as a folder of another and as its own',
  posix,
  () =>
    inFolder(async (folder) => {
      const mark = join(folder, 'ran');
      for (const [name, at] of [
        ['embedded', '.'],
        ['own', '.git'],
      ] as const) {
        const docs = join(folder, name);
        const file = layRepository(docs, join(docs, at), mark);
        spawnSync('git', ['-c', 'safe.bareRepository=all', 'show', 'HEAD:./service.md'], { cwd: docs });
        assert.match(readFileSync(mark, 'utf8'), /ssh/, 'the trap works');
        rmSync(mark);
        assert.equal(await readCommitted(file), undefined);
        assert.equal(existsSync(mark), false);
      }
    }),
);

test(
  'S64: the language server runs git and modules only in a workspace that the editor trusts, and only when asked',
  posix,
  () =>
    inFolder(async (folder) => {
      const git = (...words: readonly string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: folder });
      const shop = readFileSync(join(root, 'examples/guides/shop/shop.md'), 'utf8');
      const mark = join(folder, 'ran');
      const file = join(folder, 'shop.md');
      writeFileSync(file, shop);
      writeFileSync(join(folder, 'shop.ts'), `import { writeFileSync } from 'node:fs'; writeFileSync('${mark}', 'x');`);
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'Begin');
      const uri = pathToFileURL(file).href;
      const capabilities = { workspace: { applyEdit: true } };
      const folders = [{ uri: pathToFileURL(folder).href, name: 'shop' }];
      const elsewhere = [{ uri: pathToFileURL(join(folder, 'other')).href, name: 'other' }];
      const ask = async (settings: object): Promise<readonly [unknown, unknown]> => {
        const editor = await Editor.open('# Other\n', createWorkspace, { capabilities, ...settings });
        try {
          const run = (command: string, ...more: readonly string[]): Promise<unknown> =>
            editor.ask('workspace/executeCommand', undefined, { command, arguments: [uri, ...more] });
          return [await run('nonet.compare'), await run('nonet.try', 'GET /owing/{name}')];
        } finally {
          editor.close();
        }
      };
      const untrusted = (answers: readonly unknown[]): void => {
        for (const answer of answers)
          assert.deepEqual(answer, {
            reason:
              'Nonet runs no program in this workspace: the editor does not set the initialization option `isTrusted`.',
          });
      };
      const outside = (answers: readonly unknown[]): void => {
        for (const answer of answers)
          assert.deepEqual(answer, {
            reason: `Nonet runs no program for ${file}: it is outside of the folders of the workspace.`,
          });
      };
      for (const isTrusted of [undefined, false, 'true', 1]) {
        const settings = { workspaceFolders: folders, initializationOptions: { isTrusted } };
        untrusted(await ask(settings));
      }
      untrusted(await ask({ workspaceFolders: folders }));
      const trusting = { initializationOptions: { isTrusted: true } };
      outside(await ask({ ...trusting, workspaceFolders: elsewhere }));
      outside(await ask(trusting));
      assert.equal(existsSync(mark), false);
      const [compared] = await ask({ ...trusting, workspaceFolders: folders });
      assert.match(JSON.stringify(compared), /compared with/);
      assert.equal(existsSync(mark), true);
    }),
);

test('S64: moving the cursor compares nothing', async () => {
  let compared = 0;
  const compareWithCommit = async () => {
    compared++;
    return { reason: 'asked' };
  };
  const editor = await Editor.open(
    invoices,
    { compareWithCommit },
    { capabilities: { workspace: { applyEdit: true } } },
  );
  try {
    const position = editor.positionOf(editor.text.indexOf('### Changes'));
    for (const only of [undefined, ['quickfix'], ['source'], ['source.fixAll']]) {
      const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
      const actions = await editor.ask<CodeAction[]>('textDocument/codeAction', undefined, {
        range: { start: position, end: position },
        context,
      });
      assert.deepEqual([actions.at(-1)?.command?.command, compared], ['nonet.addChanges', 0]);
    }
  } finally {
    editor.close();
  }
});
