import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { createWholePlanFinder } from '../../../src/operator/whole-plans.ts';
import { createSource } from '../../../src/text/location.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { formOf, photos, png, servePhotos } from './photos.fixture.ts';

const hidden = photos
  .replace('| paper | file | ..300 KiB |', '| paper | file | write-only; ..300 KiB |')
  .replace(/\| (?:read Photo as paper|swap Photo) .*\n|\| swap \| .*\n/g, '');

for (const [name, addressOf] of everyStore) {
  test(`conditions at the address of a file that is never shown tell nothing of its content, ${name}`, async (t) => {
    const { ann } = await servePhotos(t, await addressOf(), hidden);
    const put = (text: string, match?: string) =>
      ann('PUT /photos/1/paper', {
        headers: { 'Content-Type': 'text/plain', ...(match !== undefined && { 'If-Match': match }) },
        body: text,
      });
    assert.equal((await ann('POST /photos', { body: formOf({ title: 'Cat' }) })).status, 201);
    assert.equal((await put('secret', '*')).status, 200);
    assert.equal((await put('secret', '*')).status, 200);
    const { headers } = await ann('PUT /photos/1/image', { headers: { 'Content-Type': 'image/png' }, body: png() });
    assert.equal(headers.get('ETag'), null);
    const record = (await ann('GET /photos/1')).headers.get('ETag')!;
    assert.equal((await put('guess', '"guess"')).status, 412);
    assert.equal((await put('secret', record)).status, 200);
  });
}

test('the tag of a content is not computed from the content alone', async (t) => {
  const tags = [];
  for (let times = 0; times < 2; times += 1) {
    const { ann } = await servePhotos(t, 'sqlite::memory:');
    const image = new File([png()], 'a.png', { type: 'image/png' });
    await ann('POST /photos', { body: formOf({ title: 'Cat', image }) });
    tags.push((await ann('GET /photos/1/image')).headers.get('ETag'));
  }
  assert.equal(new Set(tags).size, 2);
});

test('a form that its client cuts off leaves no draft open', async (t) => {
  const { ann, files, address, key } = await servePhotos(t, 'sqlite::memory:');
  assert.equal((await ann('POST /photos', { body: formOf({ title: 'Cat' }) })).status, 201);
  const { begin } = files!;
  let [opened, dropped] = [0, 0];
  Object.assign(files!, {
    begin: async () => {
      opened += 1;
      await wait(50);
      const draft = await begin();
      const drop = async (): Promise<void> => {
        dropped += 1;
        await draft.drop();
      };
      return { ...draft, drop };
    },
  });
  const { hostname, port } = new URL(address);
  const own = await key(['own'], { shop: 'a' });
  for (let times = 0; times < 10; times += 1) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /photos HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${own}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
        'Content-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n' +
        'Content-Type: image/png\r\n\r\n\x89PNG and so on',
    );
    await wait(times * 10);
    socket.destroy();
  }
  for (let round = 0; round < 100 && (opened === 0 || dropped < opened); round += 1) await wait(50);
  assert.ok(opened > 0);
  assert.equal(dropped, opened);
});

test('the description says which responses of a content have Content-Range', async () => {
  const plan = (await createWholePlanFinder(createSource('photos.md', photos))())!;
  const { paths, components } = JSON.parse(JSON.stringify(describeOpenapi(plan)));
  const { responses } = paths['/photos/{id}/image'].get;
  const having = Object.keys(responses).filter((status) => {
    const { $ref: ref } = responses[status];
    const response = ref === undefined ? responses[status] : components.responses[ref.split('/').at(-1)];
    return response.headers?.['Content-Range'] !== undefined;
  });
  assert.deepEqual(having, ['206', '416']);
});
