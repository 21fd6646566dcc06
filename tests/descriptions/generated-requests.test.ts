import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { loadModule } from '../../src/cli/document/module/run.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { toPathTemplate } from '../../src/describe/openapi/parameters.ts';
import { loadDocument } from '../../src/operator/documents.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import type { OperationPlan } from '../../src/plan/operation.ts';
import type { WholePlan } from '../../src/plan/whole.ts';
import { openTest, type TestService } from '../../src/testing.ts';
import { createDescriptionChecker, type DescriptionChecker } from '../support/described.ts';
import {
  createRandom,
  differsAsText,
  generateValue,
  isOf,
  listMessages,
  listViolations,
  resolveSchema,
  type Schema,
  type Surroundings,
  toText,
  type Violation,
} from '../support/generated-requests.ts';
import { root } from '../support/process.ts';
import { runs } from '../support/runs.ts';

// Requests that follow from the description alone. A request that is valid by it is not refused for its form; a request that violates one
// keyword is refused; and each response is as described.

const documents = [
  'examples/invoices/invoices.md',
  'examples/seat-holds/seat-holds.md',
  'examples/guides/shop/shop.md',
  'examples/conduit/conduit.md',
  'tests/documents/invoices.md',
  'tests/documents/notes.md',
];

/** Parameters whose values only the service can give. */
const opaque = new Set(['If-Match', 'If-None-Match', 'Last-Event-ID']);

/** What a description does not state: which records are there. */
const beyondForm = [/^must be the ID of an existing record/];

/** Operations that only a request with knowledge of others brings to success: the password of a user, a comment of an article. */
const knowing = new Set(['login', 'delete Comment']);

interface Sent {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface Running {
  readonly service: TestService;
  readonly plan: WholePlan;
  readonly checker: DescriptionChecker;
  readonly around: Surroundings;
  readonly identities: Map<string, unknown[]>;
  /** The header `Authorization` of a caller with all scopes, and of one with none. */
  readonly authorization: string | undefined;
  readonly withoutScopes: string | undefined;
  readonly succeeded: Set<string>;
  count: number;
}

async function open(file: string): Promise<Running> {
  const { source } = await loadDocument(join(root, file));
  const plan = (await createWholePlanFinder(source)())!;
  const handlers = await loadModule(join(root, file), plan);
  const service = await openTest({
    document: join(root, file),
    now: Date.now(),
    ...(handlers === undefined ? {} : { handlers }),
  });
  const identities = new Map<string, unknown[]>();
  const around = { description: describeOpenapi(plan), random: createRandom(20_260_101), identities };
  const checker = createDescriptionChecker(plan);
  const running = { service, plan, checker, around, identities, succeeded: new Set<string>(), count: 0 };
  return { ...running, ...(await authorize(running)) };
}

type Authorized = Pick<Running, 'authorization' | 'withoutScopes'>;

async function authorize({ service, plan, identities }: Omit<Running, keyof Authorized>): Promise<Authorized> {
  const { attributes, schemes } = plan.authentication;
  const issued = plan.operations.find(({ name }) => name === 'register');
  if (issued !== undefined) {
    const register = (username: string) =>
      service.anonymous.post(issued.path, {
        user: { username, email: `${username}@example.com`, password: 'correct horse' },
      });
    await register('grace');
    identities.set('User.username', ['grace']);
    const { body } = await register('ada');
    return { authorization: `Token ${body.user.token}`, withoutScopes: undefined };
  }
  if (schemes.length === 0) return { authorization: undefined, withoutScopes: undefined };
  const held = { attributes: Object.fromEntries(attributes.map(({ name }) => [name, 'a1'])) };
  const [all, none] = [await service.client(held), await service.client({ ...held, scopes: [] })];
  return { authorization: `Bearer ${all.credential}`, withoutScopes: `Bearer ${none.credential}` };
}

/** The operations that a description can call: all but streams and those on credentials. */
function listCalled({ plan }: Running): readonly OperationPlan[] {
  return plan.operations.filter(
    ({ kind, disabled }) => disabled !== true && kind !== 'stream events' && !kind.endsWith('token'),
  );
}

function findDescribed({ around: { description } }: Running, { method, path }: OperationPlan): Schema {
  return description.paths[toPathTemplate(path)][method.toLowerCase()];
}

function listParameters(running: Running, operation: OperationPlan): readonly Schema[] {
  const { description } = running.around;
  return (findDescribed(running, operation).parameters ?? []).map((one: Schema) => resolveSchema(description, one));
}

function findBody(running: Running, operation: OperationPlan): { type: string; schema: Schema } | undefined {
  const content = findDescribed(running, operation).requestBody?.content ?? {};
  const type = Object.keys(content).find((name) => name.includes('json') && !name.includes('json-patch'));
  return type === undefined ? undefined : { type, schema: content[type].schema };
}

function generate(running: Running, operation: OperationPlan): Sent {
  const { around, identities } = running;
  const made: { path: Record<string, unknown>; query: Record<string, unknown>; header: Record<string, unknown> } = {
    path: {},
    query: {},
    header: {},
  };
  for (const { name, in: place, required, schema, ...parameter } of listParameters(running, operation)) {
    if (opaque.has(name) || parameter['x-nonet-maps-to'] === 'cursor') continue;
    if (required !== true && around.random() < 0.7) continue;
    const known = place === 'path' ? (identities.get(findIdentity(running, operation, name)) ?? []) : [];
    const isOwn = known.length > 0 && around.random() < 0.9;
    const value = isOwn ? known[Math.floor(around.random() * known.length)] : generateValue(around, schema);
    // One key is for one request.
    const isKey = name === 'Idempotency-Key' && schema.pattern !== undefined;
    // A path without the value, or with one of its dots, is another path.
    const isNone = place === 'path' && /^\.{0,2}$/.test(toText(value));
    made[place as 'path'][name] = isKey ? `key-${running.count}` : isNone ? 'none' : value;
  }
  const body = findBody(running, operation);
  return {
    path: made.path,
    query: made.query,
    headers: made.header,
    ...(body === undefined ? {} : { body: generateValue(around, body.schema) }),
  };
}

/** The key of the values of a placeholder: the resource, with the field unless it is the identity. */
function findIdentity({ plan }: Running, { resource, segments }: OperationPlan, name: string): string {
  const segment = segments.find((one) => one.kind === 'placeholder' && toPathTemplate(`{${one.name}}`) === `{${name}}`);
  const own = plan.resources.find((one) => one.name === resource);
  if (segment?.kind !== 'placeholder' || own === undefined) return '';
  if (segment.of === 'own') return segment.field === own.identity ? own.name : `${own.name}.${segment.field}`;
  const of = own.fields.find((field) => field.name === segment.field)?.schema;
  return of?.type !== 'ref' ? '' : segment.by === undefined ? of.resource : `${of.resource}.${segment.by}`;
}

/** Keeps what names the record of a response: its identity and the fields of placeholders, at the top or one member below. */
function learn({ plan, identities }: Running, { resource }: OperationPlan, json: Schema): void {
  const own = plan.resources.find(({ name }) => name === resource);
  if (own === undefined || typeof json !== 'object' || json === null) return;
  const named = plan.operations.flatMap(({ segments }) =>
    segments.flatMap((one) => (one.kind === 'placeholder' ? [one.by ?? one.field] : [])),
  );
  for (const found of [json, ...Object.values<Schema>(json)]) {
    for (const name of new Set([own.identity, ...named])) {
      const value = found?.[name];
      const key = name === own.identity ? own.name : `${own.name}.${name}`;
      if (typeof value === 'string' || typeof value === 'number')
        identities.set(key, [...(identities.get(key) ?? []).slice(-8), value]);
    }
  }
}

interface Answered {
  readonly status: number;
  readonly body: Schema;
  readonly headers: Headers;
}

/** Sends a request; `authorization` is another header than that of the caller with all scopes, or null for none. */
async function send(
  running: Running,
  operation: OperationPlan,
  sent: Sent,
  authorization: string | null | undefined = running.authorization,
): Promise<Answered> {
  const { service, checker } = running;
  // The limits of an example count requests by the minute.
  if (++running.count % 40 === 0) await service.advance('1 minute');
  const path = toPathTemplate(operation.path).replace(/\{([^}]*)\}/g, (_, name: string) =>
    encodeURIComponent(toText(sent.path[name])),
  );
  const query = Object.entries(sent.query).map(([name, value]) => `${name}=${encodeURIComponent(toText(value))}`);
  const type = findBody(running, operation)?.type;
  const headers = new Headers({
    ...(typeof authorization === 'string' ? { Authorization: authorization } : {}),
    ...(sent.body === undefined || type === undefined ? {} : { 'Content-Type': type }),
    ...Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, toText(value)])),
  });
  const address = `http://localhost${running.plan.base.prefix}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const init = {
    method: operation.method,
    headers,
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  };
  const response = await service.fetch(new Request(address, init), '127.0.0.1');
  const text = await response.text();
  const { status } = response;
  const said = `${operation.name}: ${operation.method} ${address} ${init.body ?? ''}: ${status} ${text}`;
  const described = findDescribed(running, operation).responses[status];
  assert.notEqual(described, undefined, `the status is not described: ${said}`);
  const media = response.headers.get('content-type') ?? '';
  const json = media.includes('json') && text !== '' ? JSON.parse(text) : undefined;
  const wrong =
    json === undefined ? [] : checker.response(operation.method, operation.path, status, { type: media, json });
  assert.deepEqual(wrong, [], said);
  const { description } = running.around;
  const { content = {} } = resolveSchema(description, described);
  const types = Object.keys(content);
  assert.equal(text === '', types.length === 0, `content where none is described, or none where it is: ${said}`);
  if (text !== '') assert.ok(types.includes(media.split(';')[0]!), `the media type is not described: ${said}`);
  assert.deepEqual(checker.headers(operation.method, operation.path, status, response.headers), [], said);
  if (status < 300 && operation.method === 'POST') learn(running, operation, json);
  if (status < 400) running.succeeded.add(operation.name);
  return { status, body: json, headers: response.headers };
}

/** Sends requests that are valid by the description. */
async function sendValid(running: Running, operation: OperationPlan): Promise<void> {
  const sent = generate(running, operation);
  const { status, body } = await send(running, operation, sent);
  const said = `${operation.name}: ${JSON.stringify(sent)}: ${status} ${JSON.stringify(body)}`;
  assert.ok(![400, 405, 406, 413, 415].includes(status), said);
  for (const message of status === 422 ? listMessages(body) : []) {
    assert.ok(
      beyondForm.some((known) => known.test(message)),
      said,
    );
  }
}

/** Sends one request for each keyword of the description that it violates. */
async function sendInvalid(running: Running, operation: OperationPlan): Promise<number> {
  const { around } = running;
  const body = findBody(running, operation);
  const all: { readonly violation: Violation; readonly change: (sent: Sent) => Sent }[] = [];
  for (const violation of body === undefined ? [] : listViolations(around, body.schema))
    all.push({ violation, change: (sent) => ({ ...sent, body: violation.value }) });
  for (const { name, in: place, required, schema } of listParameters(running, operation)) {
    if (opaque.has(name) || (place === 'path' && schema.type === 'string' && schema.pattern === undefined)) continue;
    const key = place === 'header' ? 'headers' : (place as 'path' | 'query');
    for (const violation of listViolations(around, schema)) {
      if (!differsAsText(violation, schema)) continue;
      // A header holds no other characters.
      const value = key === 'headers' ? '\u00e9'.repeat(2) : violation.value;
      all.push({ violation, change: (sent) => ({ ...sent, [key]: { ...sent[key], [name]: value } }) });
    }
    if (required !== true || place === 'path') continue;
    const violation = { keyword: `required of ${name}`, value: undefined };
    all.push({
      violation,
      change: (sent) => {
        const { [name]: _, ...rest } = sent[key];
        return { ...sent, [key]: rest };
      },
    });
  }
  for (const { violation, change } of all) {
    const sent = change(generate(running, operation));
    const { status } = await send(running, operation, sent);
    assert.ok(
      status >= 400 && status < 500,
      `${operation.name}: ${violation.keyword}: ${JSON.stringify(sent)}: ${status}`,
    );
  }
  return all.length;
}

/** Without a credential, and with one that does not exist, an operation that requires one is 401. */
async function sendUnauthenticated(running: Running, operation: OperationPlan): Promise<boolean> {
  const { security = [] } = findDescribed(running, operation);
  if (security.length === 0 || security.some((one: Schema) => Object.keys(one).length === 0)) return false;
  for (const authorization of [null, 'Bearer of-no-one', 'Token of-no-one', 'Basic Og==']) {
    const { status } = await send(running, operation, generate(running, operation), authorization);
    assert.equal(status, 401, `${operation.name} with ${authorization}`);
  }
  return true;
}

/** With a credential that has no scope, an operation that requires one is 403. */
async function sendWithoutScopes(running: Running, operation: OperationPlan): Promise<boolean> {
  const { grants } = operation.access;
  if (running.withoutScopes === undefined || !grants.every(({ kind }) => kind === 'scope') || grants.length === 0)
    return false;
  const { status } = await send(running, operation, generate(running, operation), running.withoutScopes);
  assert.equal(status, 403, operation.name);
  return true;
}

/** A method that a path does not describe is 405, with all that it does in Allow. */
async function sendOtherMethods(running: Running, operation: OperationPlan): Promise<void> {
  const { service, around, authorization, plan } = running;
  const template = toPathTemplate(operation.path);
  const described = Object.keys(around.description.paths[template]).map((name) => name.toUpperCase());
  const path = template.replace(/\{[^}]*\}/g, 'x');
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
    if (described.includes(method)) continue;
    // A path without placeholders can be one of another template too.
    if (
      Object.entries<Schema>(around.description.paths).some(
        ([other, item]) => item[method.toLowerCase()] !== undefined && isOf(other, path),
      )
    )
      continue;
    await service.advance('1 second');
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const response = await service.fetch(
      new Request(`http://localhost${plan.base.prefix}${path}`, { method, headers }),
      '127.0.0.1',
    );
    assert.equal(response.status, 405, `${method} ${template}`);
    const allowed = (response.headers.get('allow') ?? '').split(', ');
    for (const one of described)
      if (one.length < 8) assert.ok(allowed.includes(one), `${one} of ${template}: ${allowed}`);
  }
}

/** A record that was created is there, and one that was deleted is not, for whatever operation. */
async function sendLife(running: Running, create: OperationPlan): Promise<boolean> {
  const of = (kind: string): OperationPlan | undefined =>
    running.plan.operations.find(({ resource, ...one }) => resource === create.resource && one.kind === kind);
  const [read, remove] = [of('read'), of('delete')];
  if (read === undefined) return false;
  const made = await send(running, create, generate(running, create));
  if (made.status !== 201) return false;
  const { identity } = running.plan.resources.find(({ name }) => name === create.resource)!;
  const members = Object.values(made.body);
  const record = made.body[identity] === undefined && members.length === 1 ? members[0] : made.body;
  const asked = generate(running, read);
  const names = Object.keys(asked.path);
  const own = { ...asked, path: Object.fromEntries(names.map((name) => [name, record[name] ?? record[identity]])) };
  assert.equal((await send(running, read, { ...own, query: {} })).status, 200, create.name);
  if (remove === undefined) return true;
  const removed = await send(running, remove, { ...generate(running, remove), path: own.path });
  if (removed.status >= 300) return true;
  for (const operation of listCalled(running)) {
    if (
      operation.resource !== create.resource ||
      !operation.segments.some((one) => one.kind === 'placeholder' && one.of === 'own')
    )
      continue;
    const { status } = await send(running, operation, { ...generate(running, operation), path: own.path });
    // What is wrong with the body may be found before the record is looked for.
    assert.ok(status === 404 || (status === 422 && operation.method !== 'GET'), `${operation.name}: ${status}`);
  }
  return true;
}

suite('requests that follow from a description', () => {
  let [refused, forbidden, lives] = [0, 0, 0];
  for (const file of documents) {
    test(`${file}: a credential and its scopes are required where that is described, other methods are refused, and a record is there from its creation to its deletion`, async (t) => {
      const running = await open(file);
      t.after(() => running.service.close());
      const operations = listCalled(running);
      const creates = operations.filter(({ kind }) => kind === 'create');
      for (const operation of creates) for (let n = 0; n < 10; n++) await sendValid(running, operation);
      for (const operation of operations) if (await sendUnauthenticated(running, operation)) refused++;
      for (const operation of operations) if (await sendWithoutScopes(running, operation)) forbidden++;
      for (const operation of operations) await sendOtherMethods(running, operation);
      for (const operation of creates) if (await sendLife(running, operation)) lives++;
    });
  }
  test('operations of all documents were tried so', () => {
    assert.ok(refused > 20 && forbidden > 20 && lives > 5, `${refused}, ${forbidden}, ${lives}`);
  });
  for (const file of documents) {
    test(`${file}: a valid request is not refused for its form, one that violates a keyword is, and each response is as described`, async (t) => {
      const running = await open(file);
      t.after(() => running.service.close());
      const operations = listCalled(running);
      const creates = operations.filter(
        ({ resource, exchange }) => resource !== undefined && exchange?.statuses.some(({ status }) => status === 201),
      );
      for (const operation of creates) for (let n = 0; n < 10; n++) await sendValid(running, operation);
      for (let n = 0; n < runs(file.includes('conduit') ? 15 : 60); n++)
        for (const operation of operations) await sendValid(running, operation);
      let violations = 0;
      for (const operation of operations) violations += await sendInvalid(running, operation);
      assert.ok(violations > operations.length, `${violations} violations`);
      for (const { name, kind } of operations)
        assert.ok(
          running.succeeded.has(name) || kind === 'transition' || knowing.has(name),
          `no request of ${name} succeeded`,
        );
    });
  }
});
