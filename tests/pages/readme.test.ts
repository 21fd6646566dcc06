import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { inFolder, root, serve } from '../support/process.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

interface Command {
  readonly line: string;
  readonly answer: readonly string[];
}

function fences(word: string): string[] {
  return Array.from(readme.matchAll(new RegExp(`^\`\`\`${word}\\n([\\s\\S]*?)^\`\`\``, 'gm')), (found) => found[1]!);
}

/** The lines that begin with `$`, each with the answer printed below it. */
function commands(): Command[] {
  return fences('console').flatMap((text) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map((piece) => {
        const [line, ...answer] = piece.trimEnd().split('\n');
        return { line: line!, answer };
      }),
  );
}

const mark = '=====';

/** Runs all lines in one shell, as somebody does who pastes them, and gives what each printed. */
async function paste(folder: string, prelude: string, lines: readonly string[]): Promise<string[]> {
  // In the place of the installed program stands this one.
  const npx = `npx() { shift; '${process.execPath}' '${join(root, 'bin/nonet.ts')}' "$@"; }`;
  const script = `${npx}\n${prelude}\n${lines.map((line) => `${line} 2>&1\necho '${mark}'`).join('\n')}\n`;
  const shell = spawn('bash', ['-c', script], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  let out = '';
  shell.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await once(shell, 'close');
  return out.replaceAll('\r', '').split(`${mark}\n`).slice(0, -1);
}

/** Lines that are not blank; npm's own warnings about the machine left out. */
function shown(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm warn'));
}

function matches(found: string, wanted: string): boolean {
  const pattern = wanted.split('…').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('[^"]*')}$`).test(found);
}

test('the walk-through of the README works by copy and paste', async (context) => {
  const walk = commands();
  assert.ok(walk.length >= 8, `only ${walk.length} commands were found`);
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    copyFileSync(join(root, 'examples/invoices/invoices.md'), document);
    const service = await serve(document, ['--store', `sqlite:${join(folder, 'readme.db')}`]);
    context.after(() => service.kill());
    const setup = fences('sh').find((text) => text.includes('key=key_…'))!;
    const prelude = setup
      .replace('key=key_…', `key=${service.key}`)
      .replace('api=http://127.0.0.1:4000', `api=${service.address}`);
    assert.notEqual(prelude, setup);
    const answers = await paste(
      folder,
      prelude,
      walk.map((command) => command.line),
    );
    assert.equal(answers.length, walk.length);
    walk.forEach(({ line, answer }, index) => {
      if (answer.length === 0) return;
      const found = shown(answers[index]!);
      const wanted = shown(answer.join('\n'));
      const equal = found.length === wanted.length && wanted.every((wantedLine, at) => matches(found[at]!, wantedLine));
      assert.ok(equal, `$ ${line}\nprinted\n${found.join('\n')}\nand the README says\n${wanted.join('\n')}`);
    });
  });
});

test('the piece of a page in the README stands in the example', () => {
  const piece = /<!-- from (\S+) -->\n```md\n([\s\S]*?)```/.exec(readme);
  assert.ok(piece !== null);
  assert.ok(readFileSync(join(root, piece[1]!), 'utf8').includes(piece[2]!));
});

test('every file and folder of the project that a page names is there', () => {
  // `text/csv` is no file of the room `text/`.
  const rooms = readdirSync(join(root, 'src'))
    .filter((room) => room !== 'text')
    .join('|');
  const named = new RegExp(`\`((?:src|bin|docs|tests|scripts|examples|benchmarks|${rooms})/[\\w./-]+)\``, 'g');
  const pages = globSync(['*.md', 'docs/**/*.md', 'benchmarks/*.md', 'examples/*/README.md'], { cwd: root });
  const paths = pages.flatMap((page) =>
    Array.from(readFileSync(join(root, page), 'utf8').matchAll(named), (found) => ({ page, path: found[1]! })),
  );
  assert.ok(paths.length > 200, `only ${paths.length} names were found`);
  // `markdown/old-name` is the code of a diagnostic.
  const places = (path: string) => [path, `src/${path}`, `docs/diagnostics/${path.replace('/', '-')}.md`];
  const missing = paths.filter(({ path }) => !places(path).some((place) => existsSync(join(root, place))));
  assert.deepEqual(missing, [{ page: 'CONTRIBUTING.md', path: 'src/parts/resources/formats/isbn.ts' }]);
});

test('every page of docs/ is reached from the README by links, and every link leads somewhere', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)) {
      const path = normalize(join(dirname(page), target!));
      assert.ok(existsSync(join(root, path)), `${page} leads to ${path}, which is not there`);
      if (path.endsWith('.md') && path.startsWith('docs')) reached.add(path);
    }
  }
  const pages = globSync('docs/**/*.md', { cwd: root });
  assert.ok(pages.length > 50, `only ${pages.length} pages were found`);
  assert.deepEqual(
    pages.filter((page) => !reached.has(page)),
    [],
  );
});
