import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTest, type TestService } from '../../src/testing.ts';
import { photos, png } from '../serve/files/photos.fixture.ts';
import { createModuleFolder, generateClient } from './generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from './python.ts';

interface Result {
  readonly ok: boolean;
  readonly status: number;
  readonly data: never;
  readonly error: { readonly code: string; readonly message: string };
}
type Client = Record<string, (...args: readonly unknown[]) => Promise<Result>>;

let service: TestService;
const folder = createModuleFolder();
let document: string;
let key: string;

before(async () => {
  document = join(folder, 'photos.md');
  writeFileSync(document, photos);
  service = await openTest({ document });
  key = await service.createKey({ subject: 'ann', scopes: ['own'], attributes: { shop: 'a' }, scheme: 'key' });
});
after(() => service.close());

test('the TypeScript client sends files in forms and as bodies, and receives their content', async () => {
  const module = join(folder, 'client.ts');
  const text = await generateClient(document);
  writeFileSync(module, text);
  assert.match(text, /readonly image\?: Blob;/);
  assert.match(text, /putImage\(id: number, body: Blob/);
  assert.match(text, /Success<200, Blob>/);
  const { createClient } = (await import(module)) as { createClient(options: object): Client };
  const client = createClient({
    baseUrl: 'http://localhost',
    credentials: { key },
    fetch: (url: URL, init: RequestInit) => service.fetch(new Request(url, init)),
  });
  const image = new File([png(50)], 'Käse (1).png', { type: 'image/png' });
  const made = await client.createPhoto!({ title: 'Cat', public: true, image });
  assert.deepEqual(made.data, {
    id: 1,
    owner: 'ann',
    title: 'Cat',
    public: true,
    image: { name: 'Käse (1).png', type: 'image/png', size: 50 },
  });
  const got = await client.image!(1);
  assert.deepEqual(new Uint8Array(await (got.data as Blob).arrayBuffer()), png(50));
  assert.equal((got.data as Blob).type, 'image/png');
  assert.equal((await client.putImage!(1, new Blob(['plain text'], { type: 'text/plain' }))).status, 204);
  const changed = await client.updatePhoto!(1, { data: { title: 'Dog', image } });
  assert.deepEqual((changed.data as { image: unknown }).image, { name: 'Käse (1).png', type: 'image/png', size: 50 });
  const refused = await client.putImage!(1, new Blob(['GIF89a....'], { type: 'image/gif' }));
  assert.deepEqual([refused.ok, refused.status], [false, 415]);
  const missing = await client.paper!(1);
  assert.deepEqual([missing.ok, missing.status], [false, 404]);
});

test('the client of nonet/testing sends files in forms and as bodies', async () => {
  const client = await service.client({ scopes: ['own'], attributes: { shop: 'a' }, subject: 'ann' });
  const image = new File([png(50)], 'cat.png', { type: 'image/png' });
  const made = await client.post('/photos', { title: 'Cat', public: false, image });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.image, { name: 'cat.png', type: 'image/png', size: 50 });
  const put = await client.put(`/photos/${made.body.id}/image`, new Blob([png(60)], { type: 'image/png' }));
  assert.equal(put.status, 204, put.text);
});

/** The photos, whose title is with a file that has the name `json`. */
const named = photos
  .replaceAll('| paper | file | ..300 KiB |', '| json | file | ..300 KiB |')
  .replaceAll(/\bpaper\b/g, 'json')
  .replaceAll('Photo(title, public, image, json)', 'Photo(title, image, json)');

const write = async (name: string): Promise<string> => {
  const path = join(folder, name);
  writeFileSync(path, named);
  return path;
};

test('a file may have the name of any part, and one without a name has that of its field', async (t) => {
  const path = await write('named.md');
  const other = await openTest({ document: path });
  t.after(() => other.close());
  const own = await other.createKey({ subject: 'ann', scopes: ['own'], attributes: { shop: 'a' }, scheme: 'key' });
  const module = join(folder, 'named.ts');
  writeFileSync(module, await generateClient(path));
  const { createClient } = (await import(module)) as { createClient(options: object): Client };
  const client = createClient({
    baseUrl: 'http://localhost',
    credentials: { key: own },
    fetch: (url: URL, init: RequestInit) => other.fetch(new Request(url, init)),
  });
  const expected = { owner: 'ann', title: 'Cat', public: false };
  const image = { name: 'image.png', type: 'image/png', size: 50 };
  const plain = await client.createPhoto!({ title: 'Cat', image: new Blob([png(50)], { type: 'image/png' }) });
  assert.deepEqual(plain.data, { id: 1, ...expected, image });
  const both = await client.createPhoto!({ title: 'Cat', json: new Blob(['{}'], { type: 'application/json' }) });
  const json = { name: 'json.json', type: 'application/json', size: 2 };
  assert.deepEqual(both.data, { id: 2, ...expected, json });
});

test('the Python client does the same', { skip: pythonSkip }, async (t) => {
  const path = await write('named-python.md');
  const other = await openTest({ document: path });
  t.after(() => other.close());
  const own = await other.createKey({ subject: 'ann', scopes: ['own'], attributes: { shop: 'a' }, scheme: 'key' });
  const expected = { owner: 'ann', title: 'Cat', public: false };
  const image = { name: 'image.png', type: 'image/png', size: 50 };
  const json = { name: 'json.json', type: 'application/json', size: 2 };
  writeFileSync(join(folder, 'named_client.py'), await generatePythonClient(path));
  const { url, close } = await listen(other);
  const script = `
import json, os
from named_client import PhotosClient as Client, File
client = Client(os.environ["API"], credentials={"key": os.environ["KEY"]})
for body in ({"image": File(b"\\x89PNG\\r\\n\\x1a\\n" + bytes(42), type="image/png")}, {"json": File(b"{}", type="application/json")}):
    print(json.dumps(client.create_photo({"title": "Cat", **body}).or_raise()))
`;
  try {
    const printed = await runPython(folder, ['-c', script], { API: url, KEY: own });
    assert.deepEqual(
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [
        { id: 1, ...expected, image },
        { id: 2, ...expected, json },
      ],
    );
  } finally {
    close();
  }
});

test('the Python client sends and receives files', { skip: pythonSkip }, async () => {
  writeFileSync(join(folder, 'photos_client.py'), await generatePythonClient(document));
  const { url, close } = await listen(service);
  const script = `
import os
from photos_client import PhotosClient as Client, File, Success, Failure
client = Client(os.environ["API"], credentials={"key": os.environ["KEY"]})
png = b"\\x89PNG\\r\\n\\x1a\\n" + bytes(range(40))
made = client.create_photo({"title": "Cat", "public": False, "image": File(png, 'K\\u00e4"se.png', "image/png")})
assert isinstance(made, Success), made
assert made.data["image"] == {"name": 'K\\u00e4"se.png', "type": "image/png", "size": 48}, made.data
got = client.image(made.data["id"])
assert isinstance(got, Success) and got.data == png, got
put = client.put_image(made.data["id"], File(b"plain text", "note.txt", "text/plain"))
assert isinstance(put, Success) and put.status == 204, put
refused = client.put_image(made.data["id"], File(b"GIF89a.....", type="image/gif"))
assert isinstance(refused, Failure) and refused.status == 415, refused
for type in ("image/png\\r\\nX-Own: 1", "image/png\\r\\n\\r\\n<p>", "image/png;\\x00", "image", "image/", "a/b/c", "image/png\\n", "\u00e4/b"):
    file = File(png, "a.png", type)
    for call in (lambda: client.create_photo({"title": "Cat", "image": file}), lambda: client.put_image(made.data["id"], file)):
        try:
            call()
        except ValueError as error:
            assert str(error) == f"the type of a File must be a media type: {type!r}", error
        else:
            raise AssertionError(type)
odd = File(png, 'a"\\r\\nX-Own: 1\\r\\n\\r\\n\\\\.png', 'image/png; a="b"')
made = client.create_photo({"title": "Cat", "image": odd})
assert isinstance(made, Success) and made.data["image"]["type"] == "image/png", made
assert made.data["image"]["size"] == 48 and made.data["image"]["name"].endswith(".png"), made
sent = []
spy = Client("http://a", transport=lambda request: sent.append(request.body) or 1/0)
for body in ({'a"\\r\\nX-Own: 1': File(png)}, {"a": {'"\\n': File(png)}}):
    try:
        spy.create_photo(body)
    except ZeroDivisionError:
        pass
assert not any(b"\\nX-Own" in each for each in sent) and b'name="a%22%0D%0AX-Own: 1"' in sent[0] and b'name="a[%22%0A]"' in sent[1], sent
print("done")
`;
  try {
    assert.equal(await runPython(folder, ['-c', script], { API: url, KEY: key }), 'done\n');
  } finally {
    close();
  }
});
