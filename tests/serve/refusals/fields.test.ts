import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { teams } from './teams.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
type Context = any;

for (const [store, addressOf] of everyStore) {
  describe(`the fields that refusals name ${store}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    let work: (context: Context) => unknown = () => undefined;
    before(async () => {
      const handlers = { invite: (context: Context) => work(context) };
      served = await serve(teams, {}, undefined, await addressOf(), handlers);
      ours = await served.key(['all'], { shop: 'north' });
      theirs = await served.key(['all'], { shop: 'south' });
      await told('PUT /teams/red', { team: { name: 'Red' } }, 201);
      await told('POST /teams/red/members', { member: { email: 'ada@example.com' } }, 201);
    });
    after(() => served?.close());

    const told = async (line: string, body: object | undefined, status: number, headers = {}, key = ours) => {
      const got = await served.ask(line, { key, headers, ...(body === undefined ? {} : { body }) });
      assert.equal(got.status, status, got.text + served.logged.join('\n'));
      const { errors, ...rest } = got.json;
      return { ...rest, ...errors?.[0] };
    };
    const invite = { invitation: { to: 'bob@example.com' }, mode: 'x' };

    test('not unique names the field that is sent, by its place in the body', async () => {
      const member = { member: { email: 'ada@example.com' } };
      const of = { of: 'Member', why: 'not unique' };
      assert.deepEqual(await told('POST /teams/red/members', member, 409), {
        ...{ code: 'taken', message: 'is taken', ...of },
        ...{ name: 'email', path: 'member.email', at: '/member/email', text: 'email is known' },
      });
      const title = { code: 'taken', message: 'is taken', of: 'Team', why: 'not unique', text: 'is wrong' };
      const named = { name: 'name', path: 'team.name', at: '/team/name' };
      assert.deepEqual(await told('PUT /teams/blue', { team: { name: 'Red' } }, 409), { ...title, ...named });
      await told('PUT /teams/blue', { team: { name: 'Blue' } }, 201);
      assert.deepEqual(await told('PATCH /teams/blue', { team: { name: 'Red' } }, 409), { ...title, ...named });
      await told('PUT /teams/north', { team: { name: 'Red' } }, 201, {}, theirs);
    });

    test('not unique names the identity that is there, seen or hidden', async () => {
      const slug = { name: 'slug', path: 'slug', at: '/slug', of: 'Team', text: 'is wrong' };
      const expected = { code: 'taken', message: 'is taken', why: 'not unique', ...slug };
      assert.deepEqual(await told('PUT /teams/red', { team: { name: 'Other' } }, 409), expected);
      assert.deepEqual(await told('PUT /teams/red', { team: { name: 'Red' } }, 409, {}, theirs), expected);
    });

    test('not unique in a handler names the member of its Request that is the field', async () => {
      const place = { name: 'to', path: 'invitation.to', at: '/invitation/to', of: 'Member' };
      const expected = { code: 'taken', message: 'is taken', why: 'not unique', text: 'to is known', ...place };
      work = ({ store }) => store.asService.create('Member', { shop: 'north', team: 'red', email: 'ada@example.com' });
      assert.deepEqual(await told('POST /invitations', invite, 409), expected);
      work = ({ store }) =>
        store.asService.create('Member', { shop: 'north', team: 'red', email: 'c@example.com', lines: [{}] });
      const lines = { name: 'text', path: 'invitation.lines.0.text', at: '/invitation/lines/0/text', of: 'Line' };
      assert.deepEqual(await told('POST /invitations', invite, 422), {
        ...{ code: 'invalid', message: 'Unprocessable Content', why: 'missing', text: 'is wrong' },
        ...lines,
      });
      work = ({ store }) => store.create('Team', { slug: 'green', title: 'Red' });
      const title = { name: 'title', path: 'title', at: '/title', of: 'Team', text: 'is wrong' };
      assert.deepEqual(await told('POST /invitations', invite, 409), { ...expected, ...title });
      work = async ({ store }) => {
        await store.asService.create('Member', { shop: 'north', team: 'red', email: 'd@example.com', secret: 't' });
        await store.asService.create('Member', { shop: 'north', team: 'red', email: 'e@example.com', secret: 't' });
      };
      const other = { name: 'other', path: 'other', at: '/other', why: 'refused', text: 'is taken', of: null };
      assert.deepEqual(await told('POST /invitations', invite, 409), { code: 'taken', message: 'is taken', ...other });
    });

    test('a handler names a field by its name, its path or its pointer, with a message of its own', async () => {
      const refused = async (field: string, message?: string) => {
        work = ({ refuse }) => refuse('no', { field, message });
        const { code, message: whole, why, ...named } = await told('POST /invitations', invite, 409);
        assert.deepEqual([code, whole, why], ['no', 'is refused so', 'refused']);
        return named;
      };
      const to = { name: 'to', path: 'invitation.to', at: '/invitation/to', of: 'Member', text: 'is refused so' };
      for (const field of ['to', 'email', 'invitation.to', '/invitation/to'])
        assert.deepEqual(await refused(field), to);
      assert.deepEqual(await refused('to', 'is far away'), { ...to, text: 'is far away' });
      assert.deepEqual(await refused('lines.1.text'), {
        ...{ name: 'text', path: 'invitation.lines.1.text', at: '/invitation/lines/1/text', of: 'Line' },
        text: 'is refused so',
      });
      const own = { name: 'token', path: 'token', at: '/token', of: null, text: 'is refused so' };
      for (const field of ['token', '/token']) assert.deepEqual(await refused(field), own);
      for (const [field, words] of [
        ['credentials', '`credentials`'],
        ['/to', '`to` in `/to`'],
        ['invitation.too', '`too` in `invitation.too`; did you mean `to`?'],
        ['invitation.to.name', '`name` in `invitation.to.name`'],
        ['lines.first.text', '`first` in `lines.first.text`'],
        ['/invitation/lines/0/txt', '`txt` in `/invitation/lines/0/txt`; did you mean `text`?'],
      ] as const) {
        work = ({ refuse }) => refuse('no', { field });
        assert.equal((await served.ask('POST /invitations', { key: ours, body: invite })).status, 500, field);
        const why = `refuse('no'): invite has no field or parameter ${words}`;
        assert.ok(served.logged.at(-1)!.includes(why), `${why}: ${served.logged.at(-1)}`);
      }
      work = ({ refuse }) => refuse('no', { message: 'for a reason' });
      assert.deepEqual(await told('POST /invitations', invite, 409), { code: 'no', message: 'for a reason' });
    });

    test('a refusal that names no field is reported at the Field of its row', async () => {
      const at = (name: string, path = name) => ({ name, path, at: `/${path.replace('.', '/')}`, why: 'refused' });
      const refused = (code: string, message: string) => ({ code, message, text: message, of: null });
      const { text: missing } = await served.ask('GET /teams/red/members/1');
      assert.deepEqual(JSON.parse(missing).errors[0], { ...at('token'), of: null, text: 'is missing' });
      const member = { ...refused('no_member', 'is not there'), ...at('member') };
      const team = { ...refused('no_team', 'is not there'), ...at('team'), of: 'Member' };
      assert.deepEqual(await told('GET /teams/red/members/99', undefined, 404), member);
      assert.deepEqual(await told('GET /teams/none/members/1', undefined, 404), team);
      assert.deepEqual(await told('GET /teams/red/members/1', undefined, 404, {}, theirs), team);
      const sent = { member: { email: 'x@example.com' } };
      assert.deepEqual(await told('POST /teams/none/members', sent, 404), team);
      assert.deepEqual(await told('PUT /teams/best', { team: { name: 'Best' } }, 422), {
        ...refused('unfair', 'would not be fair'),
        ...{ name: 'name', path: 'team.name', at: '/team/name', why: 'refused', of: 'Team' },
      });
      work = ({ refuse }) => refuse('lost');
      assert.deepEqual(await told('POST /invitations', invite, 409), {
        ...refused('lost', 'is lost'),
        ...at('mode'),
        of: 'Line',
      });
      const nowhere = { ...refused('gone', 'Not Found'), ...at('path'), text: 'is refused' };
      assert.deepEqual(await told('GET /nowhere', undefined, 404), nowhere);
    });

    test('callers of an older version are told their own names', async () => {
      const headers = { 'Teams-Version': '1' };
      const expected = { code: 'used', message: 'is taken', of: 'Member', why: 'not unique', text: 'mail is known' };
      const sent = { member: { mail: 'ada@example.com' } };
      assert.deepEqual(await told('POST /teams/red/members', sent, 409, headers), {
        ...expected,
        ...{ name: 'mail', path: 'member.mail', at: '/member/mail' },
      });
      work = ({ store }) => store.asService.create('Member', { shop: 'north', team: 'red', email: 'ada@example.com' });
      assert.deepEqual(await told('POST /invitations', invite, 409, headers), {
        ...{ ...expected, text: 'to is known' },
        ...{ name: 'to', path: 'invitation.to', at: '/invitation/to' },
      });
      work = ({ refuse }) => refuse('no', { field: 'email' });
      assert.equal((await told('POST /invitations', invite, 409, headers)).path, 'invitation.to');
    });
  });
}
