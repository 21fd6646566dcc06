import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeDocs } from '../../../src/describe/docs/index.ts';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlanOf } from '../../../src/parts/plan/whole-version.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { createSource } from '../../../src/text/location.ts';
import { planFor } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { type Album, formOf, photos, png, servePhotos } from './photos.fixture.ts';

/** The photos, with links to the picture in responses and payloads. */
const linked = photos
  .replace(
    '| read Photo | GET | /photos/{id} | | 200 `Photo` |',
    '| read Photo | GET | /photos/{id} | | 200 `Photo(id, link?: = image.link(), paper?: = paper.link())` |',
  )
  .replace(
    '| list Photo | GET | /photos | | 200 `Photo[]` |',
    '| list Photo | GET | /photos | | 200 `Photo(id, link?: = image.link())[]` header X-First `"1"` |',
  )
  .replace('### list events', '### image, paper\n\n- Signed links: 15 minutes\n\n### list events')
  .replace('link: = self + "/image"', 'link?: = image.link()');

const picture = (length = 40): File => new File([png(length)], 'cat.png', { type: 'image/png' });

/** Creates a photo with two files; returns its identity. */
async function create({ ann }: Album): Promise<number> {
  const paper = new File(['<svg onload="alert(1)">'], 'a.svg', { type: 'image/svg+xml' });
  const made = await ann('POST /photos', { body: formOf({ title: 'Cat', image: picture(), paper }) });
  assert.equal(made.status, 201, await made.clone().text());
  return ((await made.json()) as { id: number }).id;
}

/** Reads the links of a photo. */
async function read({ ann, address }: Album, id: number): Promise<{ readonly link: string; readonly paper: string }> {
  const shown = (await (await ann(`GET /photos/${id}`)).json()) as Record<string, string>;
  for (const name of ['link', 'paper']) if (Object.hasOwn(shown, name)) shown[name] = address + shown[name];
  return shown as { link: string; paper: string };
}

for (const [store, addressOf] of everyStore) {
  describe(`signed links ${store}`, () => {
    test('a link shows its file without a credential, with the headers of the file', async (t) => {
      const album = await servePhotos(t, await addressOf(), linked);
      const id = await create(album);
      const { link, paper } = await read(album, id);
      assert.equal(link.startsWith(`${album.address}/photos/${id}/image?signature=`), true, link);
      const shown = await fetch(link);
      assert.equal(shown.status, 200);
      assert.deepEqual(new Uint8Array(await shown.arrayBuffer()), png());
      const own = await album.ann(`GET /photos/${id}/image`);
      for (const name of ['ETag', 'Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'Cache-Control'])
        assert.equal(shown.headers.get(name), own.headers.get(name), name);
      assert.equal((await fetch(link, { method: 'HEAD' })).headers.get('Content-Length'), '40');
      const part = await fetch(link, { headers: { Range: 'bytes=0-3' } });
      assert.equal(part.status, 206);
      assert.equal((await part.arrayBuffer()).byteLength, 4);
      const known = { 'If-None-Match': own.headers.get('ETag')! };
      assert.equal((await fetch(link, { headers: known })).status, 304);
      const svg = await fetch(paper);
      assert.match(svg.headers.get('Content-Disposition')!, /^attachment/);
      assert.equal(svg.headers.get('X-Content-Type-Options'), 'nosniff');
      // The link alone decides: a credential of another tenant, or none that is valid, changes nothing.
      assert.equal((await album.other(`GET ${new URL(link).pathname}${new URL(link).search}`)).status, 200);
      assert.equal((await fetch(link, { headers: { Authorization: 'Bearer wrong' } })).status, 200);
    });

    test('S79: a link that is changed, of another record, field or method, or over, is not found', async (t) => {
      let now = Date.UTC(2026, 10, 1);
      const album = await servePhotos(t, await addressOf(), linked, () => now);
      const [id, second] = [await create(album), await create(album)];
      const { link, paper } = await read(album, id);
      const signature = new URL(link).searchParams.get('signature')!;
      const missing = await (await fetch(`${album.address}/photos/99/image?signature=${signature}`)).text();
      const at = (path: string, sent = signature): string => `${album.address}${path}?signature=${sent}`;
      const later = (Number.parseInt(signature.slice(0, 8), 36) + 3600).toString(36).padStart(8, '0');
      const wrong = [
        at(`/photos/${second}/image`),
        at(`/photos/${id}/paper`),
        at(`/photos/0${id}/image`),
        at(`/photos/${id}/image`, later + signature.slice(8)),
        at(`/photos/${id}/image`, ''),
        at(`/photos/${id}/image`, 'x'.repeat(5_000)),
        at(`/photos/${id}/image`, `${signature}=`),
        at(`/photos/${id}/image`, signature.slice(0, 8) + new URL(paper).searchParams.get('signature')!.slice(8)),
        `${link}&signature=${signature}`,
        ...[...signature].map((char, i) =>
          at(`/photos/${id}/image`, signature.slice(0, i) + (char === 'a' ? 'b' : 'a') + signature.slice(i + 1)),
        ),
      ];
      for (const url of wrong) {
        const refused = await fetch(url);
        assert.equal(refused.status, 404, url);
        const same = (text: string): string => text.replace(/urn:uuid:[^"]*/, '');
        assert.equal(same(await refused.text()), same(missing), url);
      }
      const address = new URL(link).pathname + new URL(link).search;
      const replace = { body: png(50), headers: { 'Content-Type': 'image/png' } };
      assert.equal((await album.ann(`PUT ${address}`, replace)).status, 422);
      assert.equal((await fetch(link, { method: 'PUT', ...replace })).status, 401);
      assert.equal((await fetch(`${album.address}/photos/${id}${new URL(link).search}`)).status, 401);
      now += 15 * 60_000 - 1_000;
      assert.equal((await fetch(link)).status, 200);
      now += 1_001;
      assert.equal((await fetch(link)).status, 404);
      assert.equal((await fetch((await read(album, id)).link)).status, 200);
    });

    test('a link ends with its content: after it is replaced, removed or deleted', async (t) => {
      const album = await servePhotos(t, await addressOf(), linked);
      const id = await create(album);
      const { link, paper } = await read(album, id);
      const put = (length: number): Promise<Response> =>
        album.ann(`PUT /photos/${id}/image`, { body: png(length), headers: { 'Content-Type': 'image/png' } });
      assert.equal((await put(50)).status, 204);
      assert.equal((await fetch(link)).status, 404);
      assert.equal((await fetch((await read(album, id)).link)).status, 200);
      // The link is to the content: it leads there again once the record has it again.
      assert.equal((await put(40)).status, 204);
      assert.equal((await fetch(link)).status, 200);
      assert.equal((await album.ann(`POST /photos/${id}/strip`)).status, 200);
      assert.equal((await fetch(link)).status, 404);
      assert.equal(Object.hasOwn(await read(album, id), 'link'), false);
      assert.equal((await album.ann(`DELETE /photos/${id}`)).status, 204);
      assert.equal((await fetch(paper)).status, 404);
    });

    test('lists and events show links, and a response with one is never 304 for another time', async (t) => {
      let now = Date.UTC(2026, 10, 1);
      const album = await servePhotos(t, await addressOf(), linked, () => now);
      const id = await create(album);
      const list = (await (await album.ann('GET /photos')).json()) as { link: string }[];
      assert.equal((await fetch(album.address + list[0]!.link)).status, 200);
      await allNumbered(album.store);
      const events = (await (await album.ann('GET /events')).json()) as { data: { body: { link: string } }[] };
      assert.equal((await fetch(album.address + events.data[0]!.body.link)).status, 200);
      const tag = (await album.ann(`GET /photos/${id}`)).headers.get('ETag')!;
      now += 60_000;
      const later = await album.ann(`GET /photos/${id}`, { headers: { 'If-None-Match': tag } });
      assert.equal(later.status, 200);
    });

    test('the parameters of the query are checked with a link too', async (t) => {
      const album = await servePhotos(t, await addressOf(), linked);
      const { link } = await read(album, await create(album));
      assert.equal((await fetch(`${link}&other=1`)).status, 422);
    });
  });
}

test('the plan, the description and the page state the links', () => {
  const plan = planFor(linked);
  const words = plan.operations.find(({ name }) => name === 'image')!.steps.map((step) => step.words);
  assert.ok(
    words.includes('accept a link with a signature instead of a credential, for 15 minutes after it was shown'),
    words.join('\n'),
  );
  const whole = buildWholePlanOf(readDocument(createSource('photos.md', linked)).service)!;
  const { paths, components } = describeOpenapi(whole) as unknown as {
    readonly paths: Readonly<Record<string, { readonly get: Readonly<Record<string, unknown>> }>>;
    readonly components: { readonly parameters: Readonly<Record<string, unknown>> };
  };
  const { parameters, security } = paths['/photos/{id}/image']!.get;
  assert.deepEqual((security as object[])[0], {});
  assert.deepEqual((parameters as unknown[]).at(-1), { $ref: '#/components/parameters/signature' });
  assert.deepEqual(components.parameters.signature, {
    name: 'signature',
    in: 'query',
    description: 'The signature of a link that a response showed: the request needs no credential.',
    schema: { type: 'string' },
  });
  const fact = 'the signature of a link, which a response shows: for 15 minutes, the request needs no credential';
  assert.ok(describeDocs({ plan: whole }).includes(fact));
});

/** The photos with links, in two versions: `placement` is a row of where requests name one, `changes` are the rows of Changes. */
function withVersions(placement: string, changes: string): string {
  return linked.replace(
    /## Versioning[\s\S]*$/,
    `## Versioning

| Version | Status | Released |
| --- | --- | --- |
| 2 | current | 2026-11-01 |
| 1 | supported | 2026-03-01 |

| Sent in | Name | When absent |
| --- | --- | --- |
| ${placement} |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
${changes}
`,
  );
}

test('links in responses of an older version lead to that version, and end like those of the present one', async (t) => {
  const versioned = withVersions(
    'path | /v{version} | 2',
    '| 2 | renamed | Photo.image | picture | | |\n| 2 | path | image | GET /photos/{id}/picture | | |',
  );
  let now = Date.UTC(2026, 10, 1);
  const album = await servePhotos(t, 'sqlite::memory:', versioned, () => now);
  const id = await create(album);
  const shown = async (path: string): Promise<string> =>
    ((await (await album.ann(`GET ${path}`)).json()) as { link: string }).link;
  const [present, older] = [await shown(`/v2/photos/${id}`), await shown(`/v1/photos/${id}`)];
  assert.match(present, /^\/v2\/photos\/1\/image\?signature=/);
  assert.match(older, /^\/v1\/photos\/1\/picture\?signature=/);
  const statusOf = async (link: string): Promise<number> => (await fetch(album.address + link)).status;
  assert.deepEqual([await statusOf(present), await statusOf(older)], [200, 200]);
  assert.equal(await statusOf(older.replace('/v1/photos/1/picture', '/v2/photos/1/image')), 404);
  now += 15 * 60_000 + 1_000;
  assert.deepEqual([await statusOf(present), await statusOf(older)], [404, 404]);
});

test('links of each version work without its name, wherever requests name it, and whatever is without one', async (t) => {
  for (const [place, absent] of [
    ['header | V', 'refused'],
    ['header | V', '1'],
    ['query | v', '2'],
    ['media type | application/vnd.photos.{version}+json', 'refused'],
  ] as const) {
    const versioned = withVersions(`${place} | ${absent}`, '| 2 | path | image | GET /photos/{id}/picture | | |');
    const album = await servePhotos(t, 'sqlite::memory:', versioned, () => Date.UTC(2026, 10, 1));
    const ask = (version: string, line: string, init: RequestInit = {}) =>
      album.ann(`${line}${place.startsWith('query') ? `?v=${version}` : ''}`, {
        ...init,
        headers: {
          ...(place.startsWith('header') ? { V: version } : {}),
          ...(place.startsWith('media') ? { Accept: `application/vnd.photos.${version}+json` } : {}),
        },
      });
    const made = await ask('2', 'POST /photos', { body: formOf({ title: 'Sea', image: picture() }) });
    assert.equal(made.status, 201, await made.clone().text());
    const { id } = (await made.json()) as { id: number };
    for (const [version, path] of [
      ['2', `/photos/${id}/image`],
      ['1', `/photos/${id}/picture`],
    ] as const) {
      const { link } = (await (await ask(version, `GET /photos/${id}`)).json()) as { link: string };
      assert.ok(link.startsWith(`${path}?signature=${version}~`), link);
      const got = await fetch(album.address + link);
      assert.deepEqual([got.status, got.headers.get('Content-Type')], [200, 'image/png'], `${place} ${version}`);
      const forged = await fetch(album.address + link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
      assert.equal(forged.status, 404);
    }
  }
});
