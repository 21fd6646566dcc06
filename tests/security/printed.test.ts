import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/shared/terminal.ts';
import { createTerminal } from '../../src/cli/shared/writer.ts';
import { fetchKeys } from '../../src/serve/verifying/key-sets.ts';
import { notes } from '../serve/verifying/tokens.fixture.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, serve } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

// What commands print (S63): never a password, a token or a key that was handed to them.

/** Runs a command in this process; gives all that it printed, and how it ended. */
async function printed(
  words: readonly string[],
  environment: Terminal['environment'] = {},
): Promise<{ readonly text: string; readonly status: number }> {
  let text = '';
  let status = 0;
  const sink = {
    write: (more: string): void => {
      text += more;
    },
  };
  const colours = { out: false, err: false };
  const end = (code: number): void => {
    status = Math.max(status, code);
  };
  await run(words, '0', createTerminal({ out: sink, err: sink, redraws: true, colours, environment, end }));
  return { text, status };
}

const word = 'HIDDEN';
const stores: readonly string[] = [
  `postgres://me:${word}@127.0.0.1:1/d`,
  `postgres://me:${word}@127.0.0.1:1/d?sslmode=require`,
  `postgres://me:${word}@h:port/d`,
  `postgres://me:${word}@h/d?sslmode=perhaps`,
  `postgres://me@h/d?password=${word}`,
  `postgres:me:${word}`,
  `postgress://me:${word}@h/d`,
  `mysql://me:${word}@h/d`,
];

test('S63: a store that is not available is reported without its password, by every command', {
  timeout: 60_000,
}, async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    writeFileSync(file, invoicesWithoutRate());
    const lines = join(folder, 'lines.jsonl');
    writeFileSync(lines, '');
    const commands: readonly (readonly string[])[] = [
      ['serve', file, '--port', '0'],
      ['serve', file, '--port', '0', '--migrate'],
      ['keys', 'list', file],
      ['keys', 'create', file, '--all-scopes'],
      ['keys', 'rotate', file, 'x'],
      ['keys', 'revoke', file, 'x'],
      ['migrate', file],
      ['migrate', file, '--json'],
      ['export', file],
      ['backup', file, join(folder, 'copy.db')],
      ['load', file, lines],
      ['deliveries', 'list', file, '--failed'],
      ['deliveries', 'replay', file, '--all'],
      ['secrets', 'rotate', file, 'WebhookEndpoint.secret', 'x'],
    ];
    for (const [nth, command] of commands.entries()) {
      // Each store is had by the same few lines, whichever command asks: the first command tries all, the others a few by turns.
      for (const store of stores.filter((_, at) => nth === 0 || (at + nth) % 4 === 0)) {
        const { text, status } = await printed([...command, '--store', store]);
        const told = `${command.join(' ')} --store ${store}: ${text}`;
        // 75: the database is unreachable, which may pass.
        assert.ok(status === 2 || status === 75, told);
        assert.ok(!text.includes(word), told);
        assert.doesNotMatch(text, /\n\s+at /, told);
      }
    }
  });
});

test('S63: settings that are wrong are reported without the secrets in them', { timeout: 60_000 }, async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'notes.md');
    writeFileSync(file, notes(['staff', 'machine']));
    const credentials = join(folder, 'nats.creds');
    writeFileSync(credentials, `${word}\n${word}`);
    const signed = ['--issuer', 'staff=https://issuer.example', '--audience', 'staff=notes'];
    const wrong: readonly (readonly [words: readonly string[], environment?: Terminal['environment']])[] = [
      [[`--stor=postgres://me:${word}@h/d`]],
      [[`--store=postgres://me:${word}@127.0.0.1:1/d`, `postgres://me:${word}@h/d`]],
      [['--nats', `nats://me:${word}@h:4222`]],
      [['--nats', `nats://${word}@h:4222`]],
      [['--nats', `me:${word}@h`]],
      [['--jwks', `https://me:${word}@issuer.example/keys`]],
      [[...signed, '--jwks', `staff=https://me:${word}@issuer.example/keys`]],
      [[...signed, '--jwks', `staff=https://me:${word}@issuer.example:port/keys`]],
      [[...signed, '--jwks', `staff=http://issuer.example/keys?code=${word}`]],
      [['--webhook-url', `https://hooks.example/services/${word}`]],
      [['--webhook-url', `=https://hooks.example/services/${word}`]],
      [['--webhook-url', `partner=ftp://hooks.example/services/${word}`]],
      [['--base-url', `https://me:${word}@api.example.com`]],
      [['--base-url', `https://api.example.com/?key=${word}`]],
      [[], { NONET_SECRET_KEY: word }],
      [[], { NONET_PREVIOUS_SECRET_KEY: `${word} and more of it` }],
    ];
    for (const [words, environment] of wrong) {
      const { text, status } = await printed(['serve', file, '--port', '0', ...words], environment);
      assert.equal(status, 2, `${words.join(' ')}: ${text}`);
      assert.ok(!text.includes(word), `${words.join(' ')}: ${text}`);
      assert.doesNotMatch(text, /\n\s+at /);
    }
  });
});

test('S63: what a service prints and logs from its start to its end holds no password and no credential but its first key', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    writeFileSync(file, invoicesWithoutRate());
    const store = await freshDatabase();
    const { password } = new URL(store);
    const made = await printed([
      'keys',
      'create',
      file,
      '--scheme',
      'key',
      '--all-scopes',
      '--attribute',
      'shop=a',
      '--store',
      store,
    ]);
    const key = /\bkey_\w{24}_\w{6}\b/.exec(made.text)![0];
    const client = [
      '--scheme',
      'client',
      '--client',
      'partner',
      '--all-scopes',
      '--attribute',
      'shop=b',
      '--store',
      store,
    ];
    const second = await printed(['keys', 'create', file, ...client]);
    const secret = /client secret\s+(\S+)/.exec(second.text)![1]!;
    const listed = await printed(['keys', 'list', file, '--tokens', '--json', '--store', store]);
    const sealing = 'a key of thirty and more letters';
    const service = await serve(file, ['--store', store, '--log-level', 'debug'], { NONET_SECRET_KEY: sealing });
    const tokens: string[] = [];
    try {
      const basic = `Basic ${btoa(`partner:${secret}`)}`;
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = 'grant_type=client_credentials';
      const issue = `${service.address}/oauth/token`;
      const got = await fetch(issue, { method: 'POST', headers: { ...form, Authorization: basic }, body });
      tokens.push(((await got.json()) as { access_token: string }).access_token);
      await fetch(issue, { method: 'POST', headers: form, body: `${body}&client_id=partner&client_secret=${secret}` });
      for (const credential of [key, tokens[0]!, secret, `${key}x`]) {
        await fetch(`${service.address}/customers?key=${credential}`, {
          headers: { Authorization: `Bearer ${credential}` },
        });
        await fetch(`${service.address}/${credential}`, {
          headers: { Cookie: `session=${credential}`, 'X-Key': credential },
        });
      }
    } finally {
      await service.stop();
    }
    const text = `${service.printed()}\n${listed.text}`;
    assert.match(text, /database postgres:\/\/nonet@127\.0\.0\.1/);
    assert.ok(text.match(/"msg":"request"/g)!.length >= 10, text);
    for (const hidden of [password, decodeURIComponent(password), key, secret, ...tokens, sealing]) {
      assert.ok(hidden.length > 5 && !text.includes(hidden), hidden);
    }
  });
});

test('S63: why failed to fetch the keys of an issuer is reported without what may be a secret of their address', async (t) => {
  const server = createServer((request, response) => {
    response.statusCode = request.url!.startsWith('/none') ? 503 : 200;
    response.end('x'.repeat(300_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { readonly port: number };
  for (const [path, why] of [
    ['none', /http:\/\/127\.0\.0\.1:\d+\/none answered 503$/],
    ['large', /http:\/\/127\.0\.0\.1:\d+\/large answers more than 262144 bytes$/],
  ] as const) {
    await assert.rejects(fetchKeys(`http://127.0.0.1:${port}/${path}?code=${word}#${word}`), why);
  }
});
