import { parseDocument } from 'yaml';
import { isObject } from '../../plan/fields/is-object.ts';
import { CommandError } from '../command-error.ts';

/** A value in the place where requests carry it. */
export interface Carried {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
}

/** A user of a file of Web Fuzzing Commons: with a credential that is known, or with one that a login gives. */
export interface AuthUser {
  readonly name: string;
  readonly headers: readonly Carried[];
  readonly login?: Login;
}

/** A request that gives a credential. */
export interface Login {
  /** A path below the address of the service, or an address. */
  readonly to: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Left out: the response sets a cookie. */
  readonly token?: Token;
}

/** Where a login shows its token, and how requests carry it. */
export interface Token {
  readonly from: 'body' | 'header';
  /** A JSON Pointer, or the name of a header. */
  readonly selector: string;
  readonly in: 'header' | 'query';
  readonly name: string;
  /** With `{token}` in place of the token. */
  readonly template: string;
}

const mostBytes = 256 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the users of a file in the authentication format of Web Fuzzing Commons. Throws a `CommandError` for what it does not support. */
export function readAuthFile(file: string, text: string): readonly AuthUser[] {
  const root = parse(file, text);
  if (!isObject(root)) fail(file, 'it is not an object with the list `auth`');
  only(file, 'the file', root, ['schemaVersion', 'auth', 'authTemplate', 'configs']);
  const { auth, authTemplate: template = {} } = root;
  if (!Array.isArray(auth) || auth.length === 0) fail(file, '`auth` is not a list of users');
  if (!isObject(template)) fail(file, '`authTemplate` is not an object');
  const users = auth.map((user: unknown, at) => {
    if (!isObject(user)) fail(file, `user ${at + 1} is not an object`);
    return readUser(file, `user ${at + 1}`, merge(template, user));
  });
  const twice = users.find(({ name }, at) => users.findIndex((one) => one.name === name) !== at);
  if (twice !== undefined) fail(file, `two users have the name ${twice.name}`);
  return users;
}

function parse(file: string, text: string): unknown {
  if (text.length > mostBytes) fail(file, `it has more than ${mostBytes / 1024} KiB`);
  try {
    const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false, version: '1.2' });
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount: 100 });
  } catch {
    // Too many aliases, or nested too deep.
  }
  // The words of the parser may show a credential.
  return fail(file, 'it is not valid YAML');
}

function fail(file: string, why: string): never {
  throw new CommandError(`${file} is not a file of users that --auth reads: ${why}.`);
}

function only(file: string, place: string, given: Fields, known: readonly string[]): void {
  const other = Object.keys(given).find((name) => !known.includes(name));
  if (other !== undefined) fail(file, `${place} has \`${other}\`, which is not supported`);
}

/** Adds the members of the template that a user leaves out, also inside a login. */
function merge(template: Fields, own: Fields): Fields {
  const both = Object.entries(own).map(([name, value]) => {
    const other = template[name];
    return [name, isObject(value) && isObject(other) ? merge(other, value) : value] as const;
  });
  return { ...template, ...Object.fromEntries(both) };
}

function readUser(file: string, place: string, user: Fields): AuthUser {
  only(file, place, user, ['name', 'requireMockHandling', 'fixedHeaders', 'loginEndpointAuth']);
  const name = requireText(file, place, user, 'name');
  const { requireMockHandling, fixedHeaders, loginEndpointAuth: login } = user;
  if (requireMockHandling === true) fail(file, `${place} needs mock responses of another service`);
  const headers = readHeaders(file, `\`fixedHeaders\` of ${place}`, fixedHeaders);
  if (headers.length > 0 === (login !== undefined))
    fail(file, `${place} needs \`fixedHeaders\` or \`loginEndpointAuth\`, and not both`);
  if (login === undefined) return { name, headers };
  if (!isObject(login)) fail(file, `\`loginEndpointAuth\` of ${place} is not an object`);
  return { name, headers, login: readLogin(file, `the login of ${place}`, login) };
}

function readLogin(file: string, place: string, login: Fields): Login {
  only(file, place, login, [
    ...['endpoint', 'externalEndpointURL', 'verb', 'headers', 'contentType'],
    ...['payloadRaw', 'payloadUserPwd', 'token', 'expectCookies'],
  ]);
  const { endpoint, externalEndpointURL, token, expectCookies } = login;
  if ((endpoint === undefined) === (externalEndpointURL === undefined))
    fail(file, `${place} needs \`endpoint\` or \`externalEndpointURL\`, and not both`);
  const to = requireText(file, place, login, endpoint === undefined ? 'externalEndpointURL' : 'endpoint');
  if (endpoint !== undefined && !to.startsWith('/')) fail(file, `\`endpoint\` of ${place} does not begin with /`);
  if (endpoint === undefined && !/^https?:\/\//.test(to))
    fail(file, `\`externalEndpointURL\` of ${place} is not a URL`);
  const method = requireText(file, place, login, 'verb');
  if (!['POST', 'GET', 'PATCH', 'DELETE', 'PUT'].includes(method)) fail(file, `\`verb\` of ${place} is not a method`);
  if ((expectCookies === true) === (token !== undefined))
    fail(file, `${place} needs \`token\` or \`expectCookies: true\`, and not both`);
  if (token !== undefined && !isObject(token)) fail(file, `\`token\` of ${place} is not an object`);
  const text = readPayload(file, place, login);
  const stated = readHeaders(file, `\`headers\` of ${place}`, login.headers);
  const type = login.contentType === undefined ? undefined : requireHeaderText(file, place, login, 'contentType');
  const headers = [
    ...stated.map(({ name, value }) => [name, value]),
    ...(type === undefined ? [] : [['content-type', type]]),
  ];
  return {
    ...{ to, method, headers: Object.fromEntries(headers) },
    ...(text === undefined ? {} : { text }),
    ...(token === undefined ? {} : { token: readToken(file, `the token of ${place}`, token) }),
  };
}

function readPayload(file: string, place: string, login: Fields): string | undefined {
  const { payloadRaw, payloadUserPwd: payload, contentType } = login;
  if (payloadRaw !== undefined && payload !== undefined) fail(file, `${place} has two payloads`);
  if (payloadRaw !== undefined) return requireText(file, place, login, 'payloadRaw');
  if (payload === undefined) return undefined;
  if (!isObject(payload)) fail(file, `\`payloadUserPwd\` of ${place} is not an object`);
  const read = (name: string): string => requireText(file, `the payload of ${place}`, payload, name);
  const values = { [read('usernameField')]: read('username'), [read('passwordField')]: read('password') };
  if (contentType === 'application/x-www-form-urlencoded') return new URLSearchParams(values).toString();
  if (contentType === 'application/json') return JSON.stringify(values);
  return fail(file, `${place} needs a \`contentType\` of application/json or application/x-www-form-urlencoded`);
}

function readToken(file: string, place: string, token: Fields): Token {
  const read = (name: string): string => requireHeaderText(file, place, token, name);
  const one = (name: string, ...values: readonly string[]): string =>
    values.includes(read(name)) ? read(name) : fail(file, `\`${name}\` of ${place} is not ${values.join(' or ')}`);
  if (token.extractFrom === undefined) {
    // The form of older schema versions.
    only(file, place, token, [
      'extractFromField',
      'extractFromHeader',
      'httpHeaderName',
      'headerPrefix',
      'headerPostfix',
    ]);
    const from = token.extractFromField === undefined ? 'header' : 'body';
    const around = ['headerPrefix', 'headerPostfix'].map((name) => (token[name] === undefined ? '' : read(name)));
    return {
      ...{ from, selector: read(from === 'body' ? 'extractFromField' : 'extractFromHeader') },
      ...{ in: 'header', name: read('httpHeaderName'), template: around.join('{token}') },
    };
  }
  only(file, place, token, ['extractFrom', 'extractSelector', 'sendIn', 'sendName', 'sendTemplate']);
  return {
    from: one('extractFrom', 'body', 'header') as Token['from'],
    selector: read('extractSelector'),
    in: one('sendIn', 'header', 'query') as Token['in'],
    name: read('sendName'),
    template: token.sendTemplate === undefined ? '{token}' : read('sendTemplate'),
  };
}

function readHeaders(file: string, place: string, given: unknown): readonly Carried[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) fail(file, `${place} is not a list`);
  return given.map((header: unknown) => {
    if (!isObject(header)) fail(file, `${place} has a header that is not an object`);
    const [name, value] = ['name', 'value'].map((each) => requireHeaderText(file, place, header, each));
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name!)) fail(file, `${place} has a name that no header can have`);
    return { in: 'header', name: name!, value: value! };
  });
}

function requireText(file: string, place: string, given: Fields, name: string): string {
  const value = given[name];
  if (typeof value !== 'string' || value === '') fail(file, `${place} needs a text in \`${name}\``);
  return value;
}

function requireHeaderText(file: string, place: string, given: Fields, name: string): string {
  const value = requireText(file, place, given, name);
  if (/[^\t -~\u0080-\u00ff]/.test(value))
    fail(file, `\`${name}\` of ${place} has a character that no header can have`);
  return value;
}
