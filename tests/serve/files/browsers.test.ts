import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf, photos, png, servePhotos } from './photos.fixture.ts';

const origin = 'https://album.example';
const document = photos.replace('- Base URL:', `- Allowed origins: ${origin}\n- Base URL:`);

const listed = (headers: Headers, name: string): readonly string[] => headers.get(name)!.toLowerCase().split(', ');

test('pages of an allowed origin may name the content that they send, and ask for a part', async (t) => {
  const { ann } = await servePhotos(t, 'sqlite::memory:', document);
  const preflight = await ann('OPTIONS /photos/1/image', {
    headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' },
  });
  const allowed = listed(preflight.headers, 'Access-Control-Allow-Headers');
  for (const name of ['content-type', 'content-disposition', 'range', 'if-range'])
    assert.ok(allowed.includes(name), name);
});

test('pages of an allowed origin may read the name of content, the part that it is, and the explanation of an error', async (t) => {
  const { ann } = await servePhotos(t, 'sqlite::memory:', document);
  const image = new File([png()], 'cat.png', { type: 'image/png' });
  assert.equal((await ann('POST /photos', { body: formOf({ title: 'Cat', image }) })).status, 201);
  const part = await ann('GET /photos/1/image', { headers: { Origin: origin, Range: 'bytes=0-3' } });
  assert.equal(part.status, 206);
  const exposed = listed(part.headers, 'Access-Control-Expose-Headers');
  for (const name of ['Content-Disposition', 'Content-Range', 'Accept-Ranges']) {
    assert.ok(part.headers.has(name), name);
    assert.ok(exposed.includes(name.toLowerCase()), name);
  }
  const missing = await ann('GET /photos/2', { headers: { Origin: origin } });
  assert.ok(listed(missing.headers, 'Access-Control-Expose-Headers').includes('nonet-explain'));
});
