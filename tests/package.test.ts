import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { copyBundle, servedOnce } from './support/bundle.ts';
import { findFreePort } from './support/listen-at.ts';
import { createProject, installPackage } from './support/packed.ts';
import { freshDatabase } from './support/postgres.ts';
import { inFolder, root } from './support/process.ts';
import { listSteps, takeSteps } from './support/tutorial.ts';

const run = promisify(execFile);
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
  bin: { nonet: string };
  exports: { '.': { default: string; types: string } };
};

test('npm run build makes a package whose program and library run as plain JavaScript', async () => {
  await run(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root });
  const program = join(root, description.bin.nonet);
  const { stdout } = await run(process.execPath, [program, '--version']);
  assert.equal(stdout.trim(), description.version);
  const checked = await run(process.execPath, [program, 'check', 'examples/invoices/invoices.md'], { cwd: root });
  assert.match(checked.stdout, /no error/);
  const library = (await import(join(root, description.exports['.'].default))) as Record<string, unknown>;
  assert.equal(typeof library.open, 'function');
  assert.ok(readFileSync(join(root, description.exports['.'].types), 'utf8').includes('open'));
  assert.match(readFileSync(join(root, 'dist/THIRD-PARTY.txt'), 'utf8'), /^commander [\d.]+ \(MIT\)$/m);
  const files = globSync('dist/{bin,chunks,src}/**/*.js', { cwd: root });
  // V8 compiles a function in parentheses with its file, so the compile cache holds it.
  const eager = files.filter((file) => /^readDocument=\(function\(/m.test(readFileSync(join(root, file), 'utf8')));
  assert.equal(eager.length, 1);
  for (const file of files) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    // Node prints the line of an error that nobody catches. The page's style and script are one line each.
    const long = lines.filter(
      (line) => line.length > 4_000 && !line.includes('pageStyle') && !line.includes('pageScript'),
    );
    assert.deepEqual(long, [], file);
  }
});

test('the bundled program loads none of the packages that a service without them has no use for', async () => {
  await inFolder(async (folder) => {
    // Without node_modules: pg and pino are looked for where they are used.
    const program = copyBundle(folder);
    const document = join(root, 'examples/invoices/invoices.md');
    assert.match((await run(process.execPath, [program, 'check', document])).stdout, /no error/);
    assert.equal(await servedOnce(process.execPath, [program, 'serve', document], '', folder), '401, then 0');
    const cache = { NODE_COMPILE_CACHE: undefined, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };
    await run(process.execPath, [program, '--version'], { env: { ...process.env, ...cache } });
    assert.ok(
      existsSync(join(folder, 'package/node_modules/.cache/nonet')),
      'compiled code is kept beside the program',
    );
    const server = await run(process.execPath, [program, 'lsp']).catch((error: { readonly stderr: string }) => error);
    assert.match(server.stderr, /To install them, run npm install vscode-languageserver/);
    const failed = await run(process.execPath, [
      program,
      'keys',
      'list',
      document,
      '--store',
      'postgres://nobody@127.0.0.1:1/none',
    ]).then(
      () => assert.fail('it listed keys'),
      (error: { readonly stderr: string }) => error,
    );
    assert.match(failed.stderr, /Cannot find package 'pg'/);
  });
});

test('a second start of the built program loads no code that reads documents, unless its document or module changed', () =>
  inFolder(async (folder) => {
    const program = copyBundle(folder);
    const document = join(folder, 'shop.md');
    const text = page('tests/documents/notes.md');
    writeFileSync(document, text);
    const cache = { NODE_COMPILE_CACHE: join(folder, 'cache') };
    const start = (): Promise<string> =>
      servedOnce(process.execPath, [program, 'serve', document, '--store', 'sqlite::memory:'], '', folder, cache);
    assert.match(await start(), /then 0$/);
    const files = globSync('package/dist/chunks/*.js', { cwd: folder }).map((name) => join(folder, name));
    for (const file of files) if (/^readDocument=\(function\(/m.test(readFileSync(file, 'utf8'))) rmSync(file);
    assert.match(await start(), /then 0$/);
    writeFileSync(document, `${text}\n`);
    await assert.rejects(start(), /Cannot find module/);
    writeFileSync(document, text);
    assert.match(await start(), /then 0$/);
    writeFileSync(join(folder, 'shop.ts'), 'export default 1;\n');
    await assert.rejects(start(), /Cannot find module/);
  }));

const page = (name: string): string => readFileSync(join(root, name), 'utf8');

/** The first fenced block of a page that is marked so, such as `ts fastify`, or begins so. */
function blockOf(name: string, mark: string, beginning = ''): string {
  const blocks = page(name).matchAll(/^```([^\n]+)\n([\s\S]*?)^```/gm);
  return [...blocks].find(([, of, block]) => of === mark && block!.startsWith(beginning))![2]!;
}

/** The program that the npm package `bun` brings for this machine. */
const bun = join(root, globSync('node_modules/@oven/bun-*/bin/bun*', { cwd: root })[0]!);

/** The mount of a page, on a free port: asked once from outside, by the key of the service, then ended. */
function mounted(mark: string): string {
  const listening = mark === 'fastify' ? 'app.server' : 'server';
  const end = mark === 'fastify' ? 'await app.close();' : `${listening}.close();\nawait service.close();`;
  return `import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
${blockOf('docs/library.md', `ts ${mark}`).replaceAll('4000', '0')}
const listening = ${listening} as Server;
if (!listening.listening) await once(listening, 'listening');
const key = await service.createKey({ subject: 'ada', scopes: ['write'], attributes: { shop: 'demo' } });
const answer = await fetch(\`http://127.0.0.1:\${(listening.address() as AddressInfo).port}/customers\`, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${key}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Ada' }),
});
console.log(answer.status, await answer.text());
listening.closeAllConnections?.();
${end}
`;
}

const strict =
  '--noEmit --allowImportingTsExtensions --strict --skipLibCheck false --module nodenext --target esnext --types node'.split(
    ' ',
  );
const answered = (mounts: number): RegExp =>
  new RegExp(`^(201 \\{"id":"[-0-9a-f]{36}","shop":"demo","name":"Ada"\\}\n){${mounts}}$`);

for (const [name, atLeast] of [
  ['tutorial', 30],
  ['tutorial-photos', 40],
] as const)
  test(`the steps of docs/${name}.md lead through a new project to a tested service`, () =>
    inFolder(async (folder) => {
      const port = String(await findFreePort());
      const steps = listSteps(page(`docs/${name}.md`).replaceAll('4000', port));
      const env = {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        NODE_TEST_CONTEXT: undefined,
        NO_COLOR: '1',
        NONET_PORT: port,
        npm_config_loglevel: 'error',
      };
      const checkout = join(folder, 'nonet');
      mkdirSync(checkout);
      const taken = await takeSteps(steps, checkout, env, createProject);
      assert.ok(taken > atLeast, `${taken} steps`);
    }));

test('the package is packed, installed into another project, and runs the examples of the pages there', () =>
  inFolder(async (folder) => {
    const modules = join(folder, 'node_modules');
    const inside = (command: string, words: readonly string[]) =>
      run(command, words, { cwd: folder, env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
    const files = await installPackage(folder, ['@types/node', 'fastify', 'hono', '@hono']);
    assert.ok(!files.some(({ path }) => /\.(test|suite|fixture)\./.test(path)));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const name of [
      'seat-holds/seat-holds.md',
      'bookings/bookings.md',
      'help-desk/help-desk.md',
      'invoices/invoices.md',
      'guides/shop/shop.md',
      'guides/shop/shop.ts',
    ]) {
      copyFileSync(join(modules, 'nonet/examples', name), join(folder, basename(name)));
    }
    for (const [, target] of page('README.md').matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)) {
      assert.ok(
        existsSync(join(modules, 'nonet', target!)),
        `README.md leads to ${target}, which is not in the package`,
      );
    }
    const mounts = ['node', 'fastify', 'hono'];
    const tests = ['seats', 'invoices', 'streams', 'shop'];
    const written = new Map([
      ['main.ts', blockOf('docs/library.md', 'ts', 'import { readFileSync }')],
      ...mounts.map((mark) => [`${mark}.ts`, mounted(mark)] as const),
      ...tests.map((mark) => [`${mark}.test.ts`, blockOf('docs/testing.md', `ts ${mark}`)] as const),
    ]);
    for (const [name, block] of written) writeFileSync(join(folder, name), block);
    const program = join(modules, 'nonet', description.bin.nonet);
    await inside(process.execPath, [program, 'generate', 'types', 'shop.md']);
    const mains = ['main.ts', ...mounts.map((mark) => `${mark}.ts`)];
    const typed = await inside(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...strict,
      ...['shop.ts', ...written.keys()],
    ]).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    assert.equal(typed.stdout, '');
    writeFileSync(join(folder, 'all.ts'), mains.map((name) => `await import('./${name}');\n`).join(''));
    const [onNode, onBun, byBun, tested] = await Promise.all([
      inside(process.execPath, ['all.ts']),
      inside(bun, ['all.ts']),
      inside(bun, [program, 'check', 'shop.md']),
      inside(process.execPath, [
        ...['--test', '--test-isolation=none', '--test-reporter=tap'],
        ...tests.map((mark) => `${mark}.test.ts`),
      ]).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr })),
    ]);
    for (const { stdout, stderr } of [onNode, onBun]) assert.match(stdout, answered(4), stderr);
    assert.match(byBun.stdout, /^shop\.md: no error/m);
    assert.match(tested.stdout, /^# pass 4$[\s\S]*^# fail 0$/m, tested.stdout);
  }));

test(
  'npm run create makes a project of the checkout, and the project starts and passes its test',
  { skip: process.env.NONET_THOROUGH !== '1' && 'NONET_THOROUGH=1 tries it with packages of the registry' },
  () =>
    inFolder(async (folder) => {
      const env = {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        NONET_PORT: String(await findFreePort()),
      };
      const project = join(folder, 'notes');
      const created = await run('npm', ['run', '--silent', 'create', project], { cwd: root, env });
      assert.match(created.stdout, /^Created \S*notes\/notes\.md, .*AGENTS\.md$/m);
      assert.match((await run('npm', ['test'], { cwd: project, env })).stdout, /^ℹ pass 2$/m);
      const started = spawn('npm', ['start'], {
        cwd: project,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(started, 'close');
      try {
        let printed = '';
        for await (const chunk of started.stdout) {
          printed += chunk;
          if (/^listening on /m.test(printed)) break;
        }
        const response = await fetch(`http://127.0.0.1:${env.NONET_PORT}/docs`);
        assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      } finally {
        process.kill(-started.pid!, 'SIGTERM');
        await ended;
      }
    }),
);

/** Node 26 is the newest that the registry has; the older ones are those that the package refuses. */
const nodes = { node26: '26.10.0', node22: '22', node20: '20' };
const leftOut =
  'npm test leaves out the installation from the registry, Express, and Node 20, 22 and 26: NONET_THOROUGH=1 tries them';

test(
  'npm installs the package into another project, where it runs on Node 24 and 26 and on Bun',
  {
    skip: process.env.NONET_THOROUGH !== '1' && leftOut,
  },
  () =>
    inFolder(async (folder) => {
      const npm = (words: readonly string[], cwd: string) => run('npm', [...words, '--no-audit', '--no-fund'], { cwd });
      const named = (name: string): string => `${name}@${description.devDependencies[name]}`;
      const modules = join(folder, 'node_modules');
      await npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      const packages = ['fastify', 'hono', '@hono/node-server', '@types/node', 'typescript'].map(named);
      const tarball = `./nonet-${description.version}.tgz`;
      await npm(['install', tarball, 'express@5.3.0', '@types/express@5', ...packages], folder);
      const others = join(folder, 'nodes');
      mkdirSync(others);
      const machine = `${process.platform}-${process.arch}`;
      const binary = `${machine === 'darwin-arm64' ? 'node-bin' : 'node'}-${machine}`;
      writeFileSync(join(others, 'package.json'), '{}');
      await npm(['install', ...Object.entries(nodes).map(([name, of]) => `${name}@npm:${binary}@${of}`)], others);
      const nodeOf = (name: string): string => join(others, 'node_modules', name, 'bin/node');
      for (const name of ['shop.md', 'shop.ts']) {
        copyFileSync(join(modules, 'nonet/examples/guides/shop', name), join(folder, name));
      }
      const mounts = ['node', 'fastify', 'hono', 'express'];
      for (const mark of mounts) writeFileSync(join(folder, `${mark}.ts`), mounted(mark));
      writeFileSync(join(folder, 'all.ts'), mounts.map((name) => `await import('./${name}.ts');\n`).join(''));
      writeFileSync(join(folder, 'shop.test.ts'), blockOf('docs/testing.md', 'ts shop'));
      const program = join(modules, '.bin/nonet');
      const env = {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      };
      const inside = (command: string, words: readonly string[], cwd = folder) => run(command, words, { cwd, env });
      await inside('npx', ['nonet', 'generate', 'types', 'shop.md']);
      const typed = await inside(join(modules, '.bin/tsc'), [...strict, 'all.ts', 'shop.test.ts']).catch(
        ({ stdout }: { stdout: string }) => ({ stdout }),
      );
      assert.equal(typed.stdout, '');
      for (const [at, runtime] of [process.execPath, nodeOf('node26'), bun].entries()) {
        const { stdout, stderr } = await inside(runtime, ['all.ts']);
        assert.match(stdout, answered(4), stderr);
        const first = `notes-${at}.md`;
        await inside(runtime, [program, 'init', first, '--small']);
        assert.match((await inside(runtime, [program, 'check', first])).stdout, /: no error/);
        const key = (
          await inside(runtime, [program, 'keys', 'create', 'shop.md', '--all-scopes', '--attribute', 'shop=demo'])
        ).stdout;
        assert.equal(await servedOnce(runtime, [program, 'serve', 'shop.md'], key.trim(), folder), '201, then 0');
        if (runtime === bun) continue;
        const { stdout: tested } = await inside(runtime, ['--test', '--test-reporter=tap', 'shop.test.ts']);
        assert.match(tested, /^# pass 1$/m);
      }
      const library = async (runtime: string): Promise<readonly string[]> => {
        const stores = ['sqlite::memory:', await freshDatabase()];
        const all = stores.map((store) => inside(runtime, [join(root, 'tests/support/under-bun.ts'), store]));
        return (await Promise.all(all)).map(({ stdout }) => stdout);
      };
      const [on24, on26] = [await library(process.execPath), await library(nodeOf('node26'))];
      assert.match(on24.join(''), /^(\{"made":201.*\}\n){2}$/);
      assert.deepEqual(on26, on24);
      for (const [name, version] of [
        ['node20', '20'],
        ['node22', '22'],
      ] as const) {
        for (const words of [
          [program, 'check', 'shop.md'],
          ['--eval', "import('nonet')"],
        ]) {
          const { stderr } = await inside(nodeOf(name), words).catch((error: { stderr: string }) => error);
          assert.match(
            stderr,
            new RegExp(`nonet needs Node\\.js 24\\.15 or later, and this is ${version}\\.`),
            words.join(' '),
          );
        }
      }
      await inCommonJs(folder, (words) => inside(process.execPath, words, join(folder, 'common')));
    }),
);

/** A project of CommonJS inside the folder: its own modules require the package, its handlers are told how they run. */
async function inCommonJs(
  folder: string,
  inside: (words: readonly string[]) => Promise<{ readonly stdout: string }>,
): Promise<void> {
  const common = join(folder, 'common');
  mkdirSync(common);
  writeFileSync(join(common, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(common, 'main.js'), "const { open } = require('nonet');\nconsole.log(typeof open);\n");
  assert.equal((await inside(['main.js'])).stdout, 'function\n');
  for (const name of ['shop.md', 'shop.ts']) copyFileSync(join(folder, name), join(common, name));
  const program = join(folder, 'node_modules/.bin/nonet');
  const { stderr } = await inside([program, 'serve', 'shop.md']).then(
    () => assert.fail('it was served'),
    (error: { readonly stderr: string }) => error,
  );
  assert.match(stderr, /npm pkg set type=module/);
  renameSync(join(common, 'shop.ts'), join(common, 'shop.mts'));
  const key = (await inside([program, 'keys', 'create', 'shop.md', '--all-scopes', '--attribute', 'shop=demo'])).stdout;
  assert.equal(await servedOnce(process.execPath, [program, 'serve', 'shop.md'], key.trim(), common), '201, then 0');
}

test('an older Node is told in one line which version is needed, by the program and by the library', async () => {
  const older = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.11.0' })";
  const failed = (words: readonly string[]) =>
    run(process.execPath, ['--import', older, ...words]).then(
      () => assert.fail('it ran'),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  const { code, stdout, stderr } = await failed([join(root, 'bin/nonet.ts')]);
  assert.equal((await failed([join(root, description.bin.nonet)])).stderr, stderr);
  assert.deepEqual([code, stdout], [2, '']);
  assert.equal(
    stderr,
    'nonet needs Node.js 24.15 or later, and this is 20.11.0. Install it from https://nodejs.org, or run: npx -p node@24 -p nonet nonet\n',
  );
  const entries = ['src/index.ts', 'src/testing.ts', 'dist/src/index.js', 'dist/src/testing.js'];
  for (const entry of entries) {
    const thrown = (await failed([join(root, entry)])).stderr;
    assert.ok(`\n${thrown}`.includes(`\nError: ${stderr}`), thrown);
  }
});
