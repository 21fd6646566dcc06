import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { formatRequest } from '../../src/describe/docs/operation/samples.ts';
import type { Exchange } from '../../src/describe/examples/exchange.ts';
import { playExamples } from '../../src/operator/examples.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import { getFileForm } from '../../src/plan/files/file-bodies.ts';
import { createSource } from '../../src/text/location.ts';
import { inFolder, nonet, root, serve } from '../support/process.ts';

const run = promisify(execFile);

const things = (sentIn: string): string => `# Things

## Resources and their fields

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |
| kind | ref Kind | |

### Kind

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Kind | /kinds | \`Kind\` | 201 \`Kind\` |
| create Thing | /things | \`Thing\` | 201 \`Thing\` |
| list Thing | /things | | 200 \`{ data: Thing[] }\` |
| read Thing | /things/{id} | | 200 \`Thing\` |

### list Thing

| Parameter | Maps to |
| --- | --- |
| sort | sort id |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| own | ${sentIn} |

| Scope | Allows |
| --- | --- |
| authenticated | all Thing, all Kind |
`;

/** Writes the curl commands of a document, as they are sketched and as they are played. */
async function writeCommands(text: string): Promise<readonly string[]> {
  const find = createWholePlanFinder(createSource('things.md', text));
  const plan = (await find())!;
  const { examples } = await playExamples(find);
  return plan.operations.flatMap((operation) => {
    const played = examples[operation.name]?.find(({ response }) => response.status < 400);
    assert.ok(played, operation.name);
    return [formatRequest(plan, operation), formatRequest(plan, operation, played)].map(([curl]) => curl!.text);
  });
}

/** Runs the commands in a shell, and returns the status of each response. */
async function send(commands: readonly string[], variables: Readonly<Record<string, string>>): Promise<string[]> {
  const script = commands.map((command) => `${command} -s -o /dev/null -w '%{http_code}\\n'`).join('\n');
  const { stdout } = await run('bash', ['-c', script], { env: { PATH: process.env.PATH!, ...variables } });
  return stdout.trim().split('\n');
}

const schemes = [
  'api key | header Authorization: Bearer',
  'api key | header Authorization: Token',
  'api key | header X-Api-Key',
  'api key | query key',
  'api key | cookie sid',
  'basic | header Authorization: Basic',
];

for (const scheme of schemes) {
  test(`curl samples work with ${scheme}`, () =>
    inFolder(async (folder) => {
      const file = join(folder, 'things.md');
      writeFileSync(file, things(scheme));
      const commands = await writeCommands(readFileSync(file, 'utf8'));
      const words = scheme.startsWith('basic') ? ['--client', 'ada'] : [];
      const created = await nonet([
        'keys',
        'create',
        file,
        ...words,
        '--store',
        `sqlite:${folder}/things.db`,
        '--json',
      ]);
      const { key = '', secret = '' } = JSON.parse(created.out) as { readonly key?: string; readonly secret?: string };
      const service = await serve(file, ['--store', `sqlite:${folder}/things.db`]);
      const variables = {
        API: service.address,
        KEY: key,
        CLIENT_ID: 'ada',
        CLIENT_SECRET: secret,
        KIND_ID: '1',
        THING_ID: '1',
      };
      // A sketch names the type of each member in the place of its value.
      assert.deepEqual(
        await send(commands, variables),
        ['201', '201', '400', '201', '200', '200', '200', '200'],
        commands.join('\n'),
      );
      const without = { ...variables, KEY: 'wrong', CLIENT_SECRET: 'wrong' };
      assert.deepEqual(await send(commands, without), Array(8).fill('401'));
      await service.stop();
    }));
}

test('curl samples of Conduit send its own word before the token', async () => {
  const find = createWholePlanFinder(
    createSource('conduit.md', readFileSync(join(root, 'examples/conduit/conduit.md'), 'utf8')),
  );
  const plan = (await find())!;
  const commands = plan.operations.map((operation) => formatRequest(plan, operation)[0]!.text);
  assert.equal(commands.filter((command) => command.includes('-H "Authorization: Token $KEY"')).length, 12);
  assert.ok(!commands.some((command) => command.includes('Bearer')));
});

/** Answers each request as it was played, and notes it as a command of curl sends it. */
async function collect(
  examples: readonly Exchange[],
): Promise<{ readonly address: string; readonly sent: Sent[]; close(): void }> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = request;
    sent.push({ method, path: url, authorization: headers.authorization, body });
    response.statusCode = examples[sent.length - 1]!.response.status;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, sent, close: () => void server.close() };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

for (const document of ['invoices', 'conduit', 'help-desk', 'bookings']) {
  test(`curl samples send the requests of the examples, with variables for keys and records: ${document}`, async () => {
    const text = readFileSync(join(root, `examples/${document}/${document}.md`), 'utf8');
    const find = createWholePlanFinder(createSource(`${document}.md`, text));
    const plan = (await find())!;
    const { examples } = await playExamples(find);
    const cases = plan.operations.flatMap((operation) => {
      const played = examples[operation.name]?.find(({ response }) => response.status < 400);
      if (played === undefined || getFileForm(operation.input) !== undefined) return [];
      return [{ played, command: formatRequest(plan, operation, played)[0]!.text }];
    });
    assert.ok(cases.length > 5, `${cases.length}`);
    const service = await collect(cases.map(({ played }) => played));
    const names = new Set(cases.flatMap(({ command }) => command.match(/(?<=\$)[A-Z]\w*/g) ?? []));
    assert.ok([...names].some((name) => name.endsWith('_ID')));
    const variables = Object.fromEntries([...names].map((name) => [name, `the ${name}`.replaceAll(' ', '_')]));
    await send(
      cases.map(({ command }) => command),
      { ...variables, API: service.address },
    );
    service.close();
    for (const [at, { played, command }] of cases.entries()) {
      const { method, path, body, authorization } = service.sent[at]!;
      const { request } = played;
      assert.equal(method, request.method, command);
      assert.equal(path.replace(/the_\w+/g, '…').split('/').length, request.path.split('/').length, command);
      assert.doesNotMatch(command, /[a-z]+_01[a-z0-9]{20}/);
      if (request.headers.authorization !== undefined)
        assert.equal(authorization?.split(' ')[0], request.headers.authorization.split(' ')[0], command);
      if (typeof request.body === 'object')
        assert.deepEqual(Object.keys(JSON.parse(body) as object), Object.keys(request.body as object), command);
    }
  });
}
