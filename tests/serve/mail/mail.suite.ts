import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Store } from '../../../src/contracts/store.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { type MailServerForTest, reject, startMailServer } from '../../support/mail-server.ts';
import { type Hooked, hookedService, storesFor } from '../deliveries/deliveries.fixture.ts';
import { mailing } from './mail.fixture.ts';

type Options = Parameters<typeof startMailServer>[0];

async function serverFor(t: TestContext, options?: Options, port?: number): Promise<MailServerForTest> {
  const server = await startMailServer(options, port);
  t.after(() => server.close());
  return server;
}

async function opened(
  t: TestContext,
  stores: () => Promise<Store>,
  address: string,
  document = mailing(),
): Promise<Hooked> {
  return hookedService(t, stores, { document, still: false, settings: { mail: { server: address } } });
}

async function memberOf(service: Hooked, shop: string, name: string, email?: string): Promise<string> {
  const made = await service.ask('POST /members', { name, ...(email === undefined ? {} : { email }) }, shop);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  return made.json.id;
}

async function noteOf(service: Hooked, shop: string, note: Readonly<Record<string, unknown>>): Promise<string> {
  const made = await service.ask('POST /notes', note, shop);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  return made.json.id;
}

const openStates = ['blocked', 'waiting', 'in flight'] as const;
const unfinished = async (service: Hooked): Promise<number> =>
  (await service.store.deliveries.list({ states: openStates }, 1_000)).length;

/** The tests of emails to a mail server, on one store. */
export function mailSuite(name: string, open: OpenForTest): void {
  describe(`emails ${name}`, { concurrency: true }, () => {
    test('each tenant gets emails of its own records, at the address of the referenced record as it was', async (t) => {
      const server = await serverFor(t);
      const service = await opened(t, await storesFor(t, open, mailing()), server.address);
      const [ada, eve] = [
        await memberOf(service, 'north', 'Ada', 'ada@north.example'),
        await memberOf(service, 'south', 'Eve', 'eve@south.example'),
      ];
      const note = await noteOf(service, 'north', { owner: ada, text: 'Paper', total: '12.50', due_on: '2030-02-01' });
      await noteOf(service, 'south', { owner: eve, text: 'Ink', memo: 'one\ntwo', link: 'https://south.example/x' });
      await service.until(() => server.taken.length === 2, 'two emails');
      const [north, south] = server.taken.toSorted((one, other) => one.to[0]!.localeCompare(other.to[0]!));
      assert.deepEqual(
        [north!.from, north!.to, north!.headers.from, north!.headers.to, north!.headers.subject],
        [
          'no-reply@notes.example',
          ['ada@north.example'],
          '"Notes Ltd." <no-reply@notes.example>',
          'ada@north.example',
          'New: Paper',
        ],
      );
      assert.equal(
        north!.text,
        `Hello **Ada**,\n\nyour note is [here](https://notes.example/${note}), due 2030-02-01, total 12.50.\n\n\n\n[Its link]()\n`,
      );
      assert.match(
        north!.html,
        new RegExp(
          `<p>Hello <strong>Ada</strong>,</p>\n<p>your note is <a href="https://notes.example/${note}">here</a>, due 2030-02-01, total 12.50.</p>`,
        ),
      );
      assert.match(south!.html, /<p>one<br>\ntwo<\/p>\n<p><a href="https:\/\/south.example\/x">Its link<\/a><\/p>/);
      for (const { raw, text, html } of [north!, south!]) {
        assert.match(raw, /\r\nAuto-Submitted: auto-generated\r\n/);
        assert.ok(
          raw.split('\r\n').every((line) => /^[\x20-\x7E]{0,998}$/.test(line)),
          raw,
        );
        assert.ok(!`${text}${html}`.includes(text === north!.text ? 'Eve' : 'Ada'));
      }
      const ids = server.taken.map(({ headers }) => headers['message-id']);
      assert.equal(new Set(ids).size, 2);
      assert.match(ids[0]!, /^<evt_\w{26}\.[0-9a-f]{16}@notes\.example>$/);
      await service.until(async () => (await unfinished(service)) === 0, 'the marks');
      // The condition of the event decides; and the address is the one of the transaction.
      await service.ask(`PATCH /notes/${note}`, { memo: 'more' });
      await service.ask(`PATCH /notes/${note}`, { text: 'Card' });
      await service.ask(`PATCH /members/${ada}`, { email: 'new@north.example' });
      await service.until(() => server.taken.length === 3, 'the third email');
      assert.deepEqual(
        [server.taken[2]!.to, server.taken[2]!.headers.subject],
        [['ada@north.example'], 'Paper is now Card'],
      );
    });

    test('a list of addresses gets an email each, once for each address; nothing is sent without one', async (t) => {
      const server = await serverFor(t);
      const service = await opened(t, await storesFor(t, open, mailing()), server.address);
      const nobody = await memberOf(service, 'north', 'Nobody');
      await noteOf(service, 'north', { owner: nobody, text: 'a' });
      await noteOf(service, 'south', {
        owner: await memberOf(service, 'south', 'Zoë'),
        text: 'b',
        copies: ['x@a.example', 'y@a.example', 'x@a.example', ''],
      });
      await service.until(async () => server.taken.length === 2 && (await unfinished(service)) === 0, 'two emails');
      assert.deepEqual(server.taken.map(({ to }) => to).toSorted(), [['x@a.example'], ['y@a.example']]);
      assert.deepEqual(new Set(server.taken.map(({ headers }) => headers.subject)), new Set(['Copy of b by Zoë']));
      assert.equal(new Set(server.taken.map(({ headers }) => headers['message-id'])).size, 2);
      const all = await service.store.deliveries.list({ states: ['delivered'], subscriber: 'y@a.example' }, 10);
      assert.deepEqual(
        all.map(({ route, subscription }) => [route, subscription]),
        [['email copy', 'y@a.example']],
      );
    });

    test('values add no header, no recipient, no Markdown and no HTML, whatever they contain', async (t) => {
      const server = await serverFor(t);
      const service = await opened(t, await storesFor(t, open, mailing()), server.address);
      const evil =
        'x\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script> [a](https://evil.example) \u202Egnp\u0000'.replace(
          '\u0000',
          '\u0007',
        );
      const owner = await memberOf(service, 'north', evil, 'ada@north.example');
      const lists = [
        'a@a.example, b@b.example',
        'team: a@a.example;',
        'A <a@a.example>',
        'a@a.example\r\nBcc: b@b.example',
        '"a,b"@a.example',
        'a@a.example>\r\nRCPT TO:<b@b.example',
      ];
      await noteOf(service, 'north', {
        owner,
        text: `${evil}${'ü'.repeat(400)}`,
        memo: '<b>&"\'',
        link: 'javascript:alert(1)',
        copies: lists,
      });
      await noteOf(service, 'south', {
        owner: await memberOf(service, 'south', 'Eve', 'eve@south.example'),
        text: 'b',
        link: 'https://x.example/" onclick="a',
      });
      await service.until(async () => server.taken.length === 2 && (await unfinished(service)) === 0, 'both emails');
      const email = server.taken.find(({ to }) => to[0] === 'ada@north.example')!;
      assert.deepEqual(Object.keys(email.headers), [
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'auto-submitted',
        'mime-version',
        'content-type',
      ]);
      assert.match(
        email.headers.subject!,
        /^New: x Bcc: eve@evil\.example <script>alert\(1\)<\/script> \[a\]\(https:\/\/evil\.example\) gnpü+…$/,
      );
      assert.equal([...email.headers.subject!].length, 250);
      assert.match(
        email.html,
        /<p>Hello <strong>x Bcc: eve@evil\.example &lt;script&gt;alert\(1\)&lt;\/script&gt; \[a\]\(https:\/\/evil\.example\) gnp<\/strong>,<\/p>/,
      );
      assert.match(email.html, /<p>&lt;b&gt;&amp;&#34;&#39;<\/p>\n<p>Its link<\/p>/);
      assert.match(email.text, /\[Its link\]\(\)\n$/);
      assert.ok(
        !/<script|javascript:|onclick|<a href="https:\/\/(?:evil|x)/.test(
          server.taken.map(({ html }) => html).join(''),
        ),
      );
      const failed = await service.store.deliveries.list({ states: ['failed'] }, 100);
      assert.equal(failed.length, lists.length);
      for (const { attempts, tries } of failed) {
        assert.deepEqual(
          [tries, attempts.map(({ problem }) => problem)],
          [0, ['the address is not one to which email is sent']],
        );
      }
      assert.ok(failed.every(({ subscription }) => !/\p{Cc}/u.test(subscription!)));
    });

    test('a 5xx response is permanent, a 4xx response is followed by another attempt with the same Message-ID', async (t) => {
      let busy = 2;
      const server = await serverFor(t, {
        onRcptTo({ address }, _, done) {
          if (address === 'gone@a.example') done(reject(550, '5.1.1 no such user'));
          else if (address === 'busy@a.example' && busy-- > 0) done(reject(450, '4.2.1 mailbox busy'));
          else done();
        },
      });
      const stores = await storesFor(t, open, mailing('3 over 10 seconds'));
      const service = await hookedService(t, stores, {
        document: mailing('3 over 10 seconds'),
        settings: { mail: { server: server.address } },
      });
      const south = await memberOf(service, 'south', 'Eve', 'eve@south.example');
      await noteOf(service, 'north', {
        owner: await memberOf(service, 'north', 'Ada'),
        text: 'a',
        copies: ['gone@a.example', 'busy@a.example'],
      });
      await noteOf(service, 'south', { owner: south, text: 'b' });
      const failed = () => service.store.deliveries.list({ states: ['failed'] }, 10);
      await service.until(async () => {
        await service.clock.advance(1_000);
        return (await failed()).length === 1 && server.taken.length === 1;
      }, 'the first attempts');
      const [gone] = await failed();
      assert.deepEqual(
        [gone!.subscription, gone!.tries, gone!.attempts[0]!.problem],
        ['gone@a.example', 1, 'the mail server rejected it: 550 5.1.1 no such user'],
      );
      assert.equal(service.logged.length, 1, service.logged.join('\n'));
      assert.match(
        service.logged[0]!,
        /^an email has failed \{"route":"email copy","event":"evt_\w+","at":\d+,"milliseconds":\d+,"problem":"the mail server rejected it: 550 5.1.1 no such user"\}$/,
      );
      await service.until(async () => {
        await service.clock.advance(1_000);
        return server.taken.length === 2;
      }, 'the third attempt');
      await service.until(async () => {
        await service.clock.advance(1_000);
        return (await unfinished(service)) === 0;
      }, 'the mark');
      const [sent] = await service.store.deliveries.list({ states: ['delivered'], subscriber: 'busy@a.example' }, 10);
      assert.deepEqual(
        sent!.attempts.map(({ problem }) => problem),
        [
          'the mail server rejected it: 450 4.2.1 mailbox busy',
          'the mail server rejected it: 450 4.2.1 mailbox busy',
          undefined,
        ],
      );
      const before = server.taken.find(({ to }) => to[0] === 'busy@a.example')!.headers['message-id'];
      await service.store.deliveries.replay({ states: ['failed', 'delivered'], ids: [sent!.id] }, service.clock.now);
      await service.until(async () => {
        await service.clock.advance(1_000);
        return server.taken.length === 3;
      }, 'the replay');
      assert.equal(server.taken[2]!.headers['message-id'], before);
      busy = 3;
      await noteOf(service, 'north', {
        owner: await memberOf(service, 'north', 'Ada'),
        text: 'c',
        copies: ['busy@a.example'],
      });
      await service.until(async () => {
        await service.clock.advance(1_000);
        return (await failed()).length === 2;
      }, 'the last attempt');
      assert.equal((await failed())[1]!.tries, 3);
    });

    test('while the mail server is away, emails wait, and requests do not', async (t) => {
      const server = await startMailServer();
      const service = await hookedService(t, await storesFor(t, open, mailing()), {
        document: mailing(),
        settings: { mail: { server: server.address } },
      });
      const [ada, eve] = [
        await memberOf(service, 'north', 'Ada', 'ada@north.example'),
        await memberOf(service, 'south', 'Eve', 'eve@south.example'),
      ];
      await server.close();
      await noteOf(service, 'north', { owner: ada, text: 'a' });
      await noteOf(service, 'south', { owner: eve, text: 'b' });
      await service.until(async () => {
        await service.clock.advance(1_000);
        const waiting = await service.store.deliveries.list({ states: ['waiting'] }, 10);
        return waiting.length === 2 && waiting.every(({ tries }) => tries >= 3);
      }, 'three attempts');
      assert.deepEqual(service.logged, [
        'the mail server takes no emails: they wait {"problem":"no connection to the mail server"}',
      ]);
      const back = await serverFor(t, {}, server.port);
      await service.until(async () => {
        await service.clock.advance(1_000);
        return back.taken.length === 2 && (await unfinished(service)) === 0;
      }, 'both emails');
      assert.deepEqual(service.logged.slice(1), ['the mail server takes emails again {}']);
      assert.deepEqual(back.taken.map(({ to }) => to[0]).toSorted(), ['ada@north.example', 'eve@south.example']);
    });

    test('several instances send each email once', async (t) => {
      const server = await serverFor(t);
      const stores = await storesFor(t, open, mailing());
      const services = name.includes('PostgreSQL')
        ? [await opened(t, stores, server.address), await opened(t, stores, server.address)]
        : [await opened(t, stores, server.address)];
      const owners = [
        await memberOf(services[0]!, 'north', 'Ada', 'ada@north.example'),
        await memberOf(services[0]!, 'south', 'Eve', 'eve@south.example'),
      ];
      await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          noteOf(services[at % services.length]!, at % 4 < 2 ? 'north' : 'south', {
            owner: owners[at % 4 < 2 ? 0 : 1],
            text: `${at}`,
          }),
        ),
      );
      await services[0]!.until(
        async () => server.taken.length >= 40 && (await unfinished(services[0]!)) === 0,
        'forty emails',
      );
      const subjects = server.taken.map(({ headers }) => headers.subject);
      assert.deepEqual(subjects.toSorted(), Array.from({ length: 40 }, (_, at) => `New: ${at}`).toSorted());
      for (const { headers, to } of server.taken)
        assert.equal(to[0], Number(headers.subject!.slice(5)) % 4 < 2 ? 'ada@north.example' : 'eve@south.example');
      assert.ok(server.connections() <= 4 * services.length, `${server.connections()} connections`);
    });
  });
}
