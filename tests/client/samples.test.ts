import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { formatRequest } from '../../src/describe/docs/operation/samples.ts';
import type { Exchange } from '../../src/describe/examples/exchange.ts';
import { playExamples } from '../../src/operator/examples.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import type { OperationPlan } from '../../src/plan/operation.ts';
import { createSource } from '../../src/text/location.ts';
import { documentText, keyed } from '../support/document-text.fixture.ts';
import { root } from '../support/process.ts';
import { compileStrictly } from './compile.ts';
import { createModuleFolder } from './generated.ts';
import { pythonSkip, runPython } from './python.ts';

interface SampleCase {
  readonly exchange: Exchange;
  readonly typescript: string;
  readonly python: string;
  /** The names of its placeholders with the values that were sent. */
  readonly placeholders: readonly (readonly [string, string | number])[];
}

/** What a sample sends, as far as the example says it. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: unknown;
}

const forms = documentText('Items', {
  resources: `### Kind

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |

### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |
| kind | ref Kind | required |
| tags | string[] | required; 2..3 items |
| numbers | integer[] | required; 1 items |
| open | boolean | required |`,
  endpoints: `- Request media types: application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Kind | POST | /kinds | \`Kind\` | 201 \`Kind\` |
| create Item | POST | /items | \`Item\` | 201 \`Item\` |
| create Item as wrapped | POST | /wrapped | \`{ item: Item }\` | 201 \`Item\` |
| update Item | PATCH | /items/{id} | \`Item\` | 200 \`Item\` |`,
  authentication: keyed('| all | all Item, all Kind, wrapped | |'),
});

const documents = [
  'examples/invoices/invoices.md',
  'tests/documents/invoices.md',
  'tests/documents/notes.md',
  'forms.md',
];

/** Plays a document, and writes the samples of each operation and its clients. */
async function writeSamples(document: string, folder: string): Promise<readonly SampleCase[]> {
  const find = createWholePlanFinder(
    createSource(basename(document), document === 'forms.md' ? forms : readFileSync(join(root, document), 'utf8')),
  );
  const { examples } = await playExamples(find);
  const plan = (await find())!;
  writeFileSync(join(folder, 'client.ts'), describeTypescriptClient(plan));
  writeFileSync(join(folder, 'client.py'), describePythonClient(plan));
  return plan.operations.flatMap((operation) => {
    const exchange = examples[operation.name]?.find(({ response }) => response.status < 400);
    if (exchange === undefined || operation.disabled === true) return [];
    const [curl, typescript, python] = formatRequest(plan, operation, exchange);
    assert.deepEqual([curl?.name, typescript?.name, python?.name], ['curl', 'TypeScript', 'Python']);
    const placeholders = readPlaceholders(operation, exchange);
    return [{ exchange, placeholders, typescript: typescript!.text, python: python!.text }];
  });
}

function readPlaceholders({ path }: OperationPlan, { request }: Exchange): SampleCase['placeholders'] {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const found = new RegExp(`${path.replace(/\{[^}]*\}/g, '([^/?]*)')}(?:$|\\?)`).exec(request.path) ?? [];
  return names.map((name, at) => {
    const value = decodeURIComponent(found[at + 1] ?? '');
    return [name, /^\d+$/.test(value) ? Number(value) : value];
  });
}

/** The text of the first event that a stream sends, so that a sample that reads it comes to an end by its error. */
const streamed = 'id: 1\nevent: a\ndata: {}\n\n';

function readBody(text: string | undefined, isForm: boolean): unknown {
  if (text === undefined || text === '') return undefined;
  if (!isForm) return JSON.parse(text);
  return [...new URLSearchParams(text)].filter(([name]) => name !== 'client_id' && name !== 'client_secret');
}

function expectSent({ request }: Exchange): Sent {
  const { authorization = '' } = request.headers;
  const isForm = typeof request.body === 'string';
  return {
    method: request.method,
    path: request.path.replaceAll('%20', '+'),
    authorization: /^Bearer /.test(authorization) ? 'Bearer the key' : null,
    body: isForm ? readBody(request.body as string, true) : request.body,
  };
}

function respond({ response }: Exchange): { readonly status: number; readonly type: string; readonly text: string } {
  const type = response.headers['content-type'] ?? 'application/json';
  if (type.startsWith('text/event-stream')) return { status: response.status, type, text: streamed };
  return {
    status: response.status,
    type,
    text: response.body === undefined ? '' : JSON.stringify(response.body),
  };
}

const variables = [
  'const api = "http://service.test";',
  'const key = "the key";',
  'const clientId = "a", clientSecret = "b";',
];

for (const document of documents) {
  test(`TypeScript samples compile and send the requests of the examples: ${document}`, async (t) => {
    const folder = createModuleFolder();
    const cases = await writeSamples(document, folder);
    assert.ok(cases.length > 0);
    cases.forEach(({ typescript, placeholders }, at) => {
      const ids = placeholders.map(([name, value]) => `const ${name} = ${JSON.stringify(value)}; void ${name};`);
      writeFileSync(
        join(folder, `sample${at}.ts`),
        [...variables, ...ids, 'void [key, clientId, clientSecret];', typescript].join('\n'),
      );
    });
    assert.equal(compileStrictly(folder).replaceAll(/.*TS6133.*\n?/g, ''), '');
    t.mock.method(console, 'log', () => {
      throw new Error('read');
    });
    for (const [at, { exchange, typescript }] of cases.entries()) {
      const sent: Sent[] = [];
      t.mock.method(globalThis, 'fetch', (url: URL, init: RequestInit) => {
        const headers = new Headers(init.headers);
        const isForm = headers.get('content-type') === 'application/x-www-form-urlencoded';
        const { pathname, search } = url;
        const body = readBody((init.body ?? undefined) as string | undefined, isForm);
        const method = init.method!;
        sent.push({ method, path: `${pathname}${search}`, authorization: headers.get('authorization'), body });
        const { status, type, text } = respond(exchange);
        return new Response(text === '' ? null : text, { status, headers: { 'content-type': type } });
      });
      await import(join(folder, `sample${at}.ts`)).catch((error: Error) =>
        assert.equal(error.message, 'read', typescript),
      );
      assert.deepEqual(sent, [expectSent(exchange)], typescript);
    }
  });

  test(`Python samples send the requests of the examples: ${document}`, { skip: pythonSkip }, async () => {
    const folder = createModuleFolder();
    const cases = await writeSamples(document, folder);
    const texts = cases.map(({ exchange, python, placeholders }) => ({
      python,
      ids: Object.fromEntries(
        placeholders.flatMap(([name, value]) => [
          [name, value],
          [`${name}_`, value],
        ]),
      ),
      ...respond(exchange),
    }));
    writeFileSync(join(folder, 'samples.json'), JSON.stringify(texts));
    writeFileSync(
      join(folder, 'run.py'),
      `import client, json, urllib.parse

class Read(Exception):
    pass

def stop(*words):
    raise Read

for case in json.load(open("samples.json", encoding="utf-8")):
    def respond(request):
        url = urllib.parse.urlsplit(request.url)
        form = request.headers.get("content-type") == "application/x-www-form-urlencoded"
        print(json.dumps({
            "method": request.method,
            "path": url.path + (f"?{url.query}" if url.query else ""),
            "authorization": request.headers.get("authorization"),
            "body": None if request.body is None else request.body.decode(),
            "form": form,
        }))
        return client.HttpResponse(case["status"], [("content-type", case["type"])], [case["text"].encode()])
    client.UrllibTransport = lambda: respond
    given = {"api": "http://service.test", "key": "the key", "client_id": "a", "client_secret": "b", "print": stop, **case["ids"]}
    try:
        exec(compile(case["python"], "sample.py", "exec"), given)
        assert given["result"].ok if "result" in given else True
    except Read:
        pass
`,
    );
    const lines = (await runPython(folder, ['-W', 'ignore', 'run.py'])).trim().split('\n');
    const sent = lines.map((line) => {
      const { form, body, ...rest } = JSON.parse(line) as Sent & { readonly form: boolean };
      return { ...rest, body: readBody((body ?? undefined) as string | undefined, form) };
    });
    assert.deepEqual(
      sent,
      cases.map(({ exchange }) => expectSent(exchange)),
    );
  });
}
