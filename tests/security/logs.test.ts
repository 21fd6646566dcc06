import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logTo } from '../../src/cli/shared/log.ts';
import { compile } from '../../src/codegen/compile.ts';
import { hashCredential, makeKey } from '../../src/parts/authentication/serve/credentials/keys.ts';
import { fetchOf } from '../../src/serve/http/fetch.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openService } from '../../src/serve/service.ts';
import { openStore } from '../../src/stores/index.ts';
import { handlers } from '../serve/refusals/refusals-served.fixture.ts';
import { planFor, serve } from '../serve/support/served.fixture.ts';
import { problemDetails } from './errors.fixture.ts';

/** The document with a password that is only written and a secret that is shown once. */
const document = problemDetails
  .replace(
    '| name | string | required; ..40 characters; unique with shop |',
    '$&\n| word | password | write-only |\n| seal | secret | assigned; shown once |',
  )
  .replace('- Base URL: {base_url}', '$&\n- Allowed origins: https://shop.example');

interface Line {
  readonly msg: string;
  readonly method?: string;
  readonly operation?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  readonly trace_id?: string;
  readonly caller?: string;
  readonly credential?: string;
}

/** Asks a service that logs at a level, and gives what it logged and all that must not stand in it. */
async function logged(level: string): Promise<{ readonly text: string; readonly secrets: readonly string[] }> {
  const written: string[] = [];
  const platform = createNodePlatform(logTo(level, { write: (line: string) => void written.push(line) }));
  const plan = planFor(document);
  const store = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const cipher = { encrypt: (plain: string) => Buffer.from(plain).toString('base64'), decrypt: (kept: string) => kept };
  const service = openService({ plan, compiled: compile(plan, { cipher }), store, platform, handlers });
  const ask = fetchOf(service);
  const secrets: string[] = [];
  const keys: string[] = [];
  for (const shop of ['north', 'south']) {
    const { key } = makeKey(platform, 'key');
    const hash = hashCredential(platform, key);
    secrets.push(key, key.slice(4), hash);
    keys.push(key);
    const subject = `subject of ${shop}`;
    const record = { id: `credential of ${shop}`, kind: 'key' as const, scheme: 'key', hash, subject };
    await service.keys.create({ ...record, scopes: ['all'], attributes: { shop }, createdAt: platform.now() });
  }
  const send = async (line: string, key: string | undefined, body?: unknown, more = {}): Promise<Response> => {
    const [method, path] = line.split(' ') as [string, string];
    const headers = { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...more };
    const content = { 'Content-Type': 'application/json', ...headers };
    const init = body === undefined ? { method, headers } : { method, headers: content, body: JSON.stringify(body) };
    return ask(new Request(`http://localhost${path}`, init), '127.0.0.1');
  };
  for (const [i, key] of [...keys, ...keys].entries()) {
    const word = `password-${i}-very-private`;
    const idempotency = `idempotency-${i}-private`;
    secrets.push(word, idempotency, `name-${i}-private`, `cookie-${i}-private`);
    const made = await send(
      'POST /folders',
      key,
      { name: `name-${i}-private`, word },
      {
        'Idempotency-Key': idempotency,
        Cookie: `session=cookie-${i}-private`,
      },
    );
    const folder = (await made.json()) as { id: string; seal?: string };
    assert.equal(made.status, 201, JSON.stringify(folder));
    secrets.push(folder.id);
    if (folder.seal !== undefined) secrets.push(folder.seal);
    await send(`DELETE /folders/${folder.id}`, key);
    await send(`GET /folders?size=query-${i}-private`, key);
    await send(`GET /nowhere/path-${i}-private?token=query-${i}-private`, key);
    await send('GET /folders', `${key}x`);
    await send('POST /notes', key, { text: `text-${i}-private`, folder: 'none' });
    const letter = (await (await send('POST /letters', key, {})).json()) as { id?: string };
    if (letter.id !== undefined) await send(`POST /letters/${letter.id}/burn`, key, { how: 'twice' });
    secrets.push(`query-${i}-private`, `path-${i}-private`, `${key}x`, `text-${i}-private`);
  }
  service.refuseHead(431);
  await service.close();
  await store.close();
  return { text: written.join(''), secrets };
}

test('S63: no credential, secret, password, path value, query or body is in the log, at whatever level', async () => {
  const { text, secrets } = await logged('debug');
  assert.ok(secrets.length > 40 && text.split('\n').length > 30);
  for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} stands in the log`);
});

test('each request has a line of its own: method, operation, status, time, trace and who called', async () => {
  const { text } = await logged('info');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const requests = lines.filter(({ msg }) => msg === 'request');
  const created = requests.filter(({ operation }) => operation === 'create Folder');
  assert.equal(created.length, 4);
  for (const { method, status, milliseconds, trace_id, caller, credential } of created) {
    assert.deepEqual([method, status], ['POST', 201]);
    assert.ok(milliseconds !== undefined && milliseconds >= 0);
    assert.match(trace_id ?? '', /^[0-9a-f]{32}$/);
    assert.match(caller ?? '', /^subject of (north|south)$/);
    assert.equal(credential, caller?.replace('subject', 'credential'));
  }
  const nameless = requests.filter(({ operation }) => operation === undefined);
  assert.equal(nameless.filter(({ status }) => status === 404).length, 4);
  assert.equal(nameless.filter(({ status }) => status === 431).length, 1);
  assert.ok(nameless.every(({ caller }) => caller === undefined));
});

test('from the level warn on no request has a line', async () => {
  assert.equal((await logged('warn')).text, '');
});

test('S43: what code throws is one line of the log, whatever it holds', async () => {
  const texts = [
    'a\r\n{"level":60,"msg":"planted"}',
    '\u001b[2J\u001b[31mred\u0007',
    'a\u2028b\u2029',
    '"}\n{"',
    '%s %d %j',
  ];
  const burn = ({ input }: { input: { how: string } }): never => {
    throw new Error(input.how);
  };
  const code = { ...handlers, before: {}, 'burn Letter': burn };
  const served = await serve(problemDetails, {}, undefined, undefined, code, 'debug');
  try {
    for (const [i, how] of texts.entries()) {
      const key = await served.key(['all'], { shop: `shop ${i}` });
      const { id } = (await served.ask('POST /letters', { key, body: {} })).json;
      const before = served.logged.length;
      const got = await served.ask(`POST /letters/${id}/burn`, { key, body: { how } });
      assert.equal(got.status, 500, got.text);
      const lines = served.logged.slice(before);
      assert.equal(lines.length, 2);
      for (const line of lines) assert.match(line, /^\{[^\r\n\u001b\u0007]*\}\n$/);
      const { error } = JSON.parse(lines[0]!) as { error: string };
      assert.ok(error.startsWith(`Error: ${how}\n`), error);
    }
  } finally {
    await served.close();
  }
});
