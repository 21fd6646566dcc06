import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, root, serve } from '../support/process.ts';
import { parseHurl } from './hurl.ts';
import { type Failure, runHurl } from './run.ts';

const example = join(root, 'examples/conduit');

const suite = globSync(join(import.meta.dirname, 'suite/*.hurl'))
  .sort()
  .map((path) => [basename(path), parseHurl(basename(path), readFileSync(path, 'utf8'))] as const);

/** Runs every file of the suite, a few at a time. */
async function runSuite(host: string): Promise<readonly Failure[]> {
  const waiting = [...suite];
  const failures: Failure[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      failures.push(...(await runHurl(...next, { host, uid: 'a1' })));
    }
  };
  await Promise.all([work(), work(), work()]);
  return failures;
}

test('the suite is complete', () => {
  assert.equal(suite.length, 13);
  assert.equal(suite.flatMap(([, entries]) => entries).length, 154);
});

for (const [name, addressOf] of storesInFolder) {
  test(`examples/conduit passes RealWorld's suite on ${name}`, async () => {
    await inFolder(async (folder) => {
      const words = ['--store', await addressOf(folder), '--log-level', 'error'];
      const env = { NODE_OPTIONS: `--import=${join(root, 'tests/support/cheap-passwords.ts')}` };
      const running = await serve(join(example, 'conduit.md'), words, env);
      try {
        const failures = await runSuite(running.address);
        assert.deepEqual(failures, []);
      } finally {
        await running.stop();
      }
    });
  });
}

test('a wrong response is reported with its file, line, request, and expected and actual value', async () => {
  const service = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":{"b":[1,"x"],"c":null}}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  const host = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const text = `# comment
GET {{host}}/one
HTTP 201
[Asserts]
jsonpath "$.a.b[0]" == 1
jsonpath "$.a.b[1]" == "y"
jsonpath "$.a.b" count >= 3
jsonpath "$.a.c" == null
jsonpath "$.a.d" isString
jsonpath "$.a.d" not exists
jsonpath "$.a.d" != 1
jsonpath "$.a.b[1]" matches "^X$"
[Captures]
item: jsonpath "$.a.b[1]"
gone: jsonpath "$.z"

POST {{host}}/{{item}}
X-Item: {{item}}
{
  "item": "{{item}}"
}
HTTP 200
[Asserts]
jsonpath "$.a.b[1]" == {{item}}
jsonpath "$.a.b" contains "{{item}}"
jsonpath "$.a.b[1]" not isEmpty

GET {{host}}/{{gone}}
HTTP 200
`;
  try {
    const failures = await runHurl('some.hurl', parseHurl('some.hurl', text), { host });
    assert.deepEqual(failures, [
      {
        request: 'some.hurl:2 GET /one',
        reasons: [
          'some.hurl:2: expected status 201, got 200 {"a":{"b":[1,"x"],"c":null}}',
          'some.hurl:6: expected jsonpath "$.a.b[1]" == "y", got "x"',
          'some.hurl:7: expected jsonpath "$.a.b" count >= 3, got [1,"x"]',
          'some.hurl:9: expected jsonpath "$.a.d" isString, got nothing at a.d',
          'some.hurl:11: expected jsonpath "$.a.d" != 1, got nothing at a.d',
          'some.hurl:12: expected jsonpath "$.a.b[1]" matches "^X$", got "x"',
          'some.hurl:15: expected a value for gone, got {"a":{"b":[1,"x"],"c":null}}',
        ],
      },
      { request: 'some.hurl:28 GET /{{gone}}', reasons: ['no earlier response gave {{gone}}'] },
    ]);
  } finally {
    service.close();
  }
  assert.throws(
    () => parseHurl('some.hurl', 'GET /\nHTTP 200\n[Options]\n'),
    /some\.hurl:3: unknown section: \[Options\]/,
  );
});
