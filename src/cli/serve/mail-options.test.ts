import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Command } from 'commander';
import { mailing } from '../../../tests/serve/mail/mail.fixture.ts';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import { readEmail } from '../../../tests/support/mail-server.ts';
import type { OutgoingEmail } from '../../contracts/platform.ts';
import { CommandError } from '../../operator/command-error.ts';
import type { Terminal } from '../shared/terminal.ts';
import {
  createMailOptions,
  findMailOutput,
  type MailOptions,
  readMailSettings,
  refuseWithoutMail,
} from './mail-options.ts';
import { createFolderMail, createTerminalMail } from './mail-output.ts';

const stated = mailing();
const unstated = stated.replace('- From: Notes Ltd. <no-reply@notes.example>\n\n', '');
const lineOf = (document: string): number =>
  1 + document.split('\n').findIndex((line) => line.startsWith('| made | note.made |'));

function parse(...words: string[]): MailOptions {
  const command = new Command().exitOverride();
  for (const option of createMailOptions()) command.addOption(option);
  return command.parse(words, { from: 'user' }).opts<MailOptions>();
}

function refusalOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof CommandError, String(error));
    return error.lines;
  }
  return [];
}

test('--mail is a mail server or a folder, and --mail-from one sender', () => {
  assert.deepEqual(readMailSettings(parse('--mail', 'smtp://u:p@h', '--mail-from', 'A <a@b.example>')), {
    mail: { server: 'smtp://u:p@h', from: 'A <a@b.example>' },
  });
  assert.deepEqual(readMailSettings(parse('--mail', 'outbox')), { mail: {} });
  const [wrong] = refusalOf(() => parse('--mail', 'smtp://us3r@h'));
  assert.equal(
    wrong,
    '--mail: the address of the mail server has a user without a password, or one of them is not percent-encoded.',
  );
  assert.match(
    refusalOf(() => parse('--mail', 'http://us3r:p4ss@h'))[0]!,
    /^--mail: the address of the mail server has another form than smtp:/,
  );
  assert.deepEqual(
    refusalOf(() => parse('--mail-from', 'a@b.example, c@d.example')),
    ['--mail-from takes an email address with or without a name, such as "Acme <no-reply@acme.example>".'],
  );
});

test('without a mail server only a service for this machine writes emails, to the terminal', () => {
  const here = { host: '127.0.0.1' };
  assert.equal(findMailOutput(here), 'terminal');
  assert.equal(findMailOutput({ host: 'localhost' }), 'terminal');
  assert.deepEqual(findMailOutput({ host: '0.0.0.0', mail: { folder: 'outbox' } }), { folder: 'outbox' });
  for (const of of [
    { host: '0.0.0.0' },
    { ...here, baseUrl: 'https://a.example' },
    { ...here, socket: '/run/a' },
    { ...here, mail: { server: 'smtp://h' } },
  ]) {
    assert.equal(findMailOutput(of), undefined, JSON.stringify(of));
  }
  const plan = planFor(stated);
  assert.deepEqual(
    refusalOf(() => refuseWithoutMail(plan, 'notes.md', { host: '0.0.0.0' })),
    [
      `notes.md:${lineOf(stated)}: the email made needs the address of a mail server.`,
      'To set it, pass --mail smtp://user:password@mail.example.com:587, or set NONET_MAIL.',
    ],
  );
  const nobody = planFor(unstated);
  assert.deepEqual(
    refusalOf(() => refuseWithoutMail(nobody, 'notes.md', here)),
    [
      `notes.md:${lineOf(unstated)}: the email made has no sender.`,
      'To state it, write "- From: Acme <no-reply@acme.example>" in the part Events, pass --mail-from, or set NONET_MAIL_FROM.',
    ],
  );
  refuseWithoutMail(plan, 'notes.md', here);
  refuseWithoutMail(nobody, 'notes.md', { ...here, mailFrom: 'a@b.example' });
  refuseWithoutMail(plan, 'notes.md', { host: '0.0.0.0', mail: { server: 'smtp://h' } });
});

const email: OutgoingEmail = {
  id: 'evt_1.ab@b.example',
  email: '../made',
  from: { address: 'a@b.example' },
  to: 'ada@b.example',
  subject: 'Hello',
  text: 'Hello\n\n  \u001b[31mAda\ttab\n',
  html: '<p>Hello</p>',
  at: 0,
};

test('the terminal shows an email in a block without control characters', async () => {
  const out: unknown[] = [];
  const terminal = { out: (line: unknown) => void out.push(line) } as unknown as Terminal;
  assert.deepEqual(await createTerminalMail(terminal)(email), { sent: true });
  assert.deepEqual(out, ['email ../made to ada@b.example: Hello', '  | Hello', '  | ', '  |    [31mAda tab']);
});

test('a folder gets a file for each email, and the same file for another attempt', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const send = createFolderMail(join(folder, 'deep/outbox'));
  assert.deepEqual([await send(email), await send(email)], [{ sent: true }, { sent: true }]);
  assert.deepEqual(readdirSync(join(folder, 'deep/outbox')), ['evt_1.ab..._made.eml']);
  assert.ok(!existsSync(join(folder, 'deep/made.eml')));
  assert.equal(readEmail(readFileSync(join(folder, 'deep/outbox/evt_1.ab..._made.eml'), 'latin1')).html, email.html);
  writeFileSync(join(folder, 'file'), '');
  assert.deepEqual(await createFolderMail(join(folder, 'file'))(email), {
    sent: false,
    problem: 'the email could not be written to the folder (EEXIST)',
    common: true,
  });
});
