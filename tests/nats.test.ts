import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { credsAuthenticator } from '@nats-io/transport-node';
import { hooked } from './serve/deliveries/deliveries.fixture.ts';
import { natsFor, withoutNats } from './support/nats.ts';
import { operatorsAccounts } from './support/nats-accounts.ts';
import { inFolder, root, serve } from './support/process.ts';

const document = hooked('| nats | notes.{event}.{id} | all | cloudevents 1.0 | | |');

/** What is loaded of NATS when a service of a document is opened. */
function loaded(row: string, settings: string): string {
  const script = `
    import { registerHooks } from 'node:module';
    const seen = new Set();
    registerHooks({ resolve(name, context, next) { if (name.startsWith('@nats-io/')) seen.add(name); return next(name, context); } });
    const { open } = await import('./src/index.ts');
    const { hooked } = await import('./tests/serve/deliveries/deliveries.fixture.ts');
    const service = await open({ document: hooked(${JSON.stringify(row)}), settings: ${settings} });
    await new Promise((done) => setTimeout(done, 500));
    await service.close();
    console.log([...seen].sort().join(' '));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' }).trim();
}

test('the packages of NATS are loaded where a document states it, and nowhere else', () => {
  assert.equal(
    loaded(
      '| webhook | setting partner | all | | | |',
      "{ webhookUrls: new Map([['partner', 'http://127.0.0.1:9/']]) }",
    ),
    '',
  );
  const stated = loaded('| nats | notes | all | | | |', "{ nats: { servers: ['nats://127.0.0.1:9'] } }");
  assert.match(stated, /@nats-io\/jetstream .*@nats-io\/transport-node/);
});

test('a service in a process of its own signs in with the file of --nats-credentials, and shows nothing of it', {
  skip: withoutNats,
}, async (t) => {
  const { lines, creds } = operatorsAccounts();
  const server = await natsFor(t, lines, { authenticator: credsAuthenticator(new TextEncoder().encode(creds)) });
  await server.addStream('NOTES', ['notes.>']);
  await inFolder(async (folder) => {
    const file = join(folder, 'notes.md');
    const secret = join(folder, 'user.creds');
    writeFileSync(file, document);
    writeFileSync(secret, creds);
    const service = await serve(file, ['--nats-credentials', secret, '--log-level', 'debug'], {
      NONET_NATS: server.address,
    });
    t.after(() => service.kill());
    for (const text of ['a', 'b']) {
      const made = await fetch(`${service.address}/notes`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ text }),
      });
      assert.equal(made.status, 201);
    }
    const until = performance.now() + 60_000;
    while ((await server.messages('NOTES')).length < 2 && performance.now() < until) await pause(100);
    assert.equal((await server.messages('NOTES')).length, 2, service.printed());
    assert.equal(await service.stop(), 0);
    for (const line of creds.split('\n'))
      assert.ok(line === '' || !service.printed().includes(line), service.printed());
  });
});
