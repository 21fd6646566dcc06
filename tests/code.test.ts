import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTypes } from '../src/cli/document/generate/types.ts';
import { wrong } from './code.fixture.ts';
import { nonetHere } from './support/here.ts';
import { freshDatabase } from './support/postgres.ts';
import { inFolder, nonet, root, serve } from './support/process.ts';

/** The tutorial, its document, and its code. */
const tutorial = readFileSync(join(root, 'docs/handlers.md'), 'utf8');
const blocksOf = (page: string, info: string): readonly string[] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${info}\\n([\\s\\S]*?)^\`\`\``, 'gm')), (found) => found[1]!);
const [shop = ''] = blocksOf(tutorial, 'md');
const [handlers = ''] = blocksOf(tutorial, 'ts');
const examplesOfApi = blocksOf(readFileSync(join(root, 'docs/handler-api.md'), 'utf8'), 'ts');
const library = /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(root, 'docs/library.md'), 'utf8'))![1]!;

/** The examples of the reference, each as the body of a function that has what a handler has. */
function examples(): string {
  assert.ok(examplesOfApi.length >= 14, `${examplesOfApi.length} examples`);
  const members = 'record, input, caller, store, call, emit, refuse, issue, revoke, changeRights, credential';
  const functions = examplesOfApi.map(
    (body, i) =>
      `export async function example${i}({ ${members} }: Given<'remind Invoice'>, { answer }: Given<'split Invoice'>) {\n${body}}\n`,
  );
  return `import type { HandlerContext, Implementation } from 'nonet';
import type { Shop } from './shop.types.ts';
type Given<O extends keyof Shop['operations']> = HandlerContext<Shop, Shop['operations'][O]>;
${functions.join('\n')}`;
}

/** The code of the guide with wrong uses of `prepared`, which has the type that the hook `before` returns. */
const prepared = [
  [
    "if (record.status !== 'open') refuse",
    `// @ts-expect-error
    prepared.txt;
    // @ts-expect-error
    const amount: number = prepared.text;
    if (amount > 1) refuse('too_soon');
    const text: string = prepared.text;
    if (text === '' || record.status !== 'open') refuse`,
  ],
  [
    "'split Invoice'({ record, store, input, answer }) {",
    `'split Invoice'({ record, store, input, answer, prepared }) {
    const none: undefined = prepared;
    if (none !== undefined) return none;`,
  ],
  [
    '  after: {',
    `  after: {
    'remind Invoice'({ prepared }) {
      // @ts-expect-error
      const amount: number = prepared.text;
      console.log(amount, prepared.text.length);
    },`,
  ],
].reduce((code, [from = '', to = '']) => {
  assert.ok(code.includes(from), from);
  return code.replace(from, to);
}, handlers);

function write(folder: string, code: string | undefined, document = shop): string {
  const file = join(folder, 'shop.md');
  writeFileSync(file, document);
  if (code !== undefined) writeFileSync(join(folder, 'shop.ts'), code);
  return file;
}

test('the document and the code of the guide stand in the examples', () => {
  const inExamples = (name: string): string => readFileSync(join(root, 'examples/guides/shop', name), 'utf8');
  assert.deepEqual([inExamples('shop.md'), inExamples('shop.ts')], [shop, handlers]);
  const [rows, pieces] = [blocksOf(tutorial, 'md row'), blocksOf(tutorial, 'ts piece')];
  assert.ok(rows.length >= 2 && pieces.length >= 4);
  for (const row of rows) assert.ok(shop.includes(row), row);
  for (const piece of pieces) assert.ok(handlers.includes(piece), piece);
});

test('the code of the guide fits the types of its document, strictly', async () => {
  await inFolder(async (folder) => {
    const file = write(folder, handlers);
    const without = await nonetHere(['generate', 'types', file, '--check']);
    assert.equal(without.status, 1);
    assert.match(without.err, /is outdated\. To update it, run/);
    const written = await nonetHere(['generate', 'types', file]);
    assert.equal(written.status, 0, written.err);
    const checked = await nonet(['generate', 'types', file, '--check']);
    assert.equal(checked.status, 0, checked.out + checked.err);
    const files = ['library.ts', 'examples.ts', 'wrong.ts', 'prepared.ts'].map((name) => join(folder, name));
    writeFileSync(files[0]!, library);
    writeFileSync(files[1]!, examples());
    writeFileSync(files[2]!, wrong);
    writeFileSync(files[3]!, prepared);
    const slips = [
      ['{ memo: prepared.text }', '{ memo: 1 }', /Type 'number' is not assignable/],
      [
        "'remind Invoice'({ record, input, signal })",
        "'remin Invoice'({ record, input, signal })",
        /not assignable|unknown/,
      ],
      ['return { text: `${greeting', 'return { txt: `${greeting', /'text' does not exist/],
      ["'settle Invoice'", "'lose Invoice'", /lose Invoice/],
      ["refuse('too_soon'", "refuse('elsewhere'", /elsewhere/],
      ['answer(202, ', 'answer(203, ', /203/],
      ['{ amount: record.total }', "{ amount: 'much' }", /'string' is not assignable/],
    ] as const;
    const slipped = slips.map(([from, to], i) => {
      assert.ok(handlers.includes(from), from);
      const name = join(folder, `slip${i}.ts`);
      writeFileSync(name, handlers.replace(from, to));
      return name;
    });
    // One run of the compiler reads the library once for all files.
    const said = checkTypes([...files, ...slipped]).split(/^(?=\S)/m);
    const saidOf = slips.map((_, i) => said.filter((error) => error.includes(`slip${i}.ts(`)));
    for (const [i, [, to, what]] of slips.entries()) assert.match(saidOf[i]!.join(''), what, to);
    assert.deepEqual(
      said.filter((error) => !saidOf.flat().includes(error)),
      [],
    );
    const [from, to, what] = slips[0];
    write(folder, handlers.replace(from, to));
    const unfit = await nonet(['generate', 'types', file, '--check']);
    assert.equal(unfit.status, 1);
    assert.match(unfit.err + unfit.out, what);
  });
});

test('check reads the module and runs nothing: what is missing and what is too much has its place', async () => {
  await inFolder(async (folder) => {
    const none = await nonetHere(['check', write(folder, undefined)]);
    assert.equal(none.status, 1);
    assert.match(none.out, /module\/no-module[\s\S]*shop\.md:\d+[\s\S]*remind Invoice/);
    const evil = `${handlers.replace("'close Invoice'", "'clos Invoice'")}\nthrow new Error('was run');\n`;
    const wrong = await nonetHere(['check', write(folder, evil)]);
    assert.equal(wrong.status, 1);
    assert.match(wrong.out, /module\/no-handler[\s\S]*shop\.md:\d+/);
    assert.match(wrong.out, /module\/no-operation[\s\S]*shop\.ts:\d+[\s\S]*help: write `'close Invoice'`/);
    assert.doesNotMatch(wrong.out + wrong.err, /was run/);
    const right = await nonetHere(['check', write(folder, handlers)]);
    assert.equal(right.status, 0, right.out);
    const lineOf = (text: string): number => handlers.slice(0, handlers.indexOf(text)).split('\n').length;
    const [before, inside, after] = ['before: {', 'within: {', 'after: {']
      .map((group) => handlers.indexOf(group))
      .map((at) => handlers.slice(0, handlers.indexOf("'", at)).split('\n').length);
    assert.match(
      right.out,
      new RegExp(
        `hooks: before remind Invoice \\(\\S*shop\\.ts:${before}\\), within create Invoice \\(\\S*shop\\.ts:${inside}\\), after send Invoice \\(\\S*shop\\.ts:${after}\\), computed Invoice\\.watched \\(\\S*shop\\.ts:${lineOf("'Invoice.watched'")}\\)`,
      ),
    );
    const form = 'the Invoice itself, with parts next to its fields, without `invoice` around it';
    assert.ok(right.out.includes(`split Invoice returns ${form} (`), right.out);
    const told = JSON.parse((await nonetHere(['check', '--json', join(folder, 'shop.md')])).out) as {
      hooks: { kind: string; of: string; line: number }[];
      returns: { of: string; returns: string }[];
    };
    assert.deepEqual(
      told.returns.map(({ of, returns }) => `${of}: ${returns}`),
      [`split Invoice: ${form}`],
    );
    const split = await nonetHere(['explain', join(folder, 'shop.md'), 'POST /invoices/{id}/split']);
    assert.ok(split.out.includes(`handler, in the transaction, returns ${form}  `), split.out);
    assert.deepEqual(
      told.hooks.map(({ kind, of, line }) => `${kind} ${of} ${line}`),
      [
        `before remind Invoice ${before}`,
        `within create Invoice ${inside}`,
        `after send Invoice ${after}`,
        `computed Invoice.watched ${lineOf("'Invoice.watched'")}`,
      ],
    );
    const explained = await nonetHere(['explain', join(folder, 'shop.md'), 'POST /invoices/{id}/remind']);
    assert.match(
      explained.out,
      new RegExp(`handler, in the transaction {2}\\S*shop\\.ts:${lineOf("'remind Invoice'({ record, prepared")}\n`),
    );
    assert.match(explained.out, new RegExp(`hook before the transaction {2}\\S*shop\\.ts:${before}\n`));
    assert.doesNotMatch(explained.out, /hook after/);
    const made = await nonetHere(['explain', join(folder, 'shop.md'), 'POST /invoices']);
    assert.match(
      made.out,
      new RegExp(
        `store the Invoice .*\n +\\d+\\. run the hook within create Invoice {2}\\S*shop\\.ts:${inside}\n +\\d+\\. let the code of the service refuse with too_many .*\n +else 409 too_many\n +after the commit:`,
      ),
    );
    assert.match(made.out, new RegExp(`hook in the transaction {2}\\S*shop\\.ts:${inside}\n`));
    const other = await nonetHere(['explain', join(folder, 'shop.md'), 'POST /invoices/{id}/send', '--json']);
    assert.deepEqual(
      (JSON.parse(other.out) as { code: { kind: string }[] }).code.map(({ kind }) => kind),
      ['after', 'computed'],
    );
    const all = JSON.parse((await nonetHere(['check', '--json', write(folder, evil)])).out) as {
      diagnostics: { file: string }[];
    };
    assert.ok(all.diagnostics.some(({ file }) => file.endsWith('shop.ts')));
  });
});

test('serve runs the module beside the document', async () => {
  await inFolder(async (folder) => {
    const running = await serve(write(folder, handlers), []);
    const headers = { Authorization: `Bearer ${running.key}` };
    const got = await fetch(`${running.address}/owing/all`, { headers });
    assert.equal(got.status, 200);
    assert.equal(((await got.json()) as { text: string }).text, '0 invoices are open');
    assert.equal(await running.stop(), 0);
    const broken = `${handlers}\nthrow new Error('no such setting');\n`;
    await assert.rejects(() => serve(write(folder, broken), []), /failed to run the module: no such setting/);
  });
});

test('a service survives what its code throws where nobody waits for it, and the log names the code', async () => {
  const stray = `import { EventEmitter } from 'node:events';
import { implement } from 'nonet';
import type { Shop } from './shop.types.ts';
setTimeout(() => { throw new Error('from the module'); }, 1);
const fail = (name: string) => { throw new Error(name); };
const strayHook = (name: string) => {
  setTimeout(() => fail(name + ' timer'), 1);
  void Promise.reject(new Error(name + ' rejects'));
};
export default implement<Shop>({
  'remind Invoice'() {}, 'split Invoice'() {}, 'close Invoice'() {}, me() {}, login() {},
  owing({ input, store, call, emit, refuse, issue, answer }) {
    const stray = {
      awaits: () => void store.create('Customer', { name: '' }),
      rejects: () => void Promise.reject(new Error('rejects')),
      throws: () => void (async () => { throw new Error('throws'); })(),
      timer: () => void setTimeout(() => { throw new Error('timer'); }, 1),
      late: () => void setTimeout(() => store.count('Customer'), 1),
      lateWrite: () => void setTimeout(() => store.create('Customer', { name: 'x' }), 1),
      lateAll: () => void setTimeout(() => store.all('Customer').next(), 1),
      lateCall: () => void setTimeout(() => call('owing', { name: 'x' }), 1),
      lateEmit: () => void setTimeout(() => emit('nothing', {}), 1),
      lateIssue: () => void setTimeout(() => issue('session', { id: 'x' }), 1),
      lateRefuse: () => void setTimeout(() => refuse('too_soon'), 1),
      lateAnswer: () => void setTimeout(() => answer(999), 1),
      micro: () => queueMicrotask(() => fail('micro')),
      emitter: () => void setImmediate(() => new EventEmitter().emit('error', new Error('emitter'))),
      tick: () => process.nextTick(() => { throw 'tick'; }),
    }[input.name];
    stray?.();
    if (input.name === 'mistake') return store.list('Customer', { where: 'name == input.zz' }) as never;
    return { customers: [], text: 'well' };
  },
  before: { 'send Invoice'() { strayHook('before'); } },
  after: { 'send Invoice'() { strayHook('after'); } },
  computed: { 'Invoice.watched': (records) => { strayHook('computed'); return records.map(() => true); } },
});
`;
  await inFolder(async (folder) => {
    const running = await serve(write(folder, stray), ['--store', 'sqlite::memory:']);
    const headers = { Authorization: `Bearer ${running.key}`, 'Content-Type': 'application/json' };
    const owing = (name: string): Promise<Response> => fetch(`${running.address}/owing/${name}`, { headers });
    const post = async (path: string, body?: object): Promise<{ id: string; status: string }> => {
      const got = await fetch(running.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await got.json()) as { id: string; status: string };
    };
    const names = ['awaits', 'rejects', 'throws', 'timer', 'tick', 'micro', 'emitter'];
    const late = ['late', 'lateWrite', 'lateAll', 'lateCall', 'lateEmit', 'lateIssue', 'lateRefuse', 'lateAnswer'];
    const statuses = await Promise.all([...names, ...late].map(async (name) => [name, (await owing(name)).status]));
    assert.deepEqual(
      statuses.filter(([, status]) => status !== 200),
      [['awaits', 500]],
    );
    assert.equal((await owing('mistake')).status, 500);
    const { id: customer } = await post('/customers', { name: 'Ada' });
    const { id } = await post('/invoices', { customer, total: 5 });
    assert.equal((await post(`/invoices/${id}/send`)).status, 'open');
    const over = (kind: string): number =>
      [
        ...running
          .printed()
          .matchAll(/"error":"Error: the handler of owing is over[^\n]*"(\w+ \w+) in the handler of owing"/g),
      ].filter((found) => found[1] === kind).length;
    const lost = (): readonly number[] => [over('unhandled rejection'), over('uncaught error')];
    const hooks = ['before', 'after', 'computed'].flatMap((name) => {
      const of = name === 'computed' ? 'computed Invoice\\.watched' : `the hook ${name} send Invoice`;
      return [
        new RegExp(`"error":"Error: ${name} timer.*"uncaught error in ${of}"`),
        new RegExp(`"error":"Error: ${name} rejects.*"unhandled rejection in ${of}"`),
      ];
    });
    const due = [
      /"error":"Error: from the module.*"uncaught error in shop\.ts"/,
      /"the handler of owing did not await store\.create\('Customer'\)/,
      /"trace_id":"\w{32}","error":"Error: rejects.*"unhandled rejection in the handler of owing"/,
      /"error":"Error: throws.*"unhandled rejection in the handler of owing"/,
      /"trace_id":"\w{32}","error":"Error: timer.*"uncaught error in the handler of owing"/,
      /"error":"Error: micro.*"uncaught error in the handler of owing"/,
      /"error":"Error: emitter.*"uncaught error in the handler of owing"/,
      /"error":"tick".*"uncaught error in the handler of owing"/,
      /"error":"Error: answer: owing states no Response with status 999.*"uncaught error in the handler of owing"/,
      new RegExp(
        `"error":"Error: store\\.list\\('Customer'\\): .where. reads input\\.zz.*shop\\.ts\\S*:${stray.slice(0, stray.indexOf("'mistake'")).split('\n').length}:`,
      ),
      ...hooks,
    ];
    for (let i = 0; i < 200 && !(due.every((pattern) => pattern.test(running.printed())) && lost()[0] === 6); i++)
      await owing('nothing');
    for (const pattern of due) assert.match(running.printed(), pattern);
    assert.deepEqual(lost(), [6, 1]);
    assert.equal((await owing('nothing')).status, 200);
    assert.equal(await running.stop(), 0);
  });
});

test('an error thrown beside a request, in the turn in which its body was read, gives no later request 400', async () => {
  const document = `# Words

## Resources and their fields

### Word

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| text | string | required |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| boom (handler) | POST | /boom | \`{ text: Word.text }\` | 200 \`{ text: Word.text }\` |
| fine (handler) | POST | /fine | \`{ text: Word.text }\` | 200 \`{ text: Word.text }\` |

## Authentication

None.
`;
  const code = `import { implement } from 'nonet';
export default implement<any>({
  boom: async ({ input }) => { process.nextTick(() => { throw new Error('beside'); }); return input; },
  fine: async ({ input }) => input,
});
`;
  await inFolder(async (folder) => {
    const file = join(folder, 'words.md');
    writeFileSync(file, document);
    writeFileSync(join(folder, 'words.ts'), code);
    const running = await serve(file, ['--store', await freshDatabase()]);
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"text":"a"}' };
    // The connection ends: a request that is sent at that moment may find it closed.
    const ask = async (path: string): Promise<number | undefined> => {
      const got = await fetch(running.address + path, request).catch(() => undefined);
      await got?.text();
      return got?.status;
    };
    const statuses: (number | undefined)[] = [];
    for (const path of ['/boom', '/fine', '/fine', '/boom', '/fine', '/fine', '/fine']) statuses.push(await ask(path));
    assert.deepEqual(new Set(statuses.filter((status) => status !== undefined)), new Set([200]));
    assert.equal(await ask('/fine'), 200);
    assert.equal(running.printed().match(/uncaught error in the handler of boom/g)?.length, 2);
    assert.equal(await running.stop(), 0);
  });
});

test('check and serve tell where Node cannot run the code, and why', async () => {
  const faults: readonly (readonly [line: string, place: string, why: RegExp])[] = [
    ['const a = (1 +;', '3:15', /Node cannot run the module: Expression expected\./],
    ['\tconst a = "ä" +;', '3:17', /Expression expected/],
    ['  enum Color { Red }', '3:3', /Node runs TypeScript by stripping its types, and an enum cannot be stripped/],
    ['class A { constructor(readonly x: number) {} }', '3:32', /and a parameter property cannot be stripped/],
    ['namespace N { export const a = 1; }', '3:1', /and a namespace declaration cannot be stripped/],
    ['const a: number = 1; let b: string; let b = 2;', '3:41', /Identifier 'b' has already been declared/],
    ['@sealed class A {}', '3:1', /Invalid or unexpected token/],
  ];
  await inFolder(async (folder) => {
    const [first = '', second = '', ...rest] = handlers.split('\n');
    for (const [line, place, why] of faults) {
      const words = ['check', write(folder, [first, second, line, ...rest].join('\n'))];
      const checked = await (line.includes('enum') ? nonet : nonetHere)(words);
      assert.equal(checked.status, 1, line);
      assert.ok(checked.out.includes(`shop.ts:${place}\n`), `${place} ${checked.out}`);
      assert.match(checked.out, why);
      assert.doesNotMatch(checked.out + checked.err, /Experimental| at /);
    }
    const open = [...handlers.trimEnd().split('\n'), 'const open = {'];
    const unclosed = await nonetHere(['check', write(folder, open.join('\n'))]);
    assert.ok(unclosed.out.includes(`shop.ts:${open.length}:1\n`), unclosed.out);
    const file = write(folder, [`import './words.ts';`, first, second, ...rest].join('\n'));
    for (const [text, due] of [
      [
        'export {};\n\nenum Color { Red }\n',
        /words\.ts:3:1: failed to run the module: Node runs TypeScript by stripping its types, and an enum/,
      ],
      [
        'export {};\n  throw new Error("no such setting");\n',
        /words\.ts:2:9: failed to run the module: no such setting/,
      ],
    ] as const) {
      writeFileSync(join(folder, 'words.ts'), text);
      await assert.rejects(serve(file, ['--store', 'sqlite::memory:']), due);
    }
  });
});
