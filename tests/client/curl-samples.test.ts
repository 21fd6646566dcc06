import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { formatRequest } from '../../src/describe/docs/operation/samples.ts';
import { playExamples } from '../../src/operator/examples.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
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

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Thing | /things | \`Thing\` | 201 \`Thing\` |
| list Thing | /things | | 200 \`{ data: Thing[] }\` |

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
| authenticated | all Thing |
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
      const variables = { API: service.address, KEY: key, CLIENT_ID: 'ada', CLIENT_SECRET: secret };
      // A sketch names the type of each member in the place of its value.
      assert.deepEqual(await send(commands, variables), ['400', '201', '200', '200'], commands.join('\n'));
      const without = { ...variables, KEY: 'wrong', CLIENT_SECRET: 'wrong' };
      assert.deepEqual(await send(commands, without), ['401', '401', '401', '401']);
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
