import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { FileFault, importSource } from '../../src/import/index.ts';
import { inFolder } from '../support/process.ts';
import { importSound } from './import.fixture.ts';

const head = 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\n';

async function faultOf(text: string): Promise<string> {
  return await importSource([{ name: 'a.yaml', text }]).then(
    () => assert.fail('it was read'),
    (error: unknown) => {
      if (error instanceof FileFault) return error.message;
      throw error;
    },
  );
}

test('S67: aliases that would write out billions of values are refused', async () => {
  const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(', ')}]`);
  const text = `${head}l0: &l0 [a, b, c, d, e, f, g, h, i, j]\n${levels.join('\n')}\n`;
  assert.equal(
    await faultOf(text),
    `The source has more than ${250_000 + text.length} values, its aliases written out.`,
  );
});

test('an alias of itself, and merge keys of themselves, are refused', async () => {
  assert.equal(await faultOf('a: &a [*a]'), 'The source is nested more than 256 deep, its aliases written out.');
  assert.equal(await faultOf('a: &a {<<: *a, b: 1}'), 'Merge keys are nested more than 256 deep.');
});

test('deep nesting is refused, in JSON as in YAML', async () => {
  assert.equal(await faultOf('['.repeat(100_000)), 'The source is nested more than 256 deep.');
  assert.equal(await faultOf(`a: ${'['.repeat(100_000)}`), 'The source is nested too deep.');
});

test('S67: no reference opens a file above the folder of the source, another host, or a file of standard input', async () => {
  const opened: string[] = [];
  const readFile = (path: string): string | undefined => {
    opened.push(path);
    return path === 'none.yaml' ? undefined : 'type: string';
  };
  const fields = [
    '../x.yaml',
    '/etc/passwd',
    'https://example.com/x.yaml',
    '//example.com/x',
    'file:///etc/passwd',
    'sub/y.yaml',
    'none.yaml',
  ]
    .map((ref, i) => `f${i}: {$ref: '${ref}'}`)
    .join(', ');
  const text = `${head}components: {schemas: {Thing: {type: object, properties: {${fields}}}}}`;
  const { open } = await importSound(text, { readFile });
  assert.deepEqual(opened, ['sub/y.yaml', 'none.yaml']);
  assert.deepEqual(
    open.map(({ target, why }) => `${target}: ${why}`),
    [
      '../x.yaml: It is outside of the folder of the source.',
      '/etc/passwd: It is outside of the folder of the source.',
      'https://example.com/x.yaml: It is at another host: import opens local files only.',
      '//example.com/x: It is at another host: import opens local files only.',
      'file:///etc/passwd: It is at another host: import opens local files only.',
      'none.yaml: It does not exist in the folder of the source.',
    ],
  );
  const alone = await importSound(text);
  assert.ok(alone.open.some(({ why }) => why === 'A source on standard input has no folder.'));
});

test('a chain of files ends', async () => {
  const readFile = (path: string): string =>
    `type: object\nproperties: {n: {$ref: 'n${Number(/\d+/.exec(path)?.[0]) + 1}.yaml'}}`;
  const { open } = await importSound(`${head}components: {schemas: {Thing: {$ref: 'n0.yaml'}}}`, { readFile });
  assert.deepEqual(
    open.map(({ why }) => why),
    ['The source has more than 500 files.'],
  );
});

test('a file of more than 64 MiB is refused', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'a.json');
    writeFileSync(path, '');
    truncateSync(path, 64 * 1024 * 1024 + 1);
    const { status, err } = await said(['import', path]);
    assert.equal(err.join('\n'), `nonet: ${path} is larger than 64 MiB, the maximum size of a source.`);
    assert.equal(status, 2);
  });
});

test('S67: ten thousand alternatives, and parts that combine one another, are read in bounded time', async () => {
  const refs = (key: string, names: readonly string[]): string =>
    `${key}: [${names.map((name) => `{$ref: '#/components/schemas/${name}'}`).join(', ')}]`;
  const names = Array.from({ length: 100 }, (_, i) => `S${i}`);
  const all = names.map((name) => `    ${name}: {type: object, properties: {${name}: {type: string}}}`);
  const layers = Array.from(
    { length: 40 },
    (_, i) => `    L${i}: {${refs('allOf', [`L${i + 1}`, `L${i + 1}`, `L${Math.min(40, i + 2)}`])}}`,
  );
  const text = `${head}components:\n  schemas:\n    Any: {type: object, properties: {one: {${refs(
    'oneOf',
    Array.from({ length: 10_000 }, (_, i) => `S${i % 100}`),
  )}}}}\n${layers.join('\n')}\n    L40: {type: object, properties: {end: {$ref: '#/components/schemas/L0'}}}\n${all.join('\n')}\n`;
  const { text: page } = await importSound(text);
  assert.match(page, /### S99 \(object\)/);
  assert.match(page, /### L0 \(object\)/);
});

test('prose that looks like facts stays prose', async () => {
  const texts = [
    'Not shown.',
    'Scope: not shown.',
    '# Heading',
    '## Endpoints',
    '| a | b |',
    '- In scope: x',
    '<!-- open',
    '```',
    '> quoted',
    '<script>',
    'a\n===',
    '\u0000\u001b[31m',
    '[a]: b',
    '- a: b',
    '1. x',
    '    code',
    '`open',
    '\\',
  ];
  for (const text of texts) {
    const description = JSON.stringify(`${text}\n\n${text}`);
    const property = JSON.stringify(text);
    await importSound(
      `{"openapi":"3.0.0","info":{"title":${property},"version":${property},"description":${description},"contact":{"name":${property}}},"paths":{"/a":{"get":{"operationId":${property},"summary":${property},"description":${description},"tags":[${property}],"responses":{"200":{"description":${property}},"400":{"description":${property}}}}}},"components":{"schemas":{"A":{"type":"object","description":${description},"properties":{"a":{"type":"string","description":${description},"default":${property},"enum":[${property}]}}}}}}`,
    );
  }
});

test('texts that are too long for a cell are cut, and the ledger says so', async () => {
  const long = 'word '.repeat(20_000);
  const { ledger, text } = await importSound(
    `${head}paths: {/a: {get: {summary: ${long}, responses: {'200': {description: ok}}}}}`,
  );
  assert.ok(Math.max(...text.split('\n').map((line) => line.length)) < 5_000);
  assert.ok(ledger.entries.some(({ why }) => why === 'A cell has one line of at most 4,000 characters.'));
});

test('a page that would be too large for a document leaves out meanings first', async () => {
  const fields = Array.from(
    { length: 60 },
    (_, i) => `"f${i}":{"type":"string","description":"${'long '.repeat(200)}"}`,
  );
  const schemas = Array.from({ length: 100 }, (_, i) => `"S${i}":{"type":"object","properties":{${fields.join(',')}}}`);
  const { ledger, text } = await importSound(
    `{"openapi":"3.0.0","info":{"title":"A","version":"1"},"components":{"schemas":{${schemas.join(',')}}}}`,
  );
  assert.ok(Buffer.byteLength(text) <= 5 * 1024 * 1024);
  const cut = ledger.entries.find(({ pointer }) => pointer === '/components/schemas/S0/properties/f0/description');
  assert.equal(cut?.instead, 'an empty Meaning');
  assert.equal(cut?.why, 'The page would be larger than 5 MiB, the maximum size of a document.');
});

test('S67: no text of the source becomes a line of the page', async () => {
  const line = 'x |\n\n- Tenant: shop\n\n| Scope | Allows |\n| --- | --- |\n| public | all |\n\n| y';
  const ref = { $ref: '#/components/schemas/Shape' };
  const of = (text: string) => ({ type: 'object', properties: { [text]: { type: 'string' }, n: { type: 'integer' } } });
  const source = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { schema: ref } } },
          responses: {
            200: { description: 'ok' },
            [`4${line}`]: { description: 'a' },
            500: { description: 'b', content: { [line]: {} } },
            501: { description: 'c', content: { 'text/plain': { schema: { type: line } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Shape: {
          oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
          discriminator: { propertyName: line },
        },
        A: of(line),
        B: of(line),
      },
    },
  };
  const { text } = await importSound(JSON.stringify(source));
  assert.match(text, /^\| 4x \\\| - Tenant: shop .*\| a \| post\.a \|$/m);
  assert.doesNotMatch(text, /^- Tenant|^\| (Scope|public|y) /m);
});

test('a Meaning that a page cannot hold is left out, and its row stays', async () => {
  const { ledger, text } = await importSound(
    `${head}paths: {/a: {get: {operationId: a, summary: '<!-- open', responses: {'200': {description: ok}}}}}`,
  );
  assert.match(text, /^\| a \(handler\) \| GET \| \/a \| 200 \|$/m);
  const lost = ledger.entries.find(({ pointer }) => pointer === '/paths/~1a/get/summary');
  assert.deepEqual([lost?.verdict, lost?.instead], ['lost', 'an empty Meaning']);
});

test('an operation and a scope may be called none', async () => {
  const { text } = await importSound(
    `${head}security: [{k: [none]}]\npaths: {/a: {get: {operationId: none, responses: {'200': {description: ok}}}}}\ncomponents: {securitySchemes: {k: {type: apiKey, in: header, name: X-K}}}`,
  );
  assert.match(text, /^\| none_it \(handler\) \| GET \| \/a \|/m);
  assert.match(text, /^\| none_scope \| none_it \|/m);
});
