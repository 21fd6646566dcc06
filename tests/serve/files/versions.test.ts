import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyStore } from '../support/stores.fixture.ts';
import { formOf, photos, png, servePhotos } from './photos.fixture.ts';

/** The photos, whose files are new in version 2: version 1 sends and gets JSON alone. */
const versioned = photos.replace(
  /## Versioning[\s\S]*$/,
  `## Versioning

| Version | Status | Released |
| --- | --- | --- |
| 2 | current | 2026-11-01 |
| 1 | supported | 2026-03-01 |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | 2 |

| Version | Change | What | Old responses |
| --- | --- | --- | --- |
${['Photo.image', 'Photo.paper'].map((field) => `| 2 | added | ${field} | absent |`).join('\n')}
${['put_image', 'image', 'put_paper', 'paper', 'swap Photo'].map((name) => `| 2 | added | ${name} | |`).join('\n')}
`,
);

for (const [name, addressOf] of everyStore) {
  test(`clients of a version without files send JSON where the present version takes a form, ${name}`, async (t) => {
    const { ann, other } = await servePhotos(t, await addressOf(), versioned);
    const old = { V: '1', 'Content-Type': 'application/json' };
    const made = await ann('POST /photos', { headers: old, body: '{"title":"old"}' });
    assert.deepEqual(await made.json(), { id: 1, owner: 'subject-1', title: 'old', public: false });
    const image = new File([png(30)], 'a.png', { type: 'image/png' });
    const shown = { id: 2, owner: 'subject-1', title: 'new', public: false };
    const file = { name: 'a.png', type: 'image/png', size: 30 };
    const form = await ann('POST /photos', { body: formOf({ title: 'new', image }) });
    assert.deepEqual(await form.json(), { ...shown, image: file });
    assert.deepEqual(await (await ann('GET /photos/2', { headers: { V: '1' } })).json(), shown);
    const changed = await ann('PATCH /photos/2', { headers: old, body: '{"data":{"title":"changed"}}' });
    assert.deepEqual(await changed.json(), { ...shown, title: 'changed' });
    assert.deepEqual(await (await ann('GET /photos/2')).json(), { ...shown, title: 'changed', image: file });
    assert.equal((await ann('POST /photos', { headers: { V: '1' }, body: formOf({ title: 'x' }) })).status, 415);
    assert.equal((await ann('GET /photos/2/image', { headers: { V: '1' } })).status, 404);
    assert.equal((await other('GET /photos/2', { headers: { V: '1' } })).status, 404);
  });
}

const renamed = versioned.replace(
  /\| Version \| Change \| What \|[\s\S]*$/,
  `| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Photo.title | name | | |
| 2 | renamed | Photo.image | picture | | |
`,
);

for (const [name, addressOf] of everyStore) {
  test(`clients of an older version change files as those of the present one, ${name}`, async (t) => {
    const { ann } = await servePhotos(t, await addressOf(), renamed);
    const old = { V: '1' };
    const picture = (length: number) => new File([png(length)], 'a.png', { type: 'image/png' });
    const made = await ann('POST /photos', { headers: old, body: formOf({ name: 'old', picture: picture(30) }) });
    assert.equal(made.status, 201, await made.clone().text());
    const put = await ann('PUT /photos/1/image', { headers: { ...old, 'Content-Type': 'image/png' }, body: png(40) });
    assert.equal(put.status, 204, await put.text());
    const form = new FormData();
    form.append('data[name]', 'changed');
    form.append('data[picture]', picture(50));
    const changed = await ann('PATCH /photos/1', { headers: old, body: form });
    const shown = { name: 'a.png', type: 'image/png', size: 50 };
    const record = { id: 1, owner: 'subject-1', public: false };
    assert.deepEqual(await changed.json(), { ...record, name: 'changed', picture: shown });
    assert.deepEqual(await (await ann('GET /photos/1')).json(), { ...record, title: 'changed', image: shown });
  });
}
