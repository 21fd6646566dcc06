import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Ended, inFolder, program, root } from './support/process.ts';

const source = join(root, 'packages/create-nonet');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Installs create-nonet into a folder, where `nonet` is this checkout, and returns what runs it in another. */
function installed(folder: string): (cwd: string, ...words: readonly string[]) => Promise<Ended> {
  const modules = join(folder, 'tools/node_modules');
  mkdirSync(join(modules, 'nonet'), { recursive: true });
  cpSync(source, join(modules, 'create-nonet'), { recursive: true });
  writeFileSync(
    join(modules, 'nonet/package.json'),
    '{ "name": "nonet", "type": "module", "bin": { "nonet": "nonet.js" } }',
  );
  writeFileSync(join(modules, 'nonet/nonet.js'), `await import(${JSON.stringify(program)});\n`);
  return async (cwd, ...words) => {
    const program = join(modules, 'create-nonet/create-nonet.js');
    const env = { ...process.env, NO_COLOR: '1', npm_config_user_agent: 'npm/11.0.0 node/v24.15.0' };
    const child = spawn(process.execPath, [program, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, out, err };
  };
}

test('create-nonet has the version of nonet, and depends on it alone', () => {
  const { version } = readJson(join(root, 'package.json'));
  const manifest = readJson(join(source, 'package.json'));
  assert.equal(manifest.version, version);
  assert.deepEqual(manifest.dependencies, { nonet: version });
});

test('create-nonet writes a project into a new folder and prints the next steps', () =>
  inFolder(async (folder) => {
    const create = installed(folder);
    const made = await create(folder, 'My Shop', '--no-install', '--nonet', './nonet.tgz');
    assert.equal(made.err, '');
    assert.equal(
      made.out,
      `Created My Shop/my-shop.md, My Shop/my-shop.test.ts, My Shop/package.json, My Shop/.gitignore, My Shop/README.md, My Shop/AGENTS.md

Next:
  cd "My Shop"
  npm install
  npm start         serves my-shop.md; documentation on http://127.0.0.1:4000/docs
  npm run client    generates client.ts, a typed client
  npm test          runs the tests
`,
    );
    const manifest = readJson(join(folder, 'My Shop/package.json'));
    assert.deepEqual(manifest.dependencies, { nonet: 'file:../nonet.tgz' });
    assert.equal(manifest.scripts.start, 'nonet serve my-shop.md');
    assert.match(readFileSync(join(folder, 'My Shop/my-shop.md'), 'utf8'), /^# My shop\n/);
  }));

test('create-nonet uses the current folder if it is empty, and never overwrites a file', () =>
  inFolder(async (folder) => {
    const create = installed(folder);
    const notes = join(folder, 'notes');
    mkdirSync(join(notes, '.git'), { recursive: true });
    const made = await create(notes, '--no-install', '--name', 'Our notes');
    assert.equal(made.status, 0, made.err);
    assert.match(made.out, /\nNext:\n {2}npm install\n/);
    assert.match(readFileSync(join(notes, 'notes.md'), 'utf8'), /^# Our notes\n/);
    assert.match(readJson(join(notes, 'package.json')).dependencies.nonet, /^\^\d+\.\d+\.\d+$/);

    const files = readdirSync(notes);
    writeFileSync(join(notes, 'README.md'), 'mine');
    const again = await create(notes, '--no-install');
    assert.deepEqual([again.status, again.out], [2, '']);
    assert.equal(
      again.err,
      'create-nonet: The current folder is not empty. Name a folder, such as: npm create nonet notes\n',
    );
    const forced = await create(notes, '--no-install', '--yes');
    assert.equal(forced.status, 2);
    assert.match(
      forced.err,
      /^nonet: notes\.md, .*README\.md, AGENTS\.md already exist\. Choose another folder: init never overwrites/,
    );
    assert.deepEqual([readdirSync(notes), readFileSync(join(notes, 'README.md'), 'utf8')], [files, 'mine']);
  }));

test('create-nonet asks for the folder on a terminal if the current one is not empty', () =>
  inFolder(async (folder) => {
    installed(folder);
    const terminal = 'data:text/javascript,process.stdin.isTTY = true';
    const program = 'tools/node_modules/create-nonet/create-nonet.js';
    const child = spawn(process.execPath, ['--import', terminal, program, '--no-install'], { cwd: folder });
    child.stdin.end('shop\n');
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    const [status] = await once(child, 'close');
    assert.equal(status, 0, out);
    assert.match(out, /^Folder of the project \(notes\): Created shop\/shop\.md/);
    assert.deepEqual(readdirSync(folder).sort(), ['shop', 'tools']);
  }));

test('create-nonet explains its flags, and refuses others', () =>
  inFolder(async (folder) => {
    const create = installed(folder);
    const { out } = await create(folder, '--help');
    const readme = readFileSync(join(source, 'README.md'), 'utf8');
    for (const flag of ['--name', '--no-install', '--nonet', '--yes']) {
      assert.ok(out.includes(`  ${flag} `) && readme.includes(`\`${flag}`), flag);
    }
    const wrong = await create(folder, 'notes', '--instal');
    assert.equal(wrong.status, 2);
    assert.match(
      wrong.err,
      /^create-nonet: Unknown option '--instal'.*\n\(npm create nonet -- --help lists the options\)\n$/s,
    );
    const two = await create(folder, 'a', 'b');
    assert.match(two.err, /^create-nonet: Expected one folder, found a, b\.\n/);
    assert.deepEqual(readdirSync(folder), ['tools']);
  }));
