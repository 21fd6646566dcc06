import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hooked } from '../../../tests/serve/deliveries/deliveries.fixture.ts';
import { said } from '../shared/terminal.fixture.ts';

const document = hooked('| nats | notes.{event}.{id} | all | cloudevents 1.0 | | |');
const line = 1 + document.split('\n').findIndex((candidate) => candidate.startsWith('| nats'));
const nowhere = ['--nats', 'nats://127.0.0.1:1'];
let folder: string;
let file: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  file = join(folder, 'notes.md');
  writeFileSync(file, document);
});
after(() => rmSync(folder, { recursive: true }));

async function refused(why: RegExp, ...words: string[]): Promise<void> {
  const { status, out, err } = await said(['serve', file, '--port', '0', ...words]);
  const told = [...out, ...err].join('\n');
  assert.equal(status, 2, told);
  assert.match(told, why);
  assert.doesNotMatch(told, /hunter2|\n\s+at |listening/);
}

test('a document that states nats is not served without the address of a server', async () => {
  const what = 'the delivery to notes\\.\\{event\\}\\.\\{id\\} needs the address of a NATS server';
  await refused(
    new RegExp(
      `notes\\.md:${line}: ${what}\\.\nTo set it, pass --nats nats://127\\.0\\.0\\.1:4222, or set NONET_NATS\\.`,
    ),
  );
});

test('a wrong address is told, without the password that may be in it', async () => {
  await refused(/--nats: "http:\/\/a" is no address such as nats:/, '--nats', 'http://a');
  await refused(/an address holds no user, password or token: .* --nats-credentials/, '--nats', 'nats://joe:hunter2@a');
});

test('a file to sign in with that cannot be read, or holds nothing of the kind, is told', async () => {
  await refused(/none\.creds cannot be read \(ENOENT\)/, ...nowhere, '--nats-credentials', join(folder, 'none.creds'));
  await refused(/notes\.md is neither a \.creds file nor one line/, ...nowhere, '--nats-credentials', file);
});
