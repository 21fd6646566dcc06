import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { documentText, keyed } from '../support/document-text.fixture.ts';
import { root } from '../support/process.ts';
import { type Listening, launch, listen, skip, watch } from './browser.ts';

const text = documentText('Items', {
  resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |
| tags | string[] | |
| count | integer | |`,
  endpoints: `- Request media types: application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` |
| create Item as wrapped | POST | /wrapped | \`{ item: Item(name, tags) }\` | 201 \`Item\` |`,
  authentication: keyed('| all | all Item, wrapped | |'),
});

let browser: Browser;
let listening: Listening;
const folder = mkdtempSync(join(tmpdir(), 'nonet-forms-'));
before(async () => {
  if (skip !== false) return;
  browser = await launch();
  const document = join(folder, 'items.md');
  writeFileSync(document, text);
  listening = await listen(relative(root, document));
});
after(async () => {
  await browser?.close();
  await listening?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a body by the form of an operation; returns the text that the page shows. */
async function send(page: Page, operation: string, body?: string): Promise<string> {
  const section = page.locator(`[id="endpoints-${operation}"]`);
  if ((await section.locator('form').count()) === 0) await section.locator('.try').click();
  if (body !== undefined) await section.getByLabel('Body').fill(body);
  const out = section.locator('.out');
  await out.evaluate((element: { replaceChildren(): void }) => element.replaceChildren());
  await section.locator('.send').click();
  await out
    .getByText(/\d{3}|Not sent/)
    .first()
    .waitFor();
  return out.innerText();
}

test('the form of an operation that takes forms alone sends one, of JSON or as it is written', { skip }, async () => {
  const { page, faults } = await watch(browser);
  const scopes = { subject: 'ann', scopes: ['all'], attributes: { shop: 'a' }, scheme: 'key' };
  const key = await listening.service.createKey(scopes);
  await fetch(`${listening.address}/openapi.json`);
  await page.goto(`${listening.address}/docs`);
  const create = page.locator('[id="endpoints-create-Item"]');
  await create.locator('.try').click();
  const filled = JSON.parse(await create.getByLabel('Body').inputValue()) as Record<string, unknown>;
  assert.equal(typeof filled.name, 'string');
  await create.getByLabel('Key').fill(key);
  assert.match(await send(page, 'create-Item'), /^201/);
  const body = '{ "name": "a & ä", "tags": ["x", "y"], "count": 2 }';
  const made = await send(page, 'create-Item', body);
  assert.match(made, /^201[\s\S]*"name": "a & ä",\s*"tags": \[\s*"x",\s*"y"\s*\],\s*"count": 2/);
  assert.match(await send(page, 'create-Item', 'name=b+c&tags=z'), /^201[\s\S]*"name": "b c",\s*"tags": \[\s*"z"\s*\]/);
  const said = await send(page, 'create-Item', '{ "name": "a", "tags": [] }');
  assert.equal(said, 'Not sent: tags is an empty list, which a form cannot carry.');
  await page.locator('[id="endpoints-wrapped"] .try').click();
  await page.locator('[id="endpoints-wrapped"]').getByLabel('Key').fill(key);
  assert.match(await send(page, 'wrapped'), /^201/);
  assert.deepEqual(faults, []);
  await page.context().close();
});
