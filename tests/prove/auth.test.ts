import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { read } from '../../src/operator/documents.ts';
import { readAuthFile } from '../../src/operator/prove/auth-file.ts';
import { logIn } from '../../src/operator/prove/log-in.ts';
import { buildWholePlan } from '../../src/parts/index.ts';
import { inFolder } from '../support/process.ts';
import { startReference } from './reference/server.ts';
import { findLine } from './support.ts';

const page = join(import.meta.dirname, 'reference/tools.md');
const plan = buildWholePlan(
  read(`# Notes

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | API key | 1 day |
| link | api key | query token | API key | 1 day |
| page | api key | cookie sid | API key | 1 day |

| Scope | Allows |
| --- | --- |
| reader | all |
`).service,
);

/** A server where users log in: it returns a token in its body and a header, and sets a cookie. */
const requests: string[] = [];
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    requests.push(`${request.method} ${request.url} ${request.headers['content-type']} ${Buffer.concat(pieces)}`);
    if (request.url === '/api/closed') response.statusCode = 401;
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-token', 'from-header');
    if (request.url !== '/api/bare') response.setHeader('set-cookie', 'sid=from-cookie; HttpOnly');
    response.end(JSON.stringify({ data: { 'a/b': 'from-body' } }));
  });
});
let origin = '';
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

const callers = (text: string) =>
  logIn(plan, 'users.yaml', readAuthFile('users.yaml', text), `${origin}/api`, () => ({}));

test('users have fixed headers, or log in for a token or a cookie; the template gives what they leave out', async () => {
  requests.length = 0;
  const found = await callers(`
schemaVersion: "0.4.0"
configs: { other: tool }
authTemplate:
  loginEndpointAuth: { endpoint: /login, verb: POST, contentType: application/json }
auth:
  - name: reader
    loginEndpointAuth:
      payloadUserPwd: { usernameField: user, username: ada, passwordField: password, password: "p§s" }
      token: { extractFrom: body, extractSelector: /data/a~1b, sendIn: header, sendName: authorization, sendTemplate: "Bearer {token}" }
  - name: older
    loginEndpointAuth:
      payloadRaw: "{}"
      token: { extractFromHeader: X-Token, httpHeaderName: Authorization, headerPrefix: "Bearer " }
  - name: linked
    loginEndpointAuth:
      token: { extractFrom: header, extractSelector: X-Token, sendIn: query, sendName: token }
  - name: browser
    loginEndpointAuth: { expectCookies: true }
`);
  assert.deepEqual(
    found.map(({ name, scheme, text, scopes }) => [name, scheme.name, text, scopes]),
    [
      ['reader', 'key', 'from-body', ['reader']],
      ['older', 'key', 'from-header', undefined],
      ['linked', 'link', 'from-header', undefined],
      ['browser', 'page', 'from-cookie', undefined],
    ],
  );
  assert.equal(requests[0], 'POST /api/login application/json {"user":"ada","password":"p§s"}');
  const [fixed] = await callers('auth: [{ name: a, fixedHeaders: [{ name: authorization, value: Bearer k }] }]');
  assert.deepEqual([fixed!.scheme.name, fixed!.text], ['key', 'k']);
  const [cookie] = await callers('auth: [{ name: a, fixedHeaders: [{ name: Cookie, value: sid=k }] }]');
  assert.deepEqual([cookie!.scheme.name, cookie!.text], ['page', 'k']);
});

test('a login that fails, and a credential that no scheme is sent as, are told without the credential', async () => {
  const login = (rest: string): string => `auth: [{ name: a, loginEndpointAuth: { verb: POST, ${rest} } }]`;
  const texts = [
    login('endpoint: /closed, expectCookies: true'),
    login('endpoint: /bare, expectCookies: true'),
    login('externalEndpointURL: "http://127.0.0.1:1/", expectCookies: true'),
    login('endpoint: /login, token: { extractFrom: body, extractSelector: /x, sendIn: query, sendName: token }'),
    'auth: [{ name: a, fixedHeaders: [{ name: X-Key, value: secret }] }]',
    'auth: [{ name: a, fixedHeaders: [{ name: Authorization, value: Basic secret }] }]',
  ];
  const told: string[] = [];
  for (const text of texts) told.push(await callers(text).then(String, (error: Error) => error.message));
  assert.deepEqual(
    told.map((message) => message.replace(/POST.*\.$/, 'POST.')),
    [
      'users.yaml: a: the login got 401.',
      'users.yaml: a: the login sets no cookie.',
      'users.yaml: a: the login failed: POST.',
      'users.yaml: a: the response of the login has no text at /x.',
      'users.yaml: a: the document has no scheme that is sent as header X-Key.',
      'users.yaml: a: the document has no scheme that is sent as header Authorization.',
    ],
  );
});

test('a file of another form is an error that names what is not supported', () => {
  const user = (rest: string): string => `auth: [{ name: a, ${rest} }]`;
  const cases: readonly (readonly [text: string])[] = [
    ['{ password: secret'],
    [`a: ${'['.repeat(50_000)}`],
    [
      `a: &a [x, x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}]`).join('\n')}`,
    ],
    ['x'.repeat(300_000)],
    ['5'],
    ['auth: []'],
    ['auth: [5]'],
    ['{ auth: [{ name: a }], authTemplate: 5 }'],
    ['{ auth: [{ name: a }], signup: 5 }'],
    [user('roles: [x]')],
    ['auth: [{ fixedHeaders: [] }]'],
    [user('requireMockHandling: true')],
    [user('fixedHeaders: []')],
    [user('fixedHeaders: 5')],
    [user('fixedHeaders: [5]')],
    [user('fixedHeaders: [{ name: "a b", value: x }]')],
    [user('fixedHeaders: [{ name: a, value: "x\\ny" }]')],
    [user('loginEndpointAuth: 5')],
    [user('loginEndpointAuth: { verb: POST }')],
    [user('loginEndpointAuth: { verb: POST, endpoint: a }')],
    [user('loginEndpointAuth: { verb: POST, externalEndpointURL: "file:///x" }')],
    [user('loginEndpointAuth: { verb: GOT, endpoint: /a }')],
    [user('loginEndpointAuth: { verb: POST, endpoint: /a }')],
    [user('loginEndpointAuth: { verb: POST, endpoint: /a, token: 5 }')],
    [user('loginEndpointAuth: { verb: POST, endpoint: /a, expectCookies: true, payloadRaw: a, payloadUserPwd: {} }')],
    [user('loginEndpointAuth: { verb: POST, endpoint: /a, expectCookies: true, payloadUserPwd: 5 }')],
    [
      user(
        'loginEndpointAuth: { verb: POST, endpoint: /a, expectCookies: true, payloadUserPwd: { usernameField: a, username: b, passwordField: c, password: d } }',
      ),
    ],
    [user('loginEndpointAuth: { verb: POST, endpoint: /a, token: { extractFrom: page } }')],
    ['auth: [{ name: a, fixedHeaders: [{ name: a, value: x }] }, { name: a, fixedHeaders: [{ name: a, value: x }] }]'],
  ];
  const tell = ([text]: readonly [string]): string => {
    try {
      return String(readAuthFile('u.yaml', text));
    } catch (error) {
      return (error as Error).message.replace('u.yaml is not a file of users that --auth reads: ', '');
    }
  };
  assert.throws(() => readAuthFile('u.yaml', '5'), {
    message: 'u.yaml is not a file of users that --auth reads: it is not an object with the list `auth`.',
  });
  assert.deepEqual(cases.map(tell), [
    'it is not valid YAML.',
    'it is not valid YAML.',
    'it is not valid YAML.',
    'it has more than 256 KiB.',
    'it is not an object with the list `auth`.',
    '`auth` is not a list of users.',
    'user 1 is not an object.',
    '`authTemplate` is not an object.',
    'the file has `signup`, which is not supported.',
    'user 1 has `roles`, which is not supported.',
    'user 1 needs a text in `name`.',
    'user 1 needs mock responses of another service.',
    'user 1 needs `fixedHeaders` or `loginEndpointAuth`, and not both.',
    '`fixedHeaders` of user 1 is not a list.',
    '`fixedHeaders` of user 1 has a header that is not an object.',
    '`fixedHeaders` of user 1 has a name that no header can have.',
    '`value` of `fixedHeaders` of user 1 has a character that no header can have.',
    '`loginEndpointAuth` of user 1 is not an object.',
    'the login of user 1 needs `endpoint` or `externalEndpointURL`, and not both.',
    '`endpoint` of the login of user 1 does not begin with /.',
    '`externalEndpointURL` of the login of user 1 is not a URL.',
    '`verb` of the login of user 1 is not a method.',
    'the login of user 1 needs `token` or `expectCookies: true`, and not both.',
    '`token` of the login of user 1 is not an object.',
    'the login of user 1 has two payloads.',
    '`payloadUserPwd` of the login of user 1 is not an object.',
    'the login of user 1 needs a `contentType` of application/json or application/x-www-form-urlencoded.',
    '`extractFrom` of the token of the login of user 1 is not body or header.',
    'two users have the name a.',
  ]);
});

test('nonet prove reads the callers of a file, and facts about them', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'users.yaml');
    writeFileSync(file, 'auth: [{ name: everything, fixedHeaders: [{ name: X-Api-Key, value: key_everything_1 }] }]');
    const reference = await startReference([]);
    try {
      const line = String(findLine('| reserved, out | lose'));
      const words = ['prove', page, '--base-url', reference.origin, '--row', line, '--auth', file];
      const { status, out, err } = await said([...words, '--as', 'everything;scopes=tools:read,tools:write,loans']);
      assert.equal(status, 0, err.join('\n'));
      assert.match(out.join('\n'), /1 of 1 row proven/);
      const other = await said([...words, '--as', 'nobody;scopes=read']);
      assert.equal(other.status, 2);
      assert.ok(other.err.join('\n').endsWith(`--as nobody: ${file} has no user of this name.`));
      const scheme = await said([...words, '--as', 'everything;scheme=key']);
      assert.ok(scheme.err.join('\n').endsWith('--as everything: the file of --auth states how it is sent.'));
      const self = await said(['prove', page, '--self', '--auth', file]);
      assert.equal(self.err.join('\n'), 'nonet: --auth is for a service at --base-url: --self makes its own callers.');
    } finally {
      await reference.close();
    }
  }));
