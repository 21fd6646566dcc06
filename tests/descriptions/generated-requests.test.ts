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
  generateValue,
  listViolations,
  resolveSchema,
  type Schema,
  type Surroundings,
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
  'tests/documents/invoices.md',
  'tests/documents/notes.md',
];

/** Parameters whose values only the service can give. */
const opaque = new Set(['If-Match', 'If-None-Match', 'Last-Event-ID']);

/** What a description does not state: which records are there. */
const beyondForm = [/^must be the ID of an existing record/];

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
  readonly credential: string | undefined;
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
  const scopes = [...new Set(plan.operations.flatMap(({ access }) => access.grants))];
  const names = scopes.filter(({ kind }) => kind === 'scope').map(({ scope }) => scope);
  const attributes = Object.fromEntries(plan.authentication.attributes.map(({ name }) => [name, 'a1']));
  const credential =
    names.length === 0 ? undefined : await service.createKey({ subject: 'k', scopes: [...new Set(names)], attributes });
  const identities = new Map<string, unknown[]>();
  const around = { description: describeOpenapi(plan), random: createRandom(20_260_101), identities };
  const checker = createDescriptionChecker(plan);
  return { service, plan, checker, around, identities, credential, succeeded: new Set(), count: 0 };
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
  const known = identities.get(operation.resource ?? '') ?? [];
  for (const { name, in: place, required, schema, ...parameter } of listParameters(running, operation)) {
    if (opaque.has(name) || parameter['x-nonet-maps-to'] === 'cursor') continue;
    if (required !== true && around.random() < 0.7) continue;
    const isOwn = place === 'path' && known.length > 0 && around.random() < 0.9;
    const value = isOwn ? known[Math.floor(around.random() * known.length)] : generateValue(around, schema);
    // One key is for one request.
    const isKey = name === 'Idempotency-Key' && schema.pattern !== undefined;
    made[place as 'path'][name] = isKey ? `key-${running.count}` : value;
  }
  const body = findBody(running, operation);
  return {
    path: made.path,
    query: made.query,
    headers: made.header,
    ...(body === undefined ? {} : { body: generateValue(around, body.schema) }),
  };
}

const toText = (value: unknown): string => (Array.isArray(value) ? value.map(toText).join(',') : String(value));

interface Answered {
  readonly status: number;
  readonly body: Schema;
  readonly headers: Headers;
}

/** Sends a request; `credential` is another text than that of the caller with all scopes, or null for none. */
async function send(
  running: Running,
  operation: OperationPlan,
  sent: Sent,
  credential: string | null | undefined = running.credential,
): Promise<Answered> {
  const { service, checker, identities } = running;
  // The limits of an example count requests by the minute.
  if (++running.count % 40 === 0) await service.advance('1 minute');
  const path = toPathTemplate(operation.path).replace(/\{([^}]*)\}/g, (_, name: string) =>
    encodeURIComponent(toText(sent.path[name])),
  );
  const query = Object.entries(sent.query).map(([name, value]) => `${name}=${encodeURIComponent(toText(value))}`);
  const type = findBody(running, operation)?.type;
  const headers = new Headers({
    ...(typeof credential === 'string' ? { Authorization: `Bearer ${credential}` } : {}),
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
  const { content = {}, headers: stated = {} } = resolveSchema(description, described);
  const types = Object.keys(content);
  assert.equal(text === '', types.length === 0, `content where none is described, or none where it is: ${said}`);
  if (text !== '') assert.ok(types.includes(media.split(';')[0]!), `the media type is not described: ${said}`);
  for (const [name, header] of Object.entries(stated)) {
    const { required } = resolveSchema(description, header as Schema);
    if (required === true) assert.ok(response.headers.has(name), `${name} is missing: ${said}`);
  }
  if (status < 300 && operation.kind === 'create') {
    const { identity } = running.plan.resources.find(({ name }) => name === operation.resource)!;
    identities.set(operation.resource, [...(identities.get(operation.resource) ?? []).slice(-8), json[identity]]);
  }
  if (status < 400) running.succeeded.add(operation.name);
  return { status, body: json, headers: response.headers };
}

/** Sends requests that are valid by the description. */
async function sendValid(running: Running, operation: OperationPlan): Promise<void> {
  const sent = generate(running, operation);
  const { status, body } = await send(running, operation, sent);
  const said = `${operation.name}: ${JSON.stringify(sent)}: ${status} ${JSON.stringify(body)}`;
  assert.ok(![400, 405, 406, 413, 415].includes(status), said);
  for (const { message } of status === 422 ? (body.errors ?? []) : [])
    assert.ok(
      beyondForm.some((known) => known.test(message)),
      said,
    );
}

/** Whether a value violates a schema also as the text of a parameter: any text is a string, and a list of one string. */
function differsAsText({ keyword, value }: Violation, schema: Schema): boolean {
  const isChecked = ({ enum: values, pattern, format }: Schema): boolean => (values ?? pattern ?? format) !== undefined;
  if (schema.type === 'array') return Array.isArray(value) && !keyword.startsWith('type') && isChecked(schema.items);
  return schema.type === 'string' ? typeof value === 'string' : !Array.isArray(value);
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
  for (const credential of [null, 'of-no-one']) {
    const { status } = await send(running, operation, generate(running, operation), credential);
    assert.equal(status, 401, `${operation.name} with ${credential}`);
  }
  return true;
}

/** A method that a path does not describe is 405, with all that it does in Allow. */
async function sendOtherMethods(running: Running, operation: OperationPlan): Promise<void> {
  const { service, around, credential, plan } = running;
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
    const headers = { Authorization: `Bearer ${credential}` };
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

function isOf(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path);
}

/** A record that was created is there, and one that was deleted is not. */
async function sendLife(running: Running, create: OperationPlan): Promise<boolean> {
  const of = (kind: string): OperationPlan | undefined =>
    running.plan.operations.find(({ resource, ...one }) => resource === create.resource && one.kind === kind);
  const [read, remove] = [of('read'), of('delete')];
  if (read === undefined) return false;
  const made = await send(running, create, generate(running, create));
  if (made.status !== 201) return false;
  const { identity } = running.plan.resources.find(({ name }) => name === create.resource)!;
  const asked = generate(running, read);
  const own = {
    ...asked,
    path: Object.fromEntries(Object.keys(asked.path).map((name) => [name, made.body[identity]])),
  };
  assert.equal((await send(running, read, { ...own, query: {} })).status, 200, create.name);
  if (remove === undefined) return true;
  const removed = await send(running, remove, { ...generate(running, remove), path: own.path });
  if (removed.status < 300) assert.equal((await send(running, read, { ...own, query: {} })).status, 404, remove.name);
  return true;
}

suite('requests that follow from a description', () => {
  let [refused, lives] = [0, 0];
  for (const file of documents) {
    test(`${file}: a credential is required where that is described, other methods are refused, and a record is there from its creation to its deletion`, async (t) => {
      const running = await open(file);
      t.after(() => running.service.close());
      const operations = listCalled(running);
      const creates = operations.filter(({ kind }) => kind === 'create');
      for (const operation of creates) for (let n = 0; n < 10; n++) await sendValid(running, operation);
      for (const operation of operations) if (await sendUnauthenticated(running, operation)) refused++;
      for (const operation of operations) await sendOtherMethods(running, operation);
      for (const operation of creates) if (await sendLife(running, operation)) lives++;
    });
  }
  test('operations of all documents were tried so', () => {
    assert.ok(refused > 20 && lives > 5, `${refused} operations without a credential, ${lives} records`);
  });
  for (const file of documents) {
    test(`${file}: a valid request is not refused for its form, one that violates a keyword is, and each response is as described`, async (t) => {
      const running = await open(file);
      t.after(() => running.service.close());
      const operations = listCalled(running);
      const creates = operations.filter(({ kind }) => kind === 'create');
      for (const operation of creates) for (let n = 0; n < 10; n++) await sendValid(running, operation);
      for (let n = 0; n < runs(60); n++) for (const operation of operations) await sendValid(running, operation);
      let violations = 0;
      for (const operation of operations) violations += await sendInvalid(running, operation);
      assert.ok(violations > operations.length, `${violations} violations`);
      for (const { name, kind } of operations)
        assert.ok(running.succeeded.has(name) || kind === 'transition', `no request of ${name} succeeded`);
    });
  }
});
