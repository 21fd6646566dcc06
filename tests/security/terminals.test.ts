import assert from 'node:assert/strict';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../src/cli/program.ts';
import { logTo } from '../../src/cli/shared/log.ts';
import { type Said, said } from '../../src/cli/shared/terminal.fixture.ts';
import { createTerminal } from '../../src/cli/shared/writer.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { hooked } from '../serve/deliveries/deliveries.fixture.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { inFolder, nonet, root, serve } from '../support/process.ts';

// What callers send and what files are called never steers the terminal of an operator (S43).

/** Escapes of C0 and C1, a bell, a title, signs that turn or hide writing, and a line of its own. */
const hostile =
  '\u001b[31mred\u001b]0;title\u0007\u009b31m\u0085\u202etxt\u2066\u200b\u2028\u007f\ufeff\rover\nforged line';
const steers = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
const inOneLine = hostile.replaceAll(/[\r\n]/g, ' ');
/** Without controls, which no document may have. */
const inDocument = inOneLine.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '');

function checkPrinted(words: readonly string[], text: string): void {
  const told = JSON.stringify([words, text.slice(0, 2000)]);
  assert.doesNotMatch(text, steers, told);
  assert.doesNotMatch(text, /^forged line/m, told);
}

/** A document and a store in which everything that callers choose is hostile, in a folder with a hostile name. */
async function filled(folder: string): Promise<string> {
  const document = hooked().replace('# Notes', `# Notes ${inDocument}`);
  const file = join(folder, `notes ${hostile}.md`);
  writeFileSync(file, document);
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore(`sqlite:${file.replace(/\.md$/, '.db')}`, planFor(document), {
    platform,
    durability: 'process',
  });
  const record = JSON.stringify({
    id: 'note_01k8z7rqa0faw8vvg14d2pf2db',
    shop: hostile,
    text: hostile,
    inner: hostile,
  });
  await store.write(async ({ events }) => {
    const facts = { kind: 'note.made', resource: 'Note', recordId: hostile, recordVersion: 1, record };
    await events.record([{ ...facts, id: 'evt_1', at: 1_000, traceId: 'a'.repeat(32) }]);
    return { result: undefined, undo: false };
  });
  const credential = { scheme: 'key', subject: hostile, scopes: ['all'], attributes: { shop: hostile } };
  for (const [nth, kind] of (['key', 'token', 'secret'] as const).entries()) {
    const hash = String(nth).repeat(64);
    await store.credentials.create({ ...credential, id: `k${nth}`, kind, client: hostile, hash, createdAt: 1_000 });
  }
  const { deliveries } = store;
  await deliveries.begin(0);
  const row = { route: 'Hook.url', type: 'note.made', orderingKey: 'Note', number: 1, event: 'evt_1' };
  await deliveries.fanOut(0, 1, [{ ...row, subscriber: `Hook.url ${hostile}`, subscription: hostile }], 1_000);
  const [taken] = await deliveries.take({ now: 1_000, leaseOwner: 'a', until: 2_000, most: 1, each: 8, ahead: 1 });
  const attempts = [{ at: 1_000, milliseconds: 3, problem: hostile }];
  await deliveries.complete('a', [{ id: taken!.id, state: 'failed', tries: 1, dueAt: 1_000, attempts }], 1_000);
  await store.close();
  return file;
}

test('S43: what callers chose and what files are called never steers the terminal, by any command', async () => {
  await inFolder(async (folder) => {
    const file = await filled(folder);
    const other = join(folder, `wrong ${hostile}.md`);
    writeFileSync(other, readFileSync(file, 'utf8').replace('| required |', `| requird ${inOneLine} |`));
    const data = join(folder, `data ${hostile}.jsonl`);
    writeFileSync(data, `${JSON.stringify({ resource: hostile, record: {} })}\nno json ${inOneLine}\n`);
    const module = join(folder, `notes ${hostile}.ts`);
    const commands: readonly (readonly string[])[] = [
      ['check', file, other, join(folder, hostile)],
      ['check', '--json', file, other],
      ['check', '--explain', file],
      ['gaps', file],
      ['gaps', '--json', file],
      ['fmt', '--check', file, other],
      ['compare', file, other],
      ['compare', file, file],
      ['compare', file, file, '--json'],
      ['compare', file, file, '--format', 'markdown'],
      ['plan', file],
      ['explain', file, 'POST /notes'],
      ['explain', file, hostile],
      ['generate', 'types', file],
      ['generate', 'types', file, '--check'],
      ['keys', 'list', file, '--tokens'],
      ['keys', 'list', file, '--tokens', '--json'],
      ['keys', 'revoke', file, hostile],
      ['keys', 'create', file, '--all-scopes', '--attribute', `shop=${hostile}`],
      ['keys', 'create', file, '--all-scopes', '--attribute', `shop=${hostile}`, '--json'],
      ['keys', 'create', file, '--attribute', hostile],
      ['events', 'list', file],
      ['events', 'list', file, '--json'],
      ['events', 'list', file, '--type', hostile],
      ['events', 'show', file, 'evt_1'],
      ['events', 'show', file, 'evt_1', '--json'],
      ['events', 'show', file, hostile],
      ['deliveries', 'list', file, '--failed'],
      ['deliveries', 'list', file, '--failed', '--json'],
      ['deliveries', 'replay', file, '--subscriber', hostile],
      ['export', file, '--events', '--credentials'],
      ['load', file, data],
      ['load', file, data, '--json'],
      ['backup', file, join(folder, `copy ${hostile}`)],
      ['backup', file, join(folder, `copy ${hostile}`)],
      ['migrate', file],
      ['migrate', file, '--rename', hostile],
      ['secrets', 'rotate', file, hostile, hostile],
      ['signing-keys', 'list', file],
      ['init', join(folder, `fresh ${hostile}.md`)],
      ['serve', file, '--port', hostile],
      ['serve', file, '--webhook-url', hostile],
      ['serve', file, `--${hostile}`],
      [hostile],
      ['keys', hostile],
      ['check', `--${hostile}=x`, file],
      ['check', file, '--version', hostile],
    ];
    for (const words of commands) {
      const { out, err }: Said = await said(words);
      assert.ok(out.length + err.length > 0, JSON.stringify(words));
      checkPrinted(words, [...out, ...err].join('\n'));
      if (words[1] === 'types') copyFileSync(join(root, 'README.md'), module);
    }
  });
});

test('S43: in colors too nothing of a document is a color', async () => {
  await inFolder(async (folder) => {
    const file = await filled(folder);
    const other = join(folder, `other ${hostile}.md`);
    const dyed = `"\u001b[1;31mdyed\u001b[0m"`;
    writeFileSync(other, readFileSync(file, 'utf8').replace('default "inner word"', `defalt ${dyed}`));
    const newer = join(folder, 'newer.md');
    writeFileSync(
      newer,
      readFileSync(file, 'utf8').replace('| url |', `| more | string | | default ${dyed} |\n| url |`),
    );
    for (const words of [
      ['check', other],
      ['compare', file, newer, '--sql'],
    ]) {
      const written: string[] = [];
      const sink = { write: (more: string) => void written.push(more) };
      const colours = { out: true, err: true };
      await run(
        words,
        '0',
        createTerminal({ ...{ out: sink, err: sink, redraws: false, colours, environment: {} }, end() {} }),
      );
      const text = written.join('');
      assert.match(text, /dyed/);
      assert.match(text, /\u001b\[1m/);
      assert.doesNotMatch(text, /\u001b\[[\d;]*m"?dyed/);
      checkPrinted(words, text.replaceAll(/\u001b\[[\d;]*m/g, ''));
    }
  });
});

test('S43: JSON that is printed holds what callers chose, byte for byte within its escapes', async () => {
  await inFolder(async (folder) => {
    const file = await filled(folder);
    const json = async (...words: string[]): Promise<string> => (await said(words)).out.join('\n');
    const event = JSON.parse(await json('events', 'list', file, '--json'));
    assert.equal(event.record, hostile);
    const shown = JSON.parse(await json('events', 'show', file, 'evt_1', '--json'));
    assert.deepEqual([shown.record, shown.payload.text], [hostile, hostile]);
    const [key] = JSON.parse(await json('keys', 'list', file, '--json'));
    assert.deepEqual([key.subject, key.attributes.shop], [hostile, hostile]);
    const failed = JSON.parse(await json('deliveries', 'list', file, '--failed', '--json'));
    assert.deepEqual([failed.subscription, failed.result], [hostile, hostile]);
    const lines = (await json('export', file, '--events', '--credentials')).split('\n').map((line) => JSON.parse(line));
    assert.equal(lines.find((line) => line.event !== undefined).event.recordId, hostile);
  });
});

test('S43: what a service prints at its start and logs of its requests steers no terminal', async () => {
  await inFolder(async (folder) => {
    const file = await filled(folder);
    const service = await serve(file, ['--log-level', 'debug', '--store', `sqlite:${join(folder, 'other.db')}`]);
    await fetch(`${service.address}/notes`, { method: 'POST', body: hostile });
    await service.stop();
    checkPrinted(['serve'], service.printed());
    assert.match(service.printed(), /"msg":"request"/);
    const ended = await nonet(['check', `--${hostile}`, join(folder, hostile)]);
    checkPrinted(['check'], ended.out + ended.err);
  });
  const logged: string[] = [];
  logTo('info', { write: (text) => void logged.push(text) }).request?.({ caller: hostile, error: new Error(hostile) });
  checkPrinted(['log'], logged.join(''));
  assert.equal(JSON.parse(logged[0]!).caller, hostile);
});

test('S43: nothing of the program prints but by the writer that escapes', () => {
  const files = globSync(['src/**/*.ts', 'bin/**/*.ts'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|suite|fixture)\.ts$/.test(file))
    // The scripts of the documentation page and of the workbench run in a browser.
    .filter((file) => !/^src\/describe\/(docs|workbench)\/page(\/|\.generated)/.test(file));
  assert.ok(files.length > 500, String(files.length));
  /** Where each may stand: the sinks are made in `bin`, which tells an older Node its version; `types` reads what tsc says, `lsp` what git says. */
  const doors: readonly (readonly [name: string, pattern: RegExp, files: readonly string[]])[] = [
    // Samples of code for readers of the documentation page, and messages of the protocol to an editor, which are JSON.
    [
      'console',
      /\bconsole\b(?=\s*(\.|\[|\?\.))/,
      ['src/describe/client/typescript/call.ts', 'src/language-server/checked-params.ts'],
    ],
    // The language server sends messages of its protocol, which are JSON.
    [
      'standard output and error',
      /\bstd(out|err)\b/,
      [
        'bin/main.ts',
        'bin/nonet.ts',
        'src/cli/authoring/git.ts',
        'src/cli/document/generate/types.ts',
        'src/language-server/server.ts',
      ],
    ],
    ['descriptors', /\bwritev?(Sync)?\(\s*[12]\s*,|\/dev\/(std|fd|tty)|\bdest:/, ['src/cli/shared/log.ts']],
    ['sinks', /\bcreateTerminal\(/, ['bin/main.ts', 'src/cli/shared/writer.ts']],
    ['pino', /'pino'/, ['src/cli/shared/log.ts']],
    [
      'drawings',
      /\bdrawing:/,
      [
        'src/cli/shared/terminal.ts',
        'src/cli/shared/document.ts',
        'src/cli/document/module.ts',
        'src/cli/authoring/import.ts',
        'src/cli/authoring/import/into.ts',
        'src/cli/prove.ts',
        'src/cli/call/print.ts',
        'src/cli/document/compare.ts',
      ],
    ],
    // SQLite in a browser prints nothing.
    [
      'warnings',
      /\b(emitWarning|debuglog|printErr|writeErr|writeOut)\b/,
      ['src/browser/node/sqlite.ts', 'src/cli/program.ts'],
    ],
  ];
  for (const [name, pattern, allowed] of doors) {
    const found = files.filter((file) => pattern.test(codeOf(readFileSync(join(root, file), 'utf8'))));
    assert.deepEqual(found.toSorted(), allowed.toSorted(), name);
  }
});

/** A file without its comments. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
