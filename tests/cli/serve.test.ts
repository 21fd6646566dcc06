import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Ended, inFolder, nonet, program, type Running, root, serve } from '../support/process.ts';

const notesText = readFileSync(join(root, 'tests/documents/notes.md'), 'utf8');
const exampleText = readFileSync(join(root, 'tests/documents/written-out/invoices.md'), 'utf8');
const stack = /\n\s+at |node:internal|mistake in Nonet itself/;

async function refused(why: RegExp, ...words: string[]): Promise<Ended> {
  const ended = await nonet(words);
  assert.equal(ended.status, 2, `${ended.out}\n${ended.err}`);
  assert.match(ended.err, why);
  assert.doesNotMatch(ended.out + ended.err, stack);
  assert.doesNotMatch(ended.out, /listening/);
  return ended;
}

test('what cannot be served is told with exit status 2: missing parts, bad settings, limits above the ceilings', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    writeFileSync(file, exampleText);
    await refused(/does not state resources .* and methods and path shapes/, 'serve', 'tests/documents/empty.md');
    await refused(/--port takes a whole number from 0 to 65535\. Found "x"/, 'serve', file, '--port', 'x');
    await refused(/--port .* "65536"/, 'serve', file, '--port', '65536');
    await refused(/--base-url takes a URL/, 'serve', file, '--base-url', 'ftp://a');
    await refused(/Allowed choices are full, process/, 'serve', file, '--durability', 'some');
    await refused(/not the address of a store/, 'serve', file, '--store', 'mysql://a');
    await refused(/cannot be opened/, 'serve', file, '--store', `sqlite:${join(folder, 'none/a.db')}`);
    await refused(/unknown option '--prot'/, 'serve', file, '--prot', '1');
    const { err } = await refused(
      /states limits above those of the server:\n/,
      ...['serve', file, '--port', '0', '--max-body-size', '10', '--max-page-size', '5', '--max-request-time', '7'],
    );
    const line = (words: string): number => exampleText.split('\n').findIndex((text) => text.startsWith(words)) + 1;
    assert.match(err, new RegExp(`line ${line('| body |')}: bodies of 65536 bytes; raise --max-body-size 65536`));
    assert.match(err, new RegExp(`line ${line('| page |')}: pages of 100 records; raise --max-page-size 100`));
    assert.match(
      err,
      new RegExp(`line ${line('| wait |')}: 10000 milliseconds a request; raise --max-request-time 10000`),
    );
  }));

test('without stated authentication only this machine is served', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'notes.md');
    writeFileSync(file, notesText);
    await refused(
      /does not state its authentication, so it can only be served to this machine, not on 0\.0\.0\.0\. State a scheme, or write/,
      ...['serve', file, '--port', '0', '--host', '0.0.0.0'],
    );
    const running = await serve(file);
    try {
      assert.match(running.printed(), /Authentication is not shown: only requests from this machine are accepted/);
      assert.match(running.printed(), /^32 gaps\. To list them: .* gaps \S+notes\.md$/m);
      const { port } = new URL(running.address);
      await refused(
        /Port \d+ is in use\. Choose another one with --port; --port 0 picks a free port\./,
        'serve',
        file,
        '--port',
        port,
        '--store',
        'sqlite::memory:',
      );
      const proxied = await fetch(`${running.address}/notes/x`, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
      assert.equal(proxied.status, 403);
    } finally {
      assert.equal(await running.stop(), 0);
    }
  }));

async function ask(running: Running, path: string, key: string | undefined, more: RequestInit = {}): Promise<Response> {
  const headers = { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...more.headers };
  return fetch(running.address + path, { ...more, headers });
}

/** Asks again until the answer is as it should be; fails after so many milliseconds. */
async function until(within: number, fits: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + within;
  while (!(await fits())) {
    assert.ok(Date.now() < end, `not within ${within} milliseconds`);
    await pause(50);
  }
}

test('a service keeps its data and keys across restarts, follows its document, and ends in order', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    writeFileSync(file, exampleText);
    const first = await serve(file, ['--watch']);
    assert.match(first.printed(), /^listening on http:\/\/127\.0\.0\.1:\d+$/m);
    assert.match(first.printed(), /^documentation on http:\/\/127\.0\.0\.1:\d+\/docs$/m);
    const { key } = first;
    assert.ok(key !== undefined && existsSync(join(folder, 'invoices.db')));
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
    const json = { 'Content-Type': 'application/json' };
    const made = await ask(first, '/customers', key, { method: 'POST', body, headers: json });
    assert.equal(made.status, 201);
    const customer = (await made.json()) as { id: string };
    const absent = await ask(first, '/customers/cus_01h455vb4pex5vsknk084sn02q', key);
    assert.match(absent.headers.get('Nonet-Explain') ?? '', /invoices\.md:\d+$/);

    await keysAreMadeListedAndRevoked(file, first);
    await theDocumentIsFollowed(file, first, key);
    assert.equal(await first.stop(), 0);
    assert.match(first.printed(), /stopping: waiting for requests in progress/);

    const second = await serve(file, ['--no-explain']);
    try {
      assert.equal(second.key, undefined);
      assert.match(second.printed(), /To create an API key: .* keys create \S+invoices\.md/);
      const read = await ask(second, `/customers/${customer.id}`, key);
      assert.equal(((await read.json()) as { email: string }).email, 'ada@example.com');
      const refusal = await ask(second, '/customers/none', key);
      assert.deepEqual([refusal.status, refusal.headers.get('Nonet-Explain')], [404, null]);
    } finally {
      assert.equal(await second.stop(), 0);
    }
    await underItsBase(file, key!, process.platform === 'win32' ? undefined : join(folder, 'shop.sock'));
  }));

/** Links name the path of `--base-url`; requests have it, unless a proxy has stripped it. */
async function underItsBase(file: string, key: string, socket: string | undefined): Promise<void> {
  if (socket !== undefined) {
    const stale = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', stale, socket]);
    assert.ok(existsSync(socket));
  }
  const there = socket === undefined ? [] : ['--socket', socket];
  const running = await serve(file, ['--explain', '--base-url', 'https://api.example.com/shop', ...there]);
  const answerTo = async (path: string, more: { body?: string; headers?: object } = {}): Promise<Told> => {
    const at = socket === undefined ? { port: new URL(running.address).port } : { socketPath: socket };
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...more.headers };
    const sent = request({ ...at, path, method: more.body === undefined ? 'GET' : 'POST', headers }).end(more.body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, text: (await answer.toArray()).join('') };
  };
  try {
    if (socket !== undefined) {
      assert.equal(running.address, `unix:${socket}`);
      assert.equal(statSync(socket).mode & 0o777, 0o660);
      await refused(
        /Another process listens on .*shop\.sock\. Choose another path with --socket\./,
        ...['serve', file, '--store', 'sqlite::memory:', ...there],
      );
    }
    for (const path of ['/shop/customers', '/customers']) {
      const made = await answerTo(path, { body: JSON.stringify({ name: 'Bo', email: `${path.length}@example.com` }) });
      assert.equal(made.status, 201, made.text);
      const { pathname, origin } = new URL(made.headers.location!);
      assert.match(`${origin}${pathname}`, /^https:\/\/api\.example\.com\/shop\/customers\/cus_/);
      assert.equal((await answerTo(pathname)).status, 200);
      assert.equal((await answerTo(pathname.replace('/shop', ''))).status, 200);
    }
    const refusal = await answerTo('/shop/customers/none', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
    assert.match(String(refusal.headers['nonet-explain']), /invoices\.md:\d+$/);
    assert.equal((await answerTo('/shopping/customers')).status, 404);
  } finally {
    assert.equal(await running.stop('SIGHUP'), 0);
  }
  assert.equal(socket !== undefined && existsSync(socket), false);
}

interface Told {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function keysAreMadeListedAndRevoked(file: string, running: Running): Promise<void> {
  const create = ['keys', 'create', file, '--scheme', 'key', '--attribute', 'shop=s1'];
  const text = await nonet([...create, '--scope', 'invoices:read']);
  assert.equal(text.status, 0, text.err);
  assert.match(text.out, /^key_\w+\n$/);
  assert.match(
    text.err,
    /^cred_\w+: shown only once, stored as a hash\. scheme key; scopes invoices:read; shop = s1; created /,
  );
  const made = JSON.parse((await nonet([...create, '--all-scopes', '--json'])).out);
  for (const scope of ['invoices:read', 'invoices:write']) assert.ok(made.scopes.includes(scope), scope);
  assert.deepEqual([made.scheme, made.attributes, 'hash' in made], ['key', { shop: 's1' }, false]);
  for (const key of [text.out.trim(), made.key]) assert.equal((await ask(running, '/customers', key)).status, 200);

  const list = await nonet(['keys', 'list', file]);
  assert.match(list.out, new RegExp(`^${made.id} {2}active`, 'm'));
  const known = JSON.parse((await nonet(['keys', 'list', file, '--json'])).out) as object[];
  assert.equal(known.length, 3);
  assert.ok(known.every((credential) => !('hash' in credential) && !('key' in credential)));
  assert.doesNotMatch(list.out + JSON.stringify(known), new RegExp(made.key));

  assert.equal((await nonet(['keys', 'revoke', file, made.id])).out, `${made.id}: revoked\n`);
  await until(1500, async () => (await ask(running, '/customers', made.key)).status === 401);
  assert.match((await nonet(['keys', 'list', file])).out, new RegExp(`^${made.id} {2}revoked`, 'm'));
  await refused(/No active key or client has the ID/, 'keys', 'revoke', file, made.id);
  await refused(/has no scope "invoices:raed"\. Did you mean invoices:read\?/, ...create, '--scope', 'invoices:raed');
  await refused(
    /has no attribute "shpo"\. Did you mean shop\?/,
    'keys',
    'create',
    file,
    '--scheme',
    'key',
    '--all-scopes',
    '--attribute',
    'shpo=1',
  );
  await refused(/Choose scopes with --scope/, ...create);
}

async function theDocumentIsFollowed(file: string, running: Running, key: string): Promise<void> {
  const told = async (): Promise<string> => (await ask(running, '/customers/none', key)).text();
  assert.match(await told(), /There is no such thing/);
  const changed = exampleText.replace('There is no such thing', 'Nothing is here');
  writeFileSync(file, changed);
  await until(5000, async () => (await told()).includes('Nothing is here'));
  await until(2000, () => running.printed().includes('reloaded'));
  writeFileSync(file, changed.replace('Nothing is here', 'Wrong').replace('..500 characters', '..500 charcters'));
  await until(5000, () => running.printed().includes('The running service was not changed.'));
  assert.match(
    running.printed(),
    /error\[resources\/range-unit\][\s\S]*The document has errors\. The running service was not changed\./,
  );
  assert.match(await told(), /Nothing is here/);
  writeFileSync(file, changed);
  await until(5000, () => running.printed().includes('reloaded, unchanged'));
}

test('output that nobody reads, and a full disk under it, end a command in a line at most', async () => {
  const run = (words: string): string => `'${process.execPath}' '${program}' ${words}`;
  const piped = `${run('plan tests/documents/invoices.md')} | head -1; echo \${PIPESTATUS[0]}`;
  const full = existsSync('/dev/full') ? `${run('check tests/documents/invoices.md')} >/dev/full; echo $?` : 'true';
  const shell = spawn('bash', ['-c', `${piped}; ${full}`], { cwd: root });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  await once(shell, 'close');
  assert.match(printed, /^\{\n141\n(nonet: what is printed cannot be written: ENOSPC.*\n2\n)?$/);
});
