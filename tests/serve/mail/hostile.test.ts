import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import type { OutgoingEmail } from '../../../src/contracts/platform.ts';
import { type MailServer, parseMailServer } from '../../../src/serve/mail/settings.ts';
import { openSmtp } from '../../../src/serve/mail/smtp.ts';
import { reject, startMailServer } from '../../support/mail-server.ts';

const email: OutgoingEmail = {
  id: 'evt_1.ab@notes.example',
  email: 'made',
  from: { address: 'no-reply@notes.example' },
  to: 'ada@north.example',
  subject: 'Hello',
  text: 'Hello\n',
  html: '<p>Hello</p>\n',
  at: 0,
};

/** A server that speaks as a test says; returns its address. */
async function speaking(t: TestContext, speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    speak(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as { readonly port: number }).port}`;
}

function linkTo(t: TestContext, address: string) {
  const server = parseMailServer(address);
  assert.ok(typeof server !== 'string', String(server));
  const link = openSmtp(server);
  t.after(() => link.close());
  return link;
}

/** The responses of a server up to `DATA`, one for each command. */
function upTo(last: string, more: string): (socket: Socket) => void {
  return (socket) => {
    socket.write('220 hi\r\n');
    let body = false;
    socket.on('data', (data) => {
      const line = data.toString();
      if (body) return;
      if (line.startsWith(last)) socket.write(more);
      else if (line.startsWith('EHLO')) socket.write('250-hi\r\n250 AUTH PLAIN\r\n');
      else if (line.startsWith('DATA')) {
        body = true;
        socket.write('354 go\r\n');
      } else socket.write('250 ok\r\n');
    });
  };
}

const secret = 'p4ss-w0rd word';
const login = `user%40acme:${encodeURIComponent(secret)}@`;
const encoded = Buffer.from(`\0user@acme\0${secret}`).toString('base64');

describe('a hostile mail server', { concurrency: true }, () => {
  const cases: readonly (readonly [string, (socket: Socket) => void, RegExp])[] = [
    ['closes at once', (socket) => socket.destroy(), /^no connection to the mail server$/],
    [
      'closes in the middle',
      (socket) => upTo('MAIL', '250 ok\r\n')(socket.setTimeout(300, () => socket.destroy())),
      /./,
    ],
    [
      'greets with something else',
      (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
      /^the mail server does not speak SMTP$/,
    ],
    ['rejects everyone', (socket) => socket.end('554 go away\r\n'), /^the mail server answered 554 go away$/],
    [
      'answers without end',
      (socket) => {
        socket.write('220 hi\r\n');
        const flood = Buffer.alloc(65_536, '250-a\r\n');
        const write = (): void => {
          while (!socket.destroyed && socket.write(flood));
        };
        socket.on('drain', write);
        socket.once('data', write);
      },
      /^(?:the mail server does not speak SMTP|no connection to the mail server)$/,
    ],
    [
      'answers one line without end',
      (socket) => {
        const flood = Buffer.alloc(65_536, 'a');
        const write = (): void => {
          while (!socket.destroyed && socket.write(flood));
        };
        socket.on('drain', write);
        write();
      },
      /^(?:the mail server does not speak SMTP|no connection to the mail server)$/,
    ],
    [
      'answers with control characters',
      upTo('RCPT', '550 no \x1B[31m\u202Euser\x07\r\n'),
      /^the mail server rejected it: 550 no \[31m user$/,
    ],
    ['says a long word', upTo('RCPT', `550 ${'x'.repeat(5_000)}\r\n`), /^the mail server rejected it: 550 x{196}$/],
  ];
  for (const [what, speak, problem] of cases) {
    test(`${what}: the attempt fails with a problem in one line, and soon`, async (t) => {
      const began = performance.now();
      const sent = await linkTo(t, `smtp://${await speaking(t, speak)}`).send(email);
      assert.ok(!sent.sent);
      assert.match(sent.problem, problem);
      assert.ok(!/\p{Cc}/u.test(sent.problem) && sent.problem.length < 250, sent.problem);
      assert.ok(performance.now() - began < 14_000, 'it took longer than a silent server');
    });
  }

  test('S55: a mail server that goes on answering does not hold an email for longer than its time', async (t) => {
    const address = await speaking(t, (socket) => {
      socket.write('220 hi\r\n');
      const timer = setInterval(() => socket.write('250-a\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const link = openSmtp(parseMailServer(`smtp://${address}`) as MailServer, 1_000);
    t.after(() => link.close());
    assert.deepEqual(await link.send(email), { sent: false, problem: 'the mail server took longer than 1 seconds' });
  });

  test('S76: no line of an email ends it before its end', async (t) => {
    const server = await startMailServer();
    t.after(() => server.close());
    const text = 'One\n.\nMAIL FROM:<eve@x.example>\n..two\n.three\n\n--=_nonet--\nQUIT\n';
    const more = text.replace('--=_nonet--\n', '');
    const link = linkTo(t, server.address);
    for (const sent of [text, more]) assert.deepEqual(await link.send({ ...email, text: sent }), { sent: true });
    assert.deepEqual(
      server.taken.map((taken) => [taken.to, taken.text, taken.html]),
      [text, more].map((sent) => [[email.to], sent, email.html]),
    );
    assert.deepEqual(
      server.taken.map(({ raw }) => [...raw.matchAll(/Encoding: (\w+)/g)].map(([, encoding]) => encoding)),
      [
        ['base64', '7bit'],
        ['7bit', '7bit'],
      ],
    );
  });

  test('a silent server does not hold the end of the service', async (t) => {
    const link = linkTo(t, `smtp://${await speaking(t, () => undefined)}`);
    const sending = Array.from({ length: 6 }, () => link.send(email));
    await new Promise((resolve) => setTimeout(resolve, 100));
    link.close();
    const problems = (await Promise.all(sending)).map((sent) => (sent.sent ? '' : sent.problem));
    assert.deepEqual(problems.toSorted(), [
      ...Array.from({ length: 4 }, () => 'no connection to the mail server'),
      ...Array.from({ length: 2 }, () => 'the service is closing'),
    ]);
  });

  test('S63: what a mail server says of user and password is in no problem', async (t) => {
    for (const echoed of [secret, encoded, 'user@acme', Buffer.from(secret).toString('base64')]) {
      for (const at of ['AUTH', 'MAIL', 'RCPT', '.']) {
        const address = await speaking(t, (socket) => {
          upTo(at, `5${at === 'AUTH' ? '35' : '50'} ${echoed}\r\n`)(socket);
          if (at === '.')
            socket.on('data', (data) => data.toString().endsWith('\r\n.\r\n') && socket.write(`554 ${echoed}\r\n`));
        });
        const sent = await linkTo(t, `smtp://${login}${address}`).send(email);
        assert.ok(!sent.sent && !sent.problem.includes(echoed), `${at}: ${JSON.stringify(sent)}`);
        assert.match(
          sent.problem,
          at === 'AUTH' ? /^the mail server rejected the login \(535\)$/ : /^the mail server rejected it: 55[04]$/,
        );
      }
    }
  });

  test('a login is sent to this machine, and to another one over TLS alone', async (t) => {
    const seen: string[] = [];
    const server = await startMailServer({
      authOptional: false,
      onAuth({ username, password }, _, done) {
        seen.push(`${username} ${password}`);
        if (password === secret) done(null, { user: username! });
        else done(reject(535, 'no'));
      },
    });
    t.after(() => server.close());
    const here = await linkTo(t, `smtp://${login}127.0.0.1:${server.port}`).send(email);
    assert.deepEqual([here, server.taken.length, seen], [{ sent: true }, 1, [`user@acme ${secret}`]]);
    const lines: string[] = [];
    const plain = await speaking(t, (socket) => {
      socket.on('data', (data) => lines.push(data.toString()));
      upTo('STARTTLS', '502 no\r\n')(socket);
    });
    // An address of this machine that is not known as one; the server offers no TLS.
    const other = { ...(parseMailServer(`smtp://${login}${plain}`) as object), host: '0.0.0.0' } as MailServer;
    const link = openSmtp(other);
    t.after(() => link.close());
    const sent = await link.send(email);
    assert.deepEqual(sent, {
      sent: false,
      problem: 'no TLS connection to the mail server, or its certificate is not valid',
      common: true,
    });
    assert.ok(
      lines.every((line) => !line.includes('AUTH') && !line.includes(encoded)),
      lines.join(''),
    );
  });

  test('a certificate that is not valid is refused', async (t) => {
    const server = await startMailServer({ secure: true });
    t.after(() => server.close());
    const sent = await linkTo(t, `smtps://127.0.0.1:${server.port}`).send(email);
    assert.deepEqual([sent.sent, server.taken.length], [false, 0]);
  });
});
