import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenService, open } from '../../src/index.ts';

const document = new URL('../../examples/invoices/invoices.md', import.meta.url).pathname;

let service: OpenService;
before(async () => {
  service = await open({ document, settings: { workbench: true, docs: false } });
});
after(() => service.close());

const get = (path: string, key?: string): Promise<Response> =>
  service.fetch(
    new Request(`http://localhost${path}`, key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }),
  );

test('the workbench is served where the operator wants it, also without the documentation', async () => {
  const response = await get('/workbench');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('Content-Security-Policy'), "frame-ancestors 'none'");
  assert.equal(response.headers.get('X-Frame-Options'), 'DENY');
  assert.match(await response.text(), /<script type="application\/json" id="workbench-data">/);
  assert.equal((await get('/docs')).status, 404);
  const other = await open({ document });
  const none = await other.fetch(new Request('http://localhost/workbench'));
  assert.equal(none.status, 404);
  await other.close();
});

test('S90: a caller gets its own scopes, and nothing of others', async () => {
  const attributes = (shop: string) => ({ subject: shop, attributes: { shop } });
  const reader = await service.createKey({ ...attributes('one'), scopes: ['invoices:read'] });
  const writer = await service.createKey({ ...attributes('two'), scopes: ['invoices:read', 'invoices:write'] });
  const ask = async (key?: string): Promise<unknown> => (await get('/workbench/caller', key)).json();
  assert.deepEqual(await ask(reader), { signedIn: true, scopes: ['invoices:read'] });
  assert.deepEqual(await ask(writer), { signedIn: true, scopes: ['invoices:read', 'invoices:write'] });
  assert.deepEqual(await ask(), { signedIn: false, scopes: [] });
  const response = await get('/workbench/caller', reader);
  assert.equal(response.headers.get('Cache-Control'), 'no-store');
  assert.equal((await get('/workbench/caller', `${reader}x`)).status, 401);
  assert.equal((await get('/workbench/caller', 'nothing')).status, 401);
});

test('a document with an operation at the path of the workbench says so', async () => {
  const taken = (path: string): string => `# Bench

## Resources and their fields

### Page

| Field | Type | Constraints |
| --- | --- | --- |
| slug | string | identity; required; 1..40 characters |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| read Page | GET | ${path} | | 200 \`Page\` |

## Authentication

None.
`;
  const opened = (path: string) => open({ document: taken(path), settings: { workbench: true } });
  await assert.rejects(
    opened('/{slug}'),
    /The workbench needs \/workbench, which is a path of read Page \(GET \/\{slug\}/,
  );
  await assert.rejects(opened('/workbench/{slug}'), /The workbench needs \/workbench/);
  await (await opened('/pages/{slug}')).close();
});
