import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { type OpenOptions, type OpenService, open, toNodeHandler } from '../../../src/index.ts';

const invoices = readFileSync(new URL('../../../tests/documents/written-out/invoices.md', import.meta.url), 'utf8');
const notes = readFileSync(new URL('../../documents/notes.md', import.meta.url), 'utf8');
const byPath = invoices.replace('| header | Invoices-Version | current |', '| path | /v{version} | refused |');

/** The services of this file: tests of one document share its service, which plays its examples once. */
const services = new Map<string, Promise<OpenService>>();
after(async () => {
  for (const service of services.values()) await (await service).close();
});

async function withService(
  document: string,
  settings: OpenOptions['settings'],
  work: (ask: (path: string, init?: RequestInit) => Promise<Response>, service: OpenService) => Promise<void>,
): Promise<void> {
  const key = JSON.stringify([document, settings]);
  const opened = services.get(key) ?? open({ document, ...(settings === undefined ? {} : { settings }) });
  services.set(key, opened);
  const service = await opened;
  await work((path, init) => service.fetch(new Request(`http://127.0.0.1${path}`, init), '127.0.0.1'), service);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into descriptions of many shapes
const json = async (response: Response | Promise<Response>): Promise<any> => (await response).json();

test('a service serves its OpenAPI description, with a tag by which a client asks whether it is the same', () =>
  withService(invoices, undefined, async (ask) => {
    const first = await ask('/openapi.json');
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('content-type'), 'application/json');
    assert.equal(first.headers.get('cache-control'), 'public, max-age=300');
    assert.equal((await json(first)).openapi, '3.1.2');
    const tag = first.headers.get('etag') ?? '';
    const same = await ask('/openapi.json', { headers: { 'If-None-Match': tag } });
    assert.equal(same.status, 304);
    assert.equal(await same.text(), '');
    const head = await ask('/openapi.json', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('etag'), tag);
    assert.equal((await ask('/openapi.json', { method: 'POST' })).status, 405);
  }));

test('descriptions show what the service does when it is played', () =>
  withService(invoices, undefined, async (ask) => {
    const { paths, webhooks, components: shared } = await json(ask('/openapi.json'));
    const { $ref } = paths['/invoices/{id}/pay'].post.responses['409'];
    const { content } = shared.responses[$ref.split('/').at(-1)];
    const shown = content['application/problem+json'].examples.overpaid.value;
    assert.deepEqual([shown.code, shown.title], ['overpaid', 'The payment is more than what is owed']);
    const [body] = Object.values(webhooks['invoice.paid'].post.requestBody.content) as { example: { type: string } }[];
    assert.equal(body!.example.type, 'invoice.paid');
    const { components, channels } = await json(ask('/asyncapi.json'));
    assert.equal(channels.sse.address, '/events');
    assert.equal(components.messages.InvoicePaidWebhook.examples[0].payload.data.status, 'paid');
  }));

test('the version is chosen as that of any request, or by the query', () =>
  withService(invoices, undefined, async (ask) => {
    const versionOf = async (response: Promise<Response>): Promise<string> => (await json(response)).info.version;
    assert.equal(await versionOf(ask('/openapi.json')), '2026-11-01');
    const headers = { 'Invoices-Version': '2026-01-01' };
    assert.equal(await versionOf(ask('/openapi.json', { headers })), '2026-01-01');
    assert.equal(await versionOf(ask('/openapi.json?version=2026-06-01', { headers })), '2026-06-01');
    const unknown = await ask('/openapi.json', { headers: { 'Invoices-Version': '2025' } });
    assert.equal(unknown.status, 400);
    assert.equal((await json(unknown)).code, 'unknown_version');
    assert.equal((await json(ask('/openapi.json?version=2025'))).code, 'unknown_version');
  }));

test('a version in the path has its own description below it', () =>
  withService(byPath, undefined, async (ask) => {
    assert.equal((await json(ask('/v2026-06-01/openapi.json'))).info.version, '2026-06-01');
    assert.equal((await ask('/v2025/openapi.json')).status, 404);
    const { linkset } = await json(ask('/.well-known/api-catalog'));
    const hrefs = ['/v2026-11-01/', '/v2026-06-01/', '/v2026-01-01/'];
    assert.deepEqual(linkset[0], { anchor: '/.well-known/api-catalog', item: hrefs.map((href) => ({ href })) });
    assert.deepEqual(
      linkset.slice(1).map((api: { 'service-desc': readonly { href: string }[] }) => api['service-desc'][0]?.href),
      hrefs.map((href) => `${href}openapi.json`),
    );
  }));

test('the API catalog is a linkset of absolute addresses where the base address is known', () =>
  withService(invoices, { baseUrl: 'https://api.example.com/shop' }, async (ask) => {
    const catalog = await ask('/.well-known/api-catalog', { method: 'HEAD' });
    assert.equal(
      catalog.headers.get('content-type'),
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    assert.equal(
      catalog.headers.get('link'),
      '<https://api.example.com/shop/.well-known/api-catalog>; rel="api-catalog", <https://api.example.com/shop/>; rel="item"',
    );
    const { linkset } = await json(ask('/.well-known/api-catalog'));
    for (const { href } of linkset[1]['service-desc']) {
      const { pathname, search } = new URL(href);
      assert.equal((await ask(pathname.replace('/shop', '') + search)).status, 200, href);
    }
  }));

test('below the base path of a document, the catalog is at the root of the host too', () =>
  withService(
    notes.replace('Base address: not shown.', '- Base URL: http://127.0.0.1/notes/'),
    undefined,
    async (ask) => {
      assert.equal((await ask('/notes/openapi.json')).status, 200);
      assert.equal((await ask('/openapi.json')).status, 404);
      const [below, above] = [await ask('/notes/.well-known/api-catalog'), await ask('/.well-known/api-catalog')];
      assert.equal(below.headers.get('etag'), above.headers.get('etag'));
      assert.equal((await json(below)).linkset[0].anchor, 'http://127.0.0.1/notes/.well-known/api-catalog');
    },
  ));

test('an operation of the document at the same path wins', () =>
  withService(notes.replace('GET | /notes/{id} |', 'GET | /{id} |'), undefined, async (ask) => {
    assert.equal((await ask('/openapi.json')).status, 404);
    assert.equal((await ask('/.well-known/api-catalog')).status, 200);
  }));

test('a service that is not to describe itself does not', () =>
  withService(invoices, { docs: false }, async (ask) => {
    for (const path of ['/openapi.json', '/.well-known/api-catalog']) assert.equal((await ask(path)).status, 404, path);
  }));

test('services that one server mounts next to each other describe themselves below their own base paths', async () => {
  const mounted = (text: string, base: string): string =>
    text
      .replace('Base address: not shown.', `- Base URL: http://127.0.0.1${base}`)
      .replace('# Notes', `# Notes ${base}`);
  const services = await Promise.all(['/a', '/b'].map((base) => open({ document: mounted(notes, base) })));
  const [a, b] = services.map(toNodeHandler);
  const server = createServer((request, response) => (request.url!.startsWith('/a/') ? a! : b!)(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const at = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    for (const base of ['/a', '/b']) {
      const described = await json(fetch(`${at}${base}/openapi.json`));
      assert.equal(described.info.title, `Notes ${base}`);
      assert.deepEqual(described.servers, [{ url: `http://127.0.0.1${base}` }]);
      const { linkset } = await json(fetch(`${at}${base}/.well-known/api-catalog`));
      assert.equal(linkset[0].anchor, `http://127.0.0.1${base}/.well-known/api-catalog`);
    }
  } finally {
    server.close();
    await Promise.all(services.map((service) => service.close()));
  }
});
