import './support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../src/stores/suites/events.suite.ts';
import { formOf, png } from './serve/files/photos.fixture.ts';
import { type Reading, readStream } from './serve/streams/streams.fixture.ts';
import { type Got, type Served, serve } from './serve/support/served.fixture.ts';
import { everyStore } from './serve/support/stores.fixture.ts';
import { type MailServerForTest, startMailServer } from './support/mail-server.ts';
import { root } from './support/process.ts';

const document = readFileSync(join(root, 'examples/help-desk/help-desk.md'), 'utf8');
const minute = 60_000;
const day = 24 * 60 * minute;

/** Somebody who signed up. */
interface Person {
  readonly id: string;
  readonly token: string;
}

for (const [name, address] of everyStore) {
  describe(`the help desk ${name}`, () => {
    let served: Served;
    let mail: MailServerForTest;
    let moment = Date.now();
    const people = new Map<string, Person>();
    const open: Reading[] = [];
    before(async () => {
      mail = await startMailServer();
      served = await serve(document, { mail: { server: mail.address } }, () => moment, await address());
    });
    after(async () => {
      for (const reading of open) reading.stop();
      await served?.close();
      await mail?.close();
    });

    /** Who signed up with a name; signs up who has not yet. */
    const find = async (user: string): Promise<Person> => {
      const known = people.get(user);
      if (known !== undefined) return known;
      // Twenty may sign up in a minute.
      moment += 4_000;
      const body = { email: `${user}@example.com`, name: user, password: `password of ${user}` };
      const { status, text, json } = await served.ask('POST /users', { body });
      assert.equal(status, 201, text);
      const person = { id: json.id, token: json.token };
      people.set(user, person);
      return person;
    };
    const ask = async (user: string, line: string, body?: unknown): Promise<Got> =>
      served.ask(line, { key: (await find(user)).token, ...(body === undefined ? {} : { body }) });
    const must = async (user: string, line: string, body?: unknown): Promise<Got['json']> => {
      const got = await ask(user, line, body);
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    /** Sends a form. */
    const attach = async (user: string, path: string, form: FormData): Promise<Response> =>
      fetch(served.address + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${(await find(user)).token}` },
        body: form,
      });
    /** The code of the invitation that somebody got last by email. */
    const readInvitation = async (user: string): Promise<string> => {
      for (let round = 0; round < 2_400; round += 1) {
        const email = mail.taken.findLast(({ to }) => to.includes(`${user}@example.com`));
        const code = /invited\/([A-Za-z0-9_-]{43})/.exec(email?.text ?? '')?.[1];
        if (code !== undefined) return code;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`${user} got no invitation`);
    };
    let count = 0;
    /** An organization whose people have names that end in its number. */
    const organize = async () => {
      const of = (role: string): string => `${role}${at}`;
      const at = ++count;
      const { id } = await must(of('owner'), 'POST /organizations', { name: `Organization ${at}` });
      const join = async (by: string, user: string, role: string): Promise<void> => {
        const invitation = { email: `${of(user)}@example.com`, role };
        const { code } = await must(of(by), `POST /organizations/${id}/invitations`, invitation);
        assert.equal(code, undefined);
        await must(of(user), `POST /invited/${await readInvitation(of(user))}/accept`);
      };
      await join('owner', 'lead', 'lead');
      for (const [user, role] of [
        ['ann', 'agent'],
        ['bob', 'agent'],
        ['cid', 'customer'],
        ['dot', 'customer'],
      ] as const)
        await join('lead', user, role);
      const members: Record<string, string> = {};
      for (const member of (await must(of('lead'), `GET /organizations/${id}/members`)).data)
        for (const user of ['owner', 'lead', 'ann', 'bob', 'cid', 'dot'])
          if ((await find(of(user))).id === member.user) members[user] = member.id;
      return { id, of, members, tickets: `/organizations/${id}/tickets` };
    };

    test('an invitation works once, for a week, and not for members', async () => {
      const { id, of } = await organize();
      const invitations = `/organizations/${id}/invitations`;
      const invite = (role: string) => must(of('lead'), `POST ${invitations}`, { email: 'new@example.com', role });
      assert.equal((await ask(of('ann'), `POST ${invitations}`, { email: 'x@example.com', role: 'lead' })).status, 403);
      await invite('agent');
      const code = await readInvitation('new');
      const seen = await served.ask(`GET /invited/${code}`);
      assert.deepEqual(seen.json, { status: 'open', role: 'agent', organization: `Organization ${count}` });
      assert.equal((await ask(of('ann'), `POST /invited/${code}/accept`)).json.code, 'already_member');
      assert.equal((await served.ask(`POST /invited/${code}/accept`)).status, 401);
      assert.equal((await ask('new', `POST /invited/${code}/accept`)).status, 200);
      assert.deepEqual((await must('new', `GET /organizations/${id}`)).id, id);
      assert.equal((await ask('other', `POST /invited/${code}/accept`)).status, 409);
      assert.equal((await ask('other', `GET /organizations/${id}`)).status, 404);
      assert.ok(!(await ask(of('lead'), `GET ${invitations}`)).text.includes(code));
      const taken = mail.taken.length;
      await invite('customer');
      while (mail.taken.length === taken) await new Promise((resolve) => setTimeout(resolve, 25));
      const late = await readInvitation('new');
      moment += 7 * day + 1;
      // The service looks for what is due four times a second.
      while ((await served.ask(`GET /invited/${late}`)).json.status === 'open')
        await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal((await ask('other', `POST /invited/${late}/accept`)).status, 409);
    });

    test('attachments are seen by those who see the comment', async () => {
      const { of, tickets, members } = await organize();
      const { id } = await must(of('cid'), `POST ${tickets}`, { subject: 'See the picture' });
      const write = (user: string, body: object) => must(of(user), `POST /tickets/${id}/comments`, body);
      const [open, internal] = [
        await write('cid', { text: 'here' }),
        await write('ann', { text: 'hm', internal: true }),
      ];
      const content = new File([png(100_000)], 'screen.png', { type: 'image/png' });
      const form = (name: string) => formOf({ name, content });
      const made = await attach(of('cid'), `/comments/${open.id}/attachments`, form('screen'));
      assert.equal(made.status, 201, await made.clone().text());
      const attachment = (await made.json()) as { id: string };
      for (const user of ['cid', 'ann']) {
        const token = (await find(of(user))).token;
        const headers = { Authorization: `Bearer ${token}` };
        const got = await fetch(`${served.address}/attachments/${attachment.id}`, { headers });
        assert.deepEqual(new Uint8Array(await got.arrayBuffer()), png(100_000));
      }
      assert.equal((await ask(of('dot'), `GET /attachments/${attachment.id}`)).status, 404);
      assert.equal((await attach(of('cid'), `/comments/${internal.id}/attachments`, form('x'))).status, 404);
      const secret = await attach(of('ann'), `/comments/${internal.id}/attachments`, form('x'));
      const { id: hidden } = (await secret.json()) as { id: string };
      assert.equal((await ask(of('cid'), `GET /attachments/${hidden}`)).status, 404);
      assert.equal((await ask(of('bob'), `GET /comments/${internal.id}/attachments`)).json.data.length, 1);
      assert.equal((await ask(of('cid'), `GET /comments/${internal.id}/attachments`)).status, 404);
      const bad = formOf({ name: 'page', content: new File(['<script>'], 'page.html', { type: 'text/html' }) });
      assert.equal((await attach(of('cid'), `/comments/${open.id}/attachments`, bad)).status, 422);
      for (let more = 1; more < 10; more += 1)
        assert.equal((await attach(of('cid'), `/comments/${open.id}/attachments`, form(`${more}`))).status, 201);
      const eleventh = await attach(of('cid'), `/comments/${open.id}/attachments`, form('11'));
      assert.equal(((await eleventh.json()) as { code: string }).code, 'too_many_attachments');
      assert.equal((await ask(of('lead'), `DELETE /members/${members.cid}`)).status, 204);
      for (const path of [
        `/attachments/${attachment.id}`,
        `/comments/${open.id}/attachments`,
        `/tickets/${id}/comments`,
      ])
        assert.equal((await ask(of('cid'), `GET ${path}`)).status, 404, path);
      assert.equal((await attach(of('cid'), `/comments/${open.id}/attachments`, form('gone'))).status, 404);
    });

    test('agents see all tickets of their organization, customers their own, others none', async () => {
      const [one, two] = [await organize(), await organize()];
      const first = await must(one.of('cid'), `POST ${one.tickets}`, { subject: 'It is broken' });
      assert.deepEqual([first.number, first.status, first.priority, first.late], [1, 'open', 'normal', false]);
      assert.equal((await must(one.of('dot'), `POST ${one.tickets}`, { subject: 'Mine too' })).number, 2);
      assert.equal((await must(two.of('cid'), `POST ${two.tickets}`, { subject: 'Elsewhere' })).number, 1);
      const numbers = async (user: string) =>
        (await must(user, `GET ${one.tickets}`)).data.map(({ number }: { number: number }) => number);
      assert.deepEqual(await numbers(one.of('ann')), [2, 1]);
      assert.deepEqual(await numbers(one.of('cid')), [1]);
      const statuses = async (user: string) =>
        (await must(user, `GET /organizations/${one.id}/board?status=open,pending`)).by_status;
      assert.deepEqual(await statuses(one.of('ann')), { open: 2, pending: 0, solved: 0, closed: 0 });
      assert.deepEqual(await statuses(one.of('cid')), { open: 1, pending: 0, solved: 0, closed: 0 });
      assert.equal((await ask(two.of('ann'), `GET /organizations/${one.id}/board`)).status, 404);
      assert.equal((await ask(two.of('ann'), `GET ${one.tickets}`)).status, 404);
      assert.equal((await ask(two.of('ann'), `GET /tickets/${first.id}`)).status, 404);
      assert.equal((await ask(two.of('lead'), `PATCH /tickets/${first.id}`, { subject: 'x' })).status, 404);
      assert.equal((await ask(one.of('cid'), `PATCH /tickets/${first.id}`, { subject: 'x' })).status, 403);
      assert.equal((await ask(two.of('cid'), `POST ${one.tickets}`, { subject: 'x' })).status, 404);
    });

    test('a role that is taken away ends at the next request, and at the next event of an open stream', async () => {
      const { id, of, members, tickets } = await organize();
      await allNumbered(served.store);
      const reading = await readStream(fetch, `${served.address}/events`, (await find(of('bob'))).token);
      open.push(reading);
      await must(of('cid'), `POST ${tickets}`, { subject: 'heard' });
      await reading.events(1);
      await must(of('lead'), `PATCH /members/${members.bob}`, { role: 'customer' });
      await must(of('cid'), `POST ${tickets}`, { subject: 'not heard' });
      assert.deepEqual((await must(of('bob'), `GET ${tickets}`)).data, []);
      await must(of('lead'), `PATCH /members/${members.bob}`, { role: 'agent' });
      await must(of('cid'), `POST ${tickets}`, { subject: 'heard again' });
      const last = async (): Promise<readonly string[]> => {
        for (let at = 1; ; at++) {
          const blocks = await reading.events(at);
          const subjects = blocks.map(({ data }) => JSON.parse(data!).data.subject);
          if (subjects.at(-1) === 'heard again') return subjects;
        }
      };
      const heard = await last();
      assert.deepEqual([heard[0], heard.at(-1)], ['heard', 'heard again']);
      assert.equal((await ask(of('bob'), `DELETE /members/${members.ann}`)).status, 404);
      assert.equal((await ask(of('owner'), `GET /organizations/${id}`)).status, 200);
    });

    test('comments move the ticket, and a customer does not see internal ones', async () => {
      const { of, tickets } = await organize();
      const { id } = await must(of('cid'), `POST ${tickets}`, { subject: 'Help' });
      const path = `/tickets/${id}`;
      const comment = (user: string, text: string, more: object = {}) =>
        ask(of(user), `POST ${path}/comments`, { text, ...more });
      const state = async () => (await must(of('ann'), `GET ${path}`)).status;
      assert.equal((await comment('ann', 'Who knows this?', { internal: true })).status, 201);
      assert.equal(await state(), 'open');
      assert.equal((await comment('ann', 'Try again')).status, 201);
      const answered = await must(of('ann'), `GET ${path}`);
      assert.deepEqual([answered.status, answered.answered_at !== undefined, answered.comments], ['pending', true, 1]);
      assert.equal((await comment('cid', 'It still fails')).status, 201);
      assert.equal(await state(), 'open');
      assert.equal((await must(of('cid'), `POST ${path}/solve`)).status, 'solved');
      assert.equal((await comment('cid', 'No, it does not work')).status, 201);
      assert.equal(await state(), 'open');
      const texts = async (user: string) =>
        (await must(of(user), `GET ${path}/comments`)).data.map(({ text }: { text: string }) => text);
      assert.deepEqual(await texts('cid'), ['Try again', 'It still fails', 'No, it does not work']);
      assert.equal((await texts('bob')).length, 4);
      assert.deepEqual((await comment('cid', 'x', { internal: true })).status, 403);
      assert.equal((await comment('dot', 'x')).status, 404);
      await must(of('ann'), `POST ${path}/solve`);
      moment += 4 * day + 1;
      // The service looks for what is due four times a second.
      while ((await state()) !== 'closed') await new Promise((resolve) => setTimeout(resolve, 50));
      const late = await comment('cid', 'again');
      assert.deepEqual([late.status, late.json.code, await state()], [409, 'ticket_closed', 'closed']);
    });

    test('a ticket is late if no agent answers within the time of its priority', async () => {
      const { id, of, tickets } = await organize();
      await must(of('lead'), `POST /organizations/${id}/levels`, { priority: 'high', reply_minutes: 30 });
      const again = await ask(of('lead'), `POST /organizations/${id}/levels`, { priority: 'high', reply_minutes: 5 });
      assert.equal(again.status, 409);
      assert.equal((await ask(of('ann'), `POST /organizations/${id}/levels`, { priority: 'low' })).status, 422);
      const make = async (priority: string) =>
        (await must(of('cid'), `POST ${tickets}`, { subject: 's', priority })).id;
      const [answered, left, normal] = [await make('high'), await make('high'), await make('normal')];
      const due = await must(of('ann'), `GET /tickets/${left}`);
      assert.equal(Date.parse(due.reply_due) - moment, 30 * minute);
      assert.equal((await must(of('ann'), `GET /tickets/${normal}`)).reply_due, undefined);
      await must(of('ann'), `POST /tickets/${answered}/comments`, { text: 'Here' });
      moment += 31 * minute;
      // A request that changes a record first takes its rows that are due.
      for (const [ticket, late] of [
        [answered, false],
        [left, true],
        [normal, false],
      ] as const)
        assert.equal((await must(of('ann'), `PATCH /tickets/${ticket}`, { subject: 'seen' })).late, late);
      const all = (await must(of('ann'), `GET ${tickets}?late=true`)).data;
      assert.deepEqual(
        all.map((ticket: { id: string }) => ticket.id),
        [left],
      );
    });

    test('an agent works on at most 20 tickets, also if all are assigned at once, and stays until they are done', async () => {
      const { of, members, tickets } = await organize();
      const made: string[] = [];
      for (let at = 0; at < 24; at++) made.push((await must(of('cid'), `POST ${tickets}`, { subject: `${at}` })).id);
      const assign = async (ticket: string, agent: string) =>
        ask(of('lead'), `POST /tickets/${ticket}/assign`, { agent: (await find(agent)).id });
      const all = await Promise.all(made.map((ticket) => assign(ticket, of('ann'))));
      const taken = all.filter(({ status }) => status === 200);
      assert.equal(taken.length, 20, all.map(({ status }) => status).join());
      for (const { status, json } of all)
        if (status !== 200) assert.deepEqual([status, json.code], [409, 'cannot_take_it']);
      assert.equal((await assign(made[0]!, of('cid'))).json.code, 'cannot_take_it');
      assert.equal((await assign(made[0]!, 'nobody')).json.code, 'cannot_take_it');
      const leaves = await ask(of('lead'), `DELETE /members/${members.ann}`);
      assert.deepEqual([leaves.status, leaves.json.code], [409, 'still_at_work']);
      for (const { json } of taken) assert.equal((await assign(json.id, of('bob'))).status, 200);
      const demoted = await ask(of('lead'), `PATCH /members/${members.bob}`, { role: 'customer' });
      assert.deepEqual([demoted.status, demoted.json.code], [409, 'still_at_work']);
      assert.equal((await ask(of('lead'), `PATCH /members/${members.bob}`, { role: 'lead' })).status, 200);
      assert.equal((await ask(of('lead'), `DELETE /members/${members.ann}`)).status, 204);
    });

    test('a ticket that is opened again has no agent who has left', async () => {
      const { of, tickets, members } = await organize();
      const { id } = await must(of('cid'), `POST ${tickets}`, { subject: 'It fails' });
      const path = `/tickets/${id}`;
      const again = async () => {
        await must(of('ann'), `POST ${path}/solve`);
        assert.equal((await ask(of('cid'), `POST ${path}/comments`, { text: 'It still fails' })).status, 201);
        return (await must(of('bob'), `GET ${path}`)).assignee;
      };
      const assignee = (await must(of('bob'), `POST ${path}/assign`, { agent: (await find(of('ann'))).id })).assignee;
      assert.equal(await again(), assignee);
      await must(of('ann'), `POST ${path}/solve`);
      assert.equal((await ask(of('lead'), `DELETE /members/${members.ann}`)).status, 204);
      assert.equal((await ask(of('cid'), `POST ${path}/comments`, { text: 'It still fails' })).status, 201);
      assert.equal((await must(of('bob'), `GET ${path}`)).assignee, undefined);
    });
  });
}
