import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createFetch } from '../../src/cli/authoring/import/fetch.ts';
import { readSources } from '../../src/cli/authoring/import/sources.ts';
import type { Terminal } from '../../src/cli/shared/terminal.ts';
import { FileFault, importSource } from '../../src/import/index.ts';
import { readJsonPath } from '../../src/import/source/json-path.ts';
import { inFolder } from '../support/process.ts';
import { importSound } from './import.fixture.ts';

const pets = `openapi: 3.1.0
info: {title: Pets, version: '1', description: Old}
tags: [{name: a}]
paths:
  /pets: {get: {operationId: listPets, responses: {'200': {description: ok}}}}
  /old: {get: {operationId: old, deprecated: true, responses: {'200': {description: ok}}}}
`;

const overlay = (actions: readonly object[]): string => JSON.stringify({ overlay: '1.0.0', info: {}, actions });

test('an overlay changes, adds and removes, and its facts have their place in its file', async () => {
  const actions = [
    { target: '$.info', update: { title: 'Better pets', contact: { email: 'a@example.com' } } },
    { target: "$.paths['/pets'].get", update: { summary: 'List pets' } },
    { target: '$.tags', update: { name: 'b' } },
    { target: '$.paths[?@.get.deprecated == true]', remove: true },
    { target: '$..description', update: 'ignored' },
    { target: '$.nothing', update: {} },
  ];
  const { text, ledger } = await importSound(pets, { overlays: [{ name: 'names.json', text: overlay(actions) }] });
  assert.match(text, /^# Better pets\n/);
  assert.match(text, /\n- Contact: a@example\.com\n/);
  assert.match(text, /\| listPets \(handler\) \| GET \| \/pets \|.*\| List pets \|/);
  assert.ok(!text.includes('/old'));
  const title = ledger.entries.find(({ pointer }) => pointer === '/info/title');
  assert.equal(title?.file, 'names.json');
  assert.deepEqual(
    ledger.entries.filter(({ pointer }) => pointer.startsWith('/tags')).map(({ facts }) => facts),
    [2],
  );
  assert.equal(ledger.facts, 10);
});

test('an overlay that cannot be applied is told with its place', async () => {
  const faultOf = async (text: string): Promise<string> =>
    await importSound(pets, { overlays: [{ name: 'o.json', text }] }).then(
      () => assert.fail('it was applied'),
      (error: unknown) => {
        if (!(error instanceof FileFault)) throw error;
        assert.equal(error.file.name, 'o.json');
        return error.message;
      },
    );
  assert.equal(await faultOf('{}'), 'An overlay has the members `overlay` and `actions`.');
  assert.equal(
    await faultOf(overlay([{ target: '$.paths[?(length(@) > 1)]', remove: true }])),
    'The target of an action is a JSONPath, such as `$.info` or `$.paths.*.get`.',
  );
});

test('a JSONPath that is not one is not read', () => {
  for (const path of ['', 'info', '$.', '$[', '$.a[?(@.b = 1)]', '$.a b', '$[1:2]'])
    assert.equal(readJsonPath(path), undefined, path);
  for (const path of ['$', '$.*', '$..*', "$..['a','b']", '$.a[-1]', "$.a[?(@.b.c!='d')]"])
    assert.ok(readJsonPath(path), path);
});

test('several descriptions of one service are one page', async () => {
  const events = `asyncapi: 3.0.0
info: {title: Events, version: '2'}
channels: {hooks: {messages: {Born: {payload: {$ref: '#/components/schemas/Pet'}}}}}
operations: {send: {action: send, channel: {$ref: '#/channels/hooks'}, bindings: {http: {method: POST}}}}
components: {schemas: {Pet: {type: object, properties: {name: {type: string}}}}}
`;
  const imported = await importSource([
    { name: 'a.yaml', text: pets },
    { name: 'b.yaml', text: events },
    { name: 'c.yaml', text: pets },
  ]);
  assert.ok('text' in imported);
  const { text, others, ledger } = imported;
  assert.match(text, /^# Pets\n/);
  assert.match(text, /\n\| Born \| not shown \| `Pet` \|\n/);
  assert.deepEqual(
    others.map(({ file, kind }) => `${file} ${kind}`),
    ['b.yaml AsyncAPI', 'c.yaml OpenAPI'],
  );
  assert.equal(text.match(/\/pets/g)?.length, 1);
  const find = (file: string, pointer: string) =>
    ledger.entries.find((one) => one.file === file && one.pointer === pointer);
  assert.equal(find('c.yaml', '/paths/~1pets')?.why, 'Two descriptions state the same path and method.');
  assert.equal(find('c.yaml', '/paths/~1pets')?.instead, 'the operation of the first description');
  assert.equal(find('b.yaml', '/info/title')?.why, 'A page has one name, one version and one purpose.');
  assert.equal(find('b.yaml', '/info/title')?.instead, 'that of the first description');
  assert.equal(ledger.stated + ledger.lost, ledger.facts);
});

let address = '';
const server = createServer((request, response) => {
  if (request.url === '/late') return;
  if (request.url === '/none') response.writeHead(404);
  response.end(request.url === '/odd' ? Buffer.from([0xff]) : "type: object\nproperties: {n: {$ref: 'odd.yaml'}}\n");
});
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

test('a file of another host is fetched, within a time and a size', async () => {
  const whyOf = async (path: string, most?: number): Promise<string> => {
    const found = await createFetch(200, most)(`${address}${path}`);
    return 'why' in found ? found.why : found.text;
  };
  assert.match(await whyOf('/a.yaml'), /^type: object/);
  assert.equal(await whyOf('/none'), 'Its host answers 404.');
  assert.equal(await whyOf('/odd'), 'It cannot be fetched.');
  assert.equal(await whyOf('/late'), 'Its host does not answer within 30 seconds.');
  assert.equal(await whyOf('/a.yaml', 10), 'It is larger than 64 MiB.');
});

test('references of a fetched file lead to its host, and to no local file', async () => {
  const fetched: string[] = [];
  const text = `openapi: 3.1.0
info: {title: A, version: '1'}
components: {schemas: {Thing: {type: object, properties: {a: {$ref: 'https://example.com/x/a.yaml'}, b: {$ref: 'file:///etc/passwd'}}}}}
`;
  const { open } = await importSound(text, {
    readFile: (file) => assert.fail(file),
    fetchFile: async (url) => {
      fetched.push(url);
      if (url.endsWith('/a.yaml'))
        return { text: "type: object\nproperties: {n: {$ref: '../b.yaml'}, m: {$ref: '/etc/passwd'}}\n" };
      return { why: 'Its host answers 404.' };
    },
  });
  assert.deepEqual(fetched, [
    'https://example.com/x/a.yaml',
    'https://example.com/b.yaml',
    'https://example.com/etc/passwd',
  ]);
  assert.ok(
    open.some(
      ({ target, why }) =>
        target === 'file:///etc/passwd' && why === 'It is at another host: import opens local files only.',
    ),
  );
});

test('a folder of too many files is not read', async () => {
  await inFolder(async (folder) => {
    for (let index = 0; index < 501; index++) writeFileSync(join(folder, `${index}.json`), '');
    await assert.rejects(readSources([folder], {} as Terminal), {
      message: `${folder} has more than 500 files of JSON and YAML.`,
    });
  });
});
