import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyStore } from '../support/stores.fixture.ts';
import { servePhotos } from './photos.fixture.ts';

const disposition = 'Content-Disposition: form-data';

/** The parts of a form as bytes: a character of a text is a byte. */
function formOf(...parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`;
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

const refused: readonly (readonly [what: string, message: string, part: string])[] = [
  ['a part without a name', 'must have a name for each part', `${disposition}\r\n\r\na`],
  ['a file without a name', 'must have a name for each part', `${disposition}; filename="a.png"\r\n\r\na`],
  [
    'a part without a disposition',
    'must have a Content-Disposition of `form-data` with a name for each part',
    'Content-Type: text/plain\r\n\r\na',
  ],
  ['a part without headers', 'must have a Content-Disposition of `form-data` with a name for each part', '\r\na'],
  [
    'a part of another disposition',
    'must have a Content-Disposition of `form-data` with a name for each part',
    'Content-Disposition: attachment; name="a"\r\n\r\na',
  ],
  [
    'a text in another encoding',
    'must be UTF-8 in the field \\"title\\"',
    `${disposition}; name="title"\r\n\r\n\xe9t\xe9`,
  ],
  [
    'JSON in another encoding',
    'must be UTF-8 in the field \\"json\\"',
    `${disposition}; name="json"\r\nContent-Type: application/json\r\n\r\n{"title":"\xe9"}`,
  ],
  [
    'a text that its charset would make another',
    'must be UTF-8 in the field \\"title\\"',
    `${disposition}; name="title"\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n\xe9`,
  ],
];

for (const [store, addressOf] of everyStore) {
  describe(`hostile forms ${store}`, () => {
    test('a part that cannot be read is refused, and the service goes on', async (t) => {
      const { ann } = await servePhotos(t, await addressOf());
      const send = (...parts: readonly string[]) =>
        ann('POST /photos', { body: formOf(...parts), headers: { 'Content-Type': 'multipart/form-data; boundary=x' } });
      const title = `${disposition}; name="title"\r\n\r\nCat`;
      for (const [what, message, part] of refused)
        for (const parts of [[part], [part, title], ...(part.includes('name="title"') ? [] : [[title, part]])]) {
          const answered = await send(...parts);
          const text = await answered.text();
          assert.equal(answered.status, 400, `${what}: ${text}`);
          assert.ok(text.includes(message), `${what}: ${text}`);
        }
      const many = Array.from({ length: 1_001 }, () => `${disposition}; name="a"\r\n\r\n`);
      const crowded = await send(...many);
      assert.equal(crowded.status, 400);
      assert.match(await crowded.text(), /must have at most 1000 fields/);
      const long = '-'.repeat(1_100_000);
      for (const [first, last] of [
        [long, ''],
        ['', long],
        [`--x\r\nX: ${long}\r\n${title}\r\n`, ''],
      ]) {
        const body = `${first}\r\n${Buffer.from(formOf(title)).toString('latin1')}${last}`;
        const answered = await ann('POST /photos', {
          body,
          headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        });
        assert.equal(answered.status, 413, await answered.text());
      }
      assert.deepEqual(await (await ann('GET /photos')).json(), []);
      assert.equal((await send(title)).status, 201);
    });
  });
}
