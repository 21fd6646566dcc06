import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, listen, skip, watch } from './browser.ts';

let browser: Browser;
before(async () => {
  if (skip === false) browser = await launch();
});
after(() => browser?.close());

const titleOf = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

test('a picture is uploaded and shown, and a body in an object of its own is changed', { skip }, async () => {
  const photos = await listen('examples/photos/photos.md', { workbench: true });
  const conduit = await listen('examples/conduit/conduit.md', { workbench: true });
  const send = async (address: string, path: string, body: object, token?: string): Promise<Record<string, string>> => {
    const headers = { 'Content-Type': 'application/json', ...(token === undefined ? {} : { Authorization: token }) };
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as Record<string, string>;
  };
  const people = ['ann', 'bob'].map((name) => ({ name, email: `${name}@example.com`, password: 'correct horse' }));
  const [ann, bob] = await Promise.all(people.map((person) => send(photos.address, '/people', person)));
  const album = await send(photos.address, '/albums', { title: 'Mine' }, `Bearer ${ann!.token}`);
  await send(photos.address, '/albums', { title: 'Theirs' }, `Bearer ${bob!.token}`);
  const { page, faults } = await watch(browser);
  await page.goto(`${photos.address}/workbench#record/Album/${album.id}`);
  await page.evaluate(`sessionStorage.setItem('nonet-key', ${JSON.stringify(ann!.token)})`);
  await page.reload();
  await page.getByRole('link', { name: 'New photo' }).click();
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==';
  const picture = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') };
  await page.getByLabel('Picture').setInputFiles(picture);
  await page.getByLabel('Caption').fill('A dot');
  await page.getByRole('button', { name: 'Create photo' }).click();
  await page.getByRole('link', { name: 'A dot' }).click();
  await page.getByRole('img', { name: 'dot.png' }).waitFor();
  await page.getByRole('link', { name: 'Albums' }).click();
  await titleOf(page, 'Albums');
  await page.getByRole('link', { name: 'Mine' }).waitFor();
  assert.equal(await page.getByText('Theirs').count(), 0);

  const user = { username: 'ann', email: 'ann@example.com', password: 'correct horse' };
  const { token } = (await send(conduit.address, '/api/users', { user })).user as unknown as { token: string };
  const article = { title: 'How to', description: 'short', body: 'long', tagList: ['x'] };
  await send(conduit.address, '/api/articles', { article }, `Token ${token}`);
  await page.goto(`${conduit.address}/workbench#list/Article`);
  await page.evaluate(`sessionStorage.setItem('nonet-key', ${JSON.stringify(token)})`);
  await page.reload();
  await page.locator('.records th a', { hasText: 'How to' }).click();
  await page.getByRole('link', { name: 'ann' }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('How not to');
  await page.getByRole('button', { name: 'Save' }).click();
  await titleOf(page, 'How not to');
  assert.deepEqual(faults, []);
  await page.context().close();
  await Promise.all([photos.close(), conduit.close()]);
});

/** A document without authentication, with pages by offset, totals and a search. */
const things = `# Things

## Resources and their fields

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| title | string | required; 1..50 characters |
| big | int64 | |
| price | decimal | 0.01..1000 |
| tags | string[] | ..5 items |
| place | Place | |
| flag | boolean | default false |

### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| street | string | required |
| code | string | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Thing | POST | /things | \`Thing\` | 201 \`Thing\` |
| list Thing | GET | /things | | 200 \`{ items: Thing[], total: total count }\` |
| read Thing | GET | /things/{id} | | 200 \`Thing\` |
| update Thing | PATCH | /things/{id} | \`Thing\` | 200 \`Thing\` |

### list Thing

| Parameter | Maps to |
| --- | --- |
| q | search title |
| limit | page size |
| offset | offset |

## Authentication

None.
`;

test('a form keeps every digit and sends only changes, and a list counts, turns its pages and searches', {
  skip,
}, async () => {
  const { address, close } = await listen(things, { workbench: true });
  const read = async (): Promise<string> => (await fetch(`${address}/things/1`)).text();
  const { page, faults } = await watch(browser);
  await page.goto(`${address}/workbench#new/Thing`);
  await page.getByLabel('Title').fill('Big');
  await page.getByLabel('Big').fill('9007199254740993');
  await page.getByLabel('Price').fill('2000');
  await page.getByLabel('Code').fill('12345');
  await page.locator('fieldset', { hasText: 'Tags' }).getByRole('button', { name: '+ Add' }).click();
  await page.getByLabel('Item').fill('x');
  await page.getByRole('button', { name: 'Create thing' }).click();
  await page.locator('.fault', { hasText: 'must be 0.01 to 1000' }).waitFor();
  await page.locator('fieldset .fault', { hasText: 'is required' }).waitFor();
  await page.getByLabel('Street').fill('High Street');
  await page.getByLabel('Price').fill('12.50');
  await page.getByRole('button', { name: 'Create thing' }).click();
  await titleOf(page, 'Big');
  const rest = '"tags":["x"],"place":{"street":"High Street","code":"12345"},"flag":false}';
  assert.equal(await read(), `{"id":1,"title":"Big","big":9007199254740993,"price":"12.50",${rest}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Bigger');
  await page.getByLabel('Price').fill('');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  assert.equal((await sent).postData(), '{"title":"Bigger","price":null}');
  await titleOf(page, 'Bigger');
  assert.equal(await read(), `{"id":1,"title":"Bigger","big":9007199254740993,${rest}`);
  for (const title of ['Second', 'Third'])
    await fetch(`${address}/things`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title }),
    });
  await page.goto(`${address}/workbench#list/Thing?limit=2`);
  await page.getByText('3 things').waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Third' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Next' }).count(), 0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('bigger');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Bigger' }).waitFor();
  await page.getByText('1 thing', { exact: true }).waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
  await close();
});
