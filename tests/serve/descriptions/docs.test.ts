import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { listIds } from '../../../src/describe/docs/page.fixture.ts';
import { type OpenService, open } from '../../../src/index.ts';

const invoices = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');
const byPath = invoices.replace('| header | Invoices-Version | current |', '| path | /v{version} | refused |');

type Ask = (path: string, headers?: Record<string, string>) => Promise<Response>;

/** The services of this file: tests of one document share its service, which plays its examples once. */
const services = new Map<string, Promise<OpenService>>();
after(async () => {
  for (const service of services.values()) await (await service).close();
});

async function withService(
  document: string,
  baseUrl: string | undefined,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const key = JSON.stringify([document, baseUrl]);
  const opened = services.get(key) ?? open({ document, settings: baseUrl === undefined ? {} : { baseUrl } });
  services.set(key, opened);
  const service = await opened;
  await work((path, headers = {}) =>
    service.fetch(new Request(new URL(path, 'http://127.0.0.1'), { headers }), '127.0.0.1'),
  );
}

const places = [
  ['invoices', invoices, undefined, ''],
  ['invoices at a base address', invoices, 'http://127.0.0.1', ''],
  ['invoices with the version in the path', byPath, undefined, '/v2026-06-01'],
] as const;

for (const [name, document, baseUrl, prefix] of places) {
  test(`${name}: the type of a refusal leads to the entry of its code`, () =>
    withService(document, baseUrl, async (ask) => {
      const refused = await ask(`${prefix}/invoices`);
      assert.equal(refused.status, 401);
      const [path = '', fragment = ''] = ((await refused.json()) as { type: string }).type.split('#');
      const page = await ask(path);
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.ok(listIds(await page.text()).includes(decodeURIComponent(fragment)));
    }));

  test(`${name}: the link of a deprecated version leads to the versions`, () =>
    withService(document, baseUrl, async (ask) => {
      const old = '2026-01-01';
      const response =
        prefix === '' ? await ask('/invoices', { 'Invoices-Version': old }) : await ask(`/v${old}/invoices`);
      const link = /<([^>]*)>; rel="deprecation"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
      const [path = '', fragment = ''] = link.split('#');
      const page = await ask(path);
      assert.equal(page.status, 200);
      assert.ok(listIds(await page.text()).includes(fragment));
    }));
}

test('each version has its own page', () =>
  withService(invoices, undefined, async (ask) => {
    const ids = listIds(await (await ask('/docs?version=2026-06-01')).text());
    assert.ok(ids.includes('resources-Invoice.items'));
  }));

test('llms.txt links to places of the page, and to the document', () =>
  withService(invoices, undefined, async (ask) => {
    const text = await (await ask('/llms.txt')).text();
    assert.match(text, /^# Invoices\n\n> A small shop writes invoices/);
    const ids = listIds(await (await ask('/docs')).text());
    const places = [...text.matchAll(/\]\(\/docs\?version=2026-11-01#([^)]*)\)/g)].map(([, id = '']) =>
      decodeURIComponent(id),
    );
    assert.ok(places.length > 40);
    assert.deepEqual(
      places.filter((id) => !ids.includes(id)),
      [],
    );
    const document = await ask('/docs.md');
    assert.equal(document.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(await document.text(), invoices);
  }));

test('the page of a version links to those of the others', () =>
  withService(invoices, undefined, async (ask) => {
    const page = await (await ask('/docs?version=2026-06-01')).text();
    assert.ok(page.includes('<a class="other" href="/docs?version=2026-11-01">'));
    assert.ok(page.includes('<a class="other" href="/docs?version=2026-01-01">'));
  }));

test('the page is there before its examples, and has them once they were played', () =>
  // A document of its own: no other test has had its examples played.
  withService(`${invoices}\n`, undefined, async (ask) => {
    const early = await ask('/docs');
    assert.equal(early.headers.get('cache-control'), 'no-cache');
    const earlyText = await early.text();
    assert.match(earlyText, /<p class="playing"/);
    assert.doesNotMatch(earlyText, /Ada Lovelace/);
    await ask('/openapi.json');
    const tag = early.headers.get('etag') ?? '';
    const later = await ask('/docs', { 'If-None-Match': tag });
    assert.equal(later.status, 200);
    assert.equal(later.headers.get('cache-control'), 'public, max-age=300');
    const text = await later.text();
    assert.doesNotMatch(text, /<p class="playing"/);
    assert.match(text, /Ada Lovelace/);
    const again = await ask('/docs', { 'If-None-Match': later.headers.get('etag') ?? '' });
    assert.equal(again.status, 304);
  }));

test('the file by which the service runs in the page has a policy of its own, and is not there without descriptions', async () => {
  await withService(invoices, undefined, async (ask) => {
    const file = await ask('/docs/service.js');
    assert.equal(file.status, 200);
    assert.equal(file.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(file.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'unsafe-eval'/);
    assert.equal((await ask('/docs/service.js', { 'If-None-Match': file.headers.get('etag') ?? '' })).status, 304);
    assert.match(await (await ask('/docs')).text(), /connect-src 'self'; [^"]*worker-src 'self'"/);
  });
  const service = await open({ document: invoices, settings: { docs: false } });
  const response = await service.fetch(new Request('http://127.0.0.1/docs/service.js'), '127.0.0.1');
  assert.equal(response.status, 404);
  await service.close();
});
