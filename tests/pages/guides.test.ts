import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, program, root } from '../support/process.ts';

const mark = '=====';
/** The pages whose commands tests of this file have run. */
const held = new Set<string>();

/** Runs lines in one shell in a folder, where `nonet` is this program, and gives what each printed. */
async function paste(folder: string, lines: readonly string[]): Promise<string[]> {
  const prelude = `nonet() { '${process.execPath}' '${program}' "$@"; }\nnode() { '${process.execPath}' "$@"; }`;
  const script = `${prelude}\n${lines.map((line) => `${line} 2>&1\necho '${mark}'`).join('\n')}\n`;
  const shell = spawn('bash', ['-c', script], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  const chunks: Buffer[] = [];
  shell.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(shell, 'close');
  return Buffer.concat(chunks).toString().split(`${mark}\n`).slice(0, -1);
}

/** `…` alone on a line stands for any lines, inside a line for any text. */
function matches(found: string, wanted: string): boolean {
  const pattern = wanted
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${found.replace(/^\n+|\n+$/g, '').replace(/\n\n+/g, '\n')}\n`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The situation that a page begins with: commands that ran before, and the address that its example of one stands for. */
interface Situation {
  readonly before?: readonly string[];
  readonly addresses?: Readonly<Record<string, string>>;
}

/** The commands of a page are run in a folder with some files, and print what the page says. */
async function holds(
  page: string,
  atLeast: number,
  files: Readonly<Record<string, string>>,
  { before = [], addresses = {} }: Situation = {},
): Promise<void> {
  held.add(page);
  const text = Object.entries(addresses).reduce(
    (written, [example, address]) => written.replaceAll(example, address),
    readFileSync(join(root, page), 'utf8'),
  );
  const commands = Array.from(text.matchAll(/^```console\n([\s\S]*?)^```/gm), (found) => found[1]!).flatMap((fence) =>
    fence
      .split(/^\$ /m)
      .slice(1)
      .map((piece) => {
        const [line = '', ...answer] = piece.trimEnd().split('\n');
        return { line, answer: answer.join('\n') };
      }),
  );
  assert.ok(commands.length >= atLeast, `only ${commands.length} commands were found`);
  await inFolder(async (folder) => {
    for (const [name, file] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      copyFileSync(join(root, file), join(folder, name));
    }
    const lines = [...before, ...commands.map(({ line }) => line)];
    const printed = (await paste(folder, lines)).slice(before.length);
    assert.equal(printed.length, commands.length);
    commands.forEach(({ line, answer }, at) => {
      assert.ok(matches(printed[at]!, answer), `$ ${line}\nprinted\n${printed[at]}\nand the page says\n${answer}`);
    });
  });
}

for (const [name, atLeast] of [
  ['migrate', 13],
  ['load-and-export', 7],
  ['backup', 3],
] as const) {
  test(`the commands of docs/${name}.md print what it says`, async () => {
    await holds(`docs/${name}.md`, atLeast, { 'invoices.md': 'examples/invoices/invoices.md' });
  });
}

test('the commands of docs/cookbook/move-to-postgresql.md print what it says', async () => {
  const before = [
    `echo '{"id": "cus_00000000000000000000000001", "shop": "north", "name": "Ada", "email": "ada@example.com"}' > Customer.jsonl`,
    'nonet load invoices.md Customer.jsonl',
    'nonet keys create invoices.md --scheme key --all-scopes --attribute shop=north',
  ];
  const addresses = { 'postgres://nonet@db.internal/invoices': await freshDatabase() };
  const files = { 'invoices.md': 'examples/invoices/invoices.md' };
  await holds('docs/cookbook/move-to-postgresql.md', 2, files, { before, addresses });
});

const notes = { 'notes.v1.md': 'tests/documents/compared.v1.md', 'notes.md': 'tests/documents/compared.md' };

test('the commands of docs/versioning.md print what it says', async () => {
  await holds('docs/versioning.md', 3, notes);
});

test('the commands of docs/access.md print what it says', async () => {
  await holds('docs/access.md', 5, { 'clinic.md': 'tests/messages/documents/clinic.md' });
});

test('the commands of docs/call.md print what it says', async () => {
  const files = { 'invoices.md': 'examples/invoices/invoices.md' };
  await holds('docs/call.md', 1, files, { before: ['export NONET_KEY=key_x'] });
});

test('the commands of docs/import.md print what it says', async () => {
  await holds('docs/import.md', 3, { 'pages.yaml': 'tests/import/descriptions/pages.yaml' });
});

test('the commands of docs/compare.md print what it says', async () => {
  await holds('docs/compare.md', 6, {
    ...notes,
    'invoices.md': 'examples/invoices/invoices.md',
    'versions/2026-06-01.md': 'examples/invoices/versions/2026-06-01.md',
  });
});

/** Pages with commands that no test of this file runs: the test that does, or the reason why none does. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/gaps.md': 'tests/pages/readme.test.ts',
  'docs/metrics.md': 'responses of a server whose database is unreachable',
  'docs/try-invoices.md': 'tests/pages/readme.test.ts',
  'docs/tutorial-photos.md': 'tests/package.test.ts',
  'docs/tutorial.md': 'tests/package.test.ts',
};

test('the commands of every page of docs/ are run', () => {
  const pages = globSync('docs/**/*.md', { cwd: root }).map((page) => page.replaceAll('\\', '/'));
  const withCommands = pages.filter((page) => /^```console$/m.test(readFileSync(join(root, page), 'utf8')));
  assert.deepEqual(
    withCommands.filter((page) => !held.has(page) && !Object.hasOwn(elsewhere, page)),
    [],
    'no test runs the commands of these pages: add a test to tests/pages/guides.test.ts',
  );
  assert.deepEqual(
    Object.keys(elsewhere).filter((page) => held.has(page) || !withCommands.includes(page)),
    [],
    'these pages are run here, or have no commands: remove them from `elsewhere`',
  );
});
