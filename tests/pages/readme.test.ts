import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { listAnchors } from '../support/anchors.ts';
import { inFolder, root, serve } from '../support/process.ts';

const readme = readPage('README.md');

interface Command {
  readonly line: string;
  readonly answer: readonly string[];
}

function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

function fences(text: string, word: string): string[] {
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${word}\\n([\\s\\S]*?)^\`\`\``, 'gm')), (found) => found[1]!);
}

/** The lines of a page that begin with `$`, each with the answer printed below it. */
function commands(page: string): Command[] {
  return fences(page, 'console').flatMap((text) =>
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

/** Pastes all commands of a page into one shell and asserts that each prints what the page says. */
async function assertPrinted(page: string, folder: string, prelude: string, address: string): Promise<void> {
  const walk = commands(page);
  const lines = walk.map(({ line }) => line.replaceAll(usual, address));
  const answers = await paste(folder, prelude, lines);
  assert.equal(answers.length, walk.length);
  walk.forEach(({ line, answer }, index) => {
    if (answer.length === 0) return;
    const found = shown(answers[index]!);
    const wanted = shown(answer.join('\n'));
    const equal = found.length === wanted.length && wanted.every((wantedLine, at) => matches(found[at]!, wantedLine));
    assert.ok(equal, `$ ${line}\nprinted\n${found.join('\n')}\nand the page says\n${wanted.join('\n')}`);
  });
}

/** Where `nonet serve` listens when nothing else is said. */
const usual = 'http://127.0.0.1:4000';

test('the document of the README serves its requests by copy and paste', async (context) => {
  const [, name, text] = /<!-- document: (\S+) -->\n```md\n([\s\S]*?)^```/m.exec(readme)!;
  assert.ok(text!.split('\n').filter((line) => line !== '').length <= 25, 'the document is too long for a README');
  const walk = commands(readme);
  assert.equal(walk.filter(({ line }) => line.startsWith('curl')).length, 3);
  const row = walk.flatMap(({ answer }) => answer).find((line) => line.startsWith('Nonet-Explain: '))!;
  assert.match(text!.split('\n')[Number(row.split(':').at(-1)) - 1]!, /^\| open \| finish \|/);
  await inFolder(async (folder) => {
    const document = join(folder, name!);
    writeFileSync(document, text!);
    const service = await serve(document, ['--store', `sqlite:${join(folder, 'readme.db')}`]);
    context.after(() => service.kill());
    await assertPrinted(readme, folder, '', service.address);
  });
});

test('the walk through the invoices example works by copy and paste', async (context) => {
  const page = readPage('docs/try-invoices.md');
  const count = commands(page).length;
  assert.ok(count >= 8, `only ${count} commands were found`);
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    copyFileSync(join(root, 'examples/invoices/invoices.md'), document);
    const service = await serve(document, ['--store', `sqlite:${join(folder, 'readme.db')}`]);
    context.after(() => service.kill());
    const setup = fences(page, 'sh').find((text) => text.includes('key=key_…'))!;
    assert.ok(setup.includes(`api=${usual}`));
    const prelude = setup.replace('key=key_…', `key=${service.key}`).replace(usual, service.address);
    await assertPrinted(page, folder, prelude, service.address);
  });
});

test('a document that states nothing has the gaps that the page of gaps lists', async () => {
  const page = readPage('docs/gaps.md');
  assert.equal(commands(page).length, 2);
  await inFolder((folder) => assertPrinted(page, folder, '', usual));
});

test('the commands that the README opens with are there', () => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  const start = readme.slice(0, readme.indexOf('## A document'));
  for (const name of ['start', 'test']) {
    assert.ok(start.includes(`npm install && npm ${name}`), name);
    assert.ok(existsSync(join(root, scripts[name]!.split(' ')[1]!)), scripts[name]);
  }
});

test('what the README says of speed stands in the benchmarks', () => {
  const text = readPage('benchmarks/README.md');
  const figures = text.slice(text.indexOf('<!-- figures: begin -->'), text.indexOf('<!-- figures: end -->'));
  const ratios = (operation: string): number[] => {
    const row = new RegExp(`^\\| ${operation} \\|.*$`, 'm').exec(figures)![0];
    return Array.from(row.matchAll(/\| ([\d.]+) \(/g), (found) => Number(found[1]));
  };
  const [read, list, create, update] = ['read', 'list', 'create', 'update'].map(ratios);
  const more =
    /It creates (\d+) % more records per second of CPU in our benchmark.*Nonet reads, lists and updates faster in the same benchmark/;
  const created = Number(more.exec(readme)?.[1]);
  assert.ok(
    Math.abs((1 / create![1]! - 1) * 100 - created) <= 1,
    `${created} % is claimed, ${create![1]} was measured`,
  );
  assert.ok(read![1]! > 1 && list![1]! > 1 && update![1]! > 1);
  const claimed = Number(/up to (\d+) % more requests per second of CPU/.exec(readme)?.[1]);
  const most = Math.max(...[read, list, create, update].map((ratios) => (1 / ratios![0]! - 1) * 100));
  assert.ok(most <= claimed && claimed < most + 5, `up to ${claimed} % is claimed, ${most} % was measured`);
});

test('the piece of a page in the walk stands in the example', () => {
  const piece = /<!-- from (\S+) -->\n```md\n([\s\S]*?)```/.exec(readPage('docs/try-invoices.md'));
  assert.ok(piece !== null);
  assert.ok(readPage(piece[1]!).includes(piece[2]!));
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
  // `markdown/empty-fact` is the code of a diagnostic.
  const places = (path: string) => [path, `src/${path}`, `docs/diagnostics/${path.replace('/', '-')}.md`];
  const missing = paths.filter(({ path }) => !places(path).some((place) => existsSync(join(root, place))));
  assert.deepEqual(missing, [{ page: 'CONTRIBUTING.md', path: 'src/parts/resources/formats/isbn.ts' }]);
});

test('every link to a heading leads to one', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: root });
  const links = pages.flatMap((page) =>
    Array.from(
      readPage(page)
        .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
        .matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g),
      ([, to, at]) => ({ page, target: to === undefined ? page : normalize(join(dirname(page), to)), at: at! }),
    ),
  );
  assert.ok(links.length > 200, `only ${links.length} links to headings were found`);
  const anchors = new Map(
    [...new Set(links.map(({ target }) => target))].map((page) => [page, listAnchors(join(root, page))]),
  );
  assert.deepEqual(
    links.filter(({ target, at }) => !anchors.get(target)!.has(at)),
    [],
    'these targets have no such heading',
  );
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
    'no page links to these: add a line to docs/README.md, or to the README.md of the folder',
  );
});
