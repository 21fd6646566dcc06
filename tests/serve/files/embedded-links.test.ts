import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../../src/parts/index.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { createSource } from '../../../src/text/location.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { formOf, png } from './photos.fixture.ts';

/** Albums that show links to the pictures of their photos, and photos that show one to the front of their album. */
const albums = `# Albums

## Resources and their fields

### Album

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| front | file | |
| back | file | |

### Photo

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| album | ref Album | required |
| image | file | required |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Album | POST | /albums | \`Album\` | 201 \`Album\` |
| read Album | GET | /albums/{id} | | 200 \`Album(id, photos: Photo(id, link: = image.link())[..5])\` |
| read Album as front | GET | /albums/{id}/front | | 200 \`Album.front\` |
| create Photo | POST | /photos | \`Photo\` | 201 \`Photo(id, album: Album(id, link?: = front.link()))\` |
| list Photo | GET | /photos | | 200 \`{ data: Photo(id, album: Album(link?: = front.link()))[], next: next cursor }\` |
| read Photo as image | GET | /photos/{id}/image | | 200 \`Photo.image\` |
| list events | GET | /events | | 200 \`{ data: { body: payload }[], next: next cursor }\` |

### front, image

- Signed links: 15 minutes

### list Photo, list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |

## Authentication

None.

## Events

| Event | When | Payload |
| --- | --- | --- |
| photo.created | create Photo | \`Photo(id, album: Album(link?: = front.link()))\` |
`;

for (const [store, address] of everyStore) {
  describe(`links of records inside records ${store}`, () => {
    test('a record inside a record shows the link to its own file', async (t) => {
      const served = await serveIn(t, albums, { docs: false }, undefined, await address());
      const send = async (line: string, body?: FormData) => {
        const [method, path] = line.split(' ') as [string, string];
        return (await (await fetch(served.address + path, { method, ...(body && { body }) })).json()) as never;
      };
      const follow = async (link: string) => (await (await fetch(served.address + link)).arrayBuffer()).byteLength;
      const file = (length: number) => new File([png(length)], 'a.png', { type: 'image/png' });
      await send('POST /albums', formOf({ front: file(30) }));
      const { id } = (await send('POST /albums', formOf({ front: file(40) }))) as { id: number };
      type Shown = { readonly album: { readonly link: string } };
      const made: Shown = await send('POST /photos', formOf({ album: String(id), image: file(50) }));
      assert.equal(await follow(made.album.link), 40);
      const album: { photos: { link: string }[] } = await send(`GET /albums/${id}`);
      assert.equal(await follow(album.photos[0]!.link), 50);
      const list: { data: Shown[] } = await send('GET /photos');
      assert.equal(await follow(list.data[0]!.album.link), 40);
      await allNumbered(served.store);
      const events: { data: { body: Shown }[] } = await send('GET /events');
      assert.equal(await follow(events.data[0]!.body.album.link), 40);
    });
  });
}

test('a record inside a record has no link to a file that no operation serves by links', () => {
  const wrong = albums.replaceAll('= front.link()', '= back.link()');
  const { diagnostics } = readDocument(createSource('albums.md', wrong));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ message }) => message),
    Array(3).fill('This file has no link: no operation that returns `Album.back` has the line Signed links.'),
  );
});
