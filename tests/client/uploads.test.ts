import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTest, type TestService } from '../../src/testing.ts';
import { films, picture } from '../serve/uploads/uploads.fixture.ts';
import { createModuleFolder, generateClient } from './generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from './python.ts';

interface Result {
  readonly ok: boolean;
  readonly status: number;
  readonly data: { readonly id: number; readonly title: string };
}
type Client = Record<string, (...args: readonly unknown[]) => Promise<Result>>;

let service: TestService;
const folder = createModuleFolder();
let document: string;
let key: string;

before(async () => {
  document = join(folder, 'films.md');
  writeFileSync(document, films);
  service = await openTest({ document });
  key = await service.createKey({ subject: 'ann', scopes: ['own'], attributes: { studio: 'a' }, scheme: 'key' });
});
after(() => service.close());

test('the TypeScript client sends a file in pieces, and continues where the service is', async () => {
  const module = join(folder, 'client.ts');
  const text = await generateClient(document);
  writeFileSync(module, text);
  assert.match(text, /createFilm\(body: CreateFilmBody, options\?: CallOptions & ResumableOptions\)/);
  const { createClient } = (await import(module)) as { createClient(options: object): Client };
  const lines: string[] = [];
  let broken = 0;
  const client = createClient({
    baseUrl: 'http://localhost',
    credentials: { key },
    fetch: async (url: URL, init: RequestInit) => {
      lines.push(`${init.method} ${(init.body as Blob | null)?.size ?? ''}`.trim());
      if (init.method === 'PATCH' && broken > 0) {
        broken -= 1;
        // The service has the piece, and its response is lost.
        await service.fetch(new Request(url, init));
        throw new TypeError('the connection broke');
      }
      return service.fetch(new Request(url, init));
    },
  });
  const reel = new File([picture(100_000)], 'Käse.png', { type: 'image/png' });
  const progress: number[] = [];
  let address = '';
  const resumable = {
    chunkSize: 40_000,
    onProgress: (sent: number) => progress.push(sent),
    onBegin: (place: string) => {
      address = place;
    },
  };
  const made = await client.createFilm!({ title: 'One', year: 2001, reel }, { resumable });
  assert.equal(made.status, 201);
  assert.deepEqual(made.data, {
    ...{ id: 1, title: 'One', year: 2001, locked: false, owner: 'ann', studio: 'a' },
    reel: { name: 'Käse.png', type: 'image/png', size: 100_000 },
  });
  assert.deepEqual(lines, ['POST', 'PATCH 40000', 'PATCH 40000', 'PATCH 20000']);
  assert.deepEqual(progress, [40_000, 80_000, 100_000]);
  // A call that continues an upload which is complete gets its response.
  const again = await client.createFilm!({ title: 'One', reel }, { resumable: { address } });
  assert.deepEqual(again.data, made.data);
  broken = 2;
  lines.length = 0;
  const poster = await client.putPoster!(1, new Blob([picture(900)], { type: 'image/png' }), {
    resumable: { chunkSize: 500 },
  });
  assert.equal(poster.status, 204);
  assert.deepEqual(lines, ['POST', 'PATCH 500', 'HEAD', 'PATCH 400', 'HEAD', 'PATCH 0']);
  const refused = await client.createFilm!({ title: 'One', reel }, { resumable: true });
  assert.deepEqual([refused.ok, refused.status], [false, 409]);
  const wrong = await client.createFilm!({ title: '', reel }, { resumable: true });
  assert.deepEqual([wrong.ok, wrong.status], [false, 422]);
  const whole = await client.createFilm!({ title: 'Two', reel });
  assert.equal(whole.status, 201);
});

test('the TypeScript client pauses before it sends a piece again that a service does not take', async () => {
  const module = join(folder, 'paused.ts');
  writeFileSync(module, await generateClient(document));
  const { createClient } = (await import(module)) as { createClient(options: object): Client };
  let pieces = 0;
  const client = createClient({
    baseUrl: 'http://localhost',
    credentials: { key },
    fetch: async (url: URL, init: RequestInit) => {
      if (init.method !== 'PATCH') return service.fetch(new Request(url, init));
      pieces += 1;
      return new Response(null, { status: 204 });
    },
  });
  const reel = new File([picture(1_000)], 'a.png', { type: 'image/png' });
  const options = { resumable: { chunkSize: 500 }, signal: AbortSignal.timeout(400) };
  await assert.rejects(client.createFilm!({ title: 'Two', year: 2002, reel }, options));
  assert.equal(pieces, 1);
});

test('the Python client sends a file in pieces', { skip: pythonSkip }, async (t) => {
  const own = await openTest({ document });
  t.after(() => own.close());
  const ownKey = await own.createKey({ subject: 'ann', scopes: ['own'], attributes: { studio: 'a' }, scheme: 'key' });
  writeFileSync(join(folder, 'films_client.py'), await generatePythonClient(document));
  const { url, close } = await listen(own);
  const script = `
import os
from films_client import FilmsClient as Client, File, ResumableUpload
client = Client(os.environ["API"], credentials={"key": os.environ["KEY"]})
content = bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + bytes(99_992)
seen = []
how = ResumableUpload(chunk_size=40_000, on_progress=lambda sent, total: seen.append(sent))
made = client.create_film({"title": "Three", "reel": File(content, "a.png", "image/png")}, resumable=how)
assert made.status == 201, made
assert made.data["reel"] == {"name": "a.png", "type": "image/png", "size": 100_000}, made.data
assert seen == [40_000, 80_000, 100_000], seen
poster = client.put_poster(made.data["id"], File(content[:900], "p.png", "image/png"), resumable=True)
assert poster.status == 204, poster
wrong = client.create_film({"title": "Three", "reel": File(content, "a.png", "image/png")}, resumable=True)
assert wrong.status == 409, wrong
whole = client.create_film({"title": "Four", "reel": File(content, "a.png", "image/png")})
assert whole.status == 201, whole
print("done")
`;
  try {
    assert.equal((await runPython(folder, ['-c', script], { API: url, KEY: ownKey })).trim(), 'done');
  } finally {
    close();
  }
});
