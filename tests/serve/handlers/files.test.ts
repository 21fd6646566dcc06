import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileValue, ServiceTypes, WriteFiles } from '../../../src/serve/handlers/implement.ts';
import { photos, png } from '../files/photos.fixture.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** The photos with operations of code. */
const document = photos
  .replace(
    '| delete Photo |',
    `| describe Photo (handler) | POST | /photos/{id}/describe | | 200 \`Photo\` |
| add (handler) | POST | /added | \`{ text: Photo.title }\` | 200 \`Photo\` |
| delete Photo |`,
  )
  .replace('| own | list Copy', '| own | add | |\n| own | list Copy');

interface File {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

interface Given {
  readonly record: { readonly id: number; readonly image: File; readonly paper?: File };
  readonly input: { readonly text: string };
  readonly prepared: File;
  readonly store: Record<'create' | 'update' | 'get', (...given: unknown[]) => Promise<Given['record']>>;
  readonly files: {
    read(file: unknown): AsyncIterable<Uint8Array> & { bytes(): Promise<Uint8Array>; text(): Promise<string> };
    save(field: string, content: unknown, options?: object): Promise<File>;
  };
}

type Caller = (line: string, init?: RequestInit) => Promise<Response>;

async function serve(
  t: { after(work: () => Promise<void>): void },
  address: string,
  code: object,
): Promise<readonly [ann: Caller, other: Caller, served: Served]> {
  const whole = { 'describe Photo': () => undefined, add: () => undefined, ...code };
  const served = await serveIn(t, document, { docs: false }, undefined, address, whole);
  const callerOf = async (shop: string): Promise<Caller> => {
    const key = await served.key(['own'], { shop });
    return (line, init = {}) => {
      const [method, path] = line.split(' ');
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${key}`);
      return fetch(served.address + path, { ...init, method: method!, headers });
    };
  };
  return [await callerOf('a'), await callerOf('b'), served];
}

async function upload(caller: Caller, bytes = png(1_500)): Promise<number> {
  const body = new FormData();
  body.append('title', 'Cat');
  body.append('image', new File([bytes], 'cat.png', { type: 'image/png' }));
  const made = await caller('POST /photos', { body });
  assert.equal(made.status, 201, await made.clone().text());
  return ((await made.json()) as { id: number }).id;
}

const json = { 'Content-Type': 'application/json' };

for (const [store, addressOf] of everyStore) {
  describe(`files in handlers ${store}`, () => {
    test('code reads a file in pieces and stores another, which clients get as if it were uploaded', async (t) => {
      const [ann, other] = await serve(t, await addressOf(), {
        before: {
          async 'describe Photo'({ record, files }: Given) {
            let sum = 0;
            for await (const piece of files.read(record.image)) for (const byte of piece) sum += byte;
            assert.deepEqual(await files.read(record.image).bytes(), Uint8Array.from(png(1_500)));
            const paper = await files.save('Photo.paper', `sum ${sum}`, { name: '../sum.txt', type: 'text/plain' });
            assert.equal(JSON.stringify(paper), `{"name":"sum.txt","type":"text/plain","size":${paper.size}}`);
            assert.match(await files.read(paper).text(), /^sum \d+$/);
            return paper;
          },
        },
        'describe Photo': ({ record, store: records, prepared, ...more }: Given) => {
          // Content is never read or stored while other writes wait.
          assert.equal('files' in more, false);
          return records.update('Photo', record.id, { paper: prepared });
        },
      });
      const id = await upload(ann);
      const described = await ann(`POST /photos/${id}/describe`);
      assert.equal(described.status, 200, await described.clone().text());
      const shown = await ann(`GET /photos/${id}/paper`);
      const sum = png(1_500).reduce((all, byte) => all + byte, 0);
      const type = 'text/plain; charset=utf-8';
      assert.deepEqual([shown.headers.get('Content-Type'), await shown.text()], [type, `sum ${sum}`]);
      assert.equal((await other(`GET /photos/${id}/paper`)).status, 404);
      assert.equal((await other(`POST /photos/${id}/describe`)).status, 404);
    });

    test('content may be bytes, a Blob or pieces, and a new record may have it', async (t) => {
      const [ann] = await serve(t, await addressOf(), {
        before: {
          async add({ input, files }: Given) {
            const pieces = async function* () {
              yield png(8);
              yield png(100).subarray(8);
            };
            const blob = new Blob([png(100)]);
            const contents: Readonly<Record<string, unknown>> = { bytes: png(100), blob, pieces: pieces() };
            return files.save('Photo.image', contents[input.text], { type: 'image/png' });
          },
        },
        add: ({ input, store: records, prepared }: Given) =>
          records.create('Photo', { title: input.text, image: prepared }),
      });
      for (const text of ['bytes', 'blob', 'pieces']) {
        const added = await ann('POST /added', { body: JSON.stringify({ text }), headers: json });
        assert.equal(added.status, 200, await added.clone().text());
        const { id, image } = (await added.json()) as Given['record'];
        assert.deepEqual(image, { name: 'image.png', type: 'image/png', size: 100 });
        assert.deepEqual(new Uint8Array(await (await ann(`GET /photos/${id}/image`)).arrayBuffer()), png(100));
      }
    });
  });
}

test('content that the field does not admit is an error of the code, and nothing is stored', async (t) => {
  const attempts: readonly (readonly [(given: Given) => unknown, RegExp])[] = [
    [
      ({ files }) => files.save('Photo.image', png(3_000)),
      /files\.save\('Photo\.image'\): the content must have at most 2 kB/,
    ],
    [({ files }) => files.save('Photo.image', png(5)), /the content must (have at least|be)/],
    [
      ({ files }) => files.save('Photo.image', '<svg onload="x">', { type: 'image/png' }),
      /the content must be image\/png, image\/jpeg or text\/plain/,
    ],
    [
      ({ files }) => files.save('Photo.imag', 'x'),
      /files\.save\('Photo\.imag'\): there is no field of type `file` with this name; did you mean `Photo\.image`\?/,
    ],
    [
      ({ files }) => files.save('Photo.image', 5),
      /the content must be a string, a Uint8Array, a Blob or an async iterable of Uint8Array, found/,
    ],
    [
      ({ files }) =>
        files.save(
          'Photo.paper',
          (async function* () {
            yield 'x';
          })(),
        ),
      /each piece of the content must be a Uint8Array, found/,
    ],
    [({ files }) => files.save('Photo.paper', 'x', { size: 1 }), /unknown option `size`/],
    [
      ({ files }) => files.read({ name: 'a', type: 'b', size: 1, hash: 'c' }),
      /files\.read\(…\): takes a file of a record or of the input, found/,
    ],
    [({ files }) => void files.save('Photo.paper', 'x'), /did not await files\.save\('Photo\.paper'\)/],
  ];
  let at = 0;
  const [ann, , served] = await serve(t, 'sqlite::memory:', {
    before: { 'describe Photo': async (given: Given) => void (await attempts[at]![0](given)) },
  });
  const id = await upload(ann);
  for (const [, message] of attempts) {
    assert.equal((await ann(`POST /photos/${id}/describe`)).status, 500, String(message));
    assert.match(served.logged.join('\n'), message);
    served.logged.length = 0;
    at++;
  }
  const hashes: string[] = [];
  for await (const hash of served.files!.old(-1)) hashes.push(hash);
  // Content without a record is swept like that of a refused request: the one that was not awaited.
  assert.ok(hashes.length <= 2, String(hashes.length));
});

test('a content that is gone, or shorter than its record says, is an error of the request', async (t) => {
  const [ann, , served] = await serve(t, 'sqlite::memory:', {
    before: { 'describe Photo': async ({ record, files }: Given) => void (await files.read(record.image).bytes()) },
  });
  const id = await upload(ann);
  const { files } = served;
  const { find } = files!;
  Object.assign(files!, { find: async () => undefined });
  assert.equal((await ann(`POST /photos/${id}/describe`)).status, 500);
  assert.match(served.logged.join('\n'), /the content of a file is not in the store of files/);
  const empty = { read: async () => new Uint8Array(0), close: async () => undefined };
  Object.assign(files!, { find: async () => ({ size: 0, open: async () => empty }) });
  assert.equal((await ann(`POST /photos/${id}/describe`)).status, 500);
  assert.match(served.logged.join('\n'), /the content of a file is shorter than its record says/);
  Object.assign(files!, { find });
});

test('a hook after the commit reads files and stores none', async (t) => {
  const read: string[] = [];
  const [ann] = await serve(t, 'sqlite::memory:', {
    before: {
      'strip Photo': async ({ files }: Given) => files.save('Photo.paper', 'before', { type: 'text/plain' }),
    },
    within: {
      'strip Photo': async ({ record, store: records, prepared }: Given) =>
        void (await records.update('Photo', record.id, { paper: prepared })),
    },
    after: {
      async 'strip Photo'({ record, files }: Given) {
        assert.equal('save' in files, false);
        if (record.paper !== undefined) read.push(await files.read(record.paper).text());
      },
    },
  });
  const id = await upload(ann);
  for (let i = 0; i < 2; i++) {
    const stripped = await ann(`POST /photos/${id}/strip`);
    assert.equal(stripped.status, 200, await stripped.clone().text());
  }
  assert.equal(await (await ann(`GET /photos/${id}/paper`)).text(), 'before');
  for (let i = 0; i < 50 && read.length === 0; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(read[0], 'before');
});

/** The types of a service with photos. */
interface Typed extends ServiceTypes {
  readonly records: { readonly Photo: object };
}

test('the types name the fields of files by their resources', async () => {
  const shown = { name: 'a', type: 'text/plain', size: 1 };
  const saved: string[] = [];
  const files: WriteFiles<Typed> = {
    read: () => {
      throw new Error('not read');
    },
    save: async (field) => {
      saved.push(field);
      return shown;
    },
  };
  const file: FileValue = await files.save('Photo.image', 'x', { name: 'a' });
  assert.equal(file, shown);
  // @ts-expect-error: there is no such resource
  await files.save('Phot.image', 'x');
  // @ts-expect-error: a number is not content
  await files.save('Photo.image', 5);
  assert.deepEqual(saved, ['Photo.image', 'Phot.image', 'Photo.image']);
});
