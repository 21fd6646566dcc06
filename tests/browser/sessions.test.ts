import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { findBarriers, type Listening, launch, listen, skip, watch } from './browser.ts';

let browser: Browser;
let listening: Listening;
let refreshing: Listening;
before(async () => {
  if (skip !== false) return;
  browser = await launch();
  listening = await listen('tests/messages/documents/people.md');
  refreshing = await listen('tests/cases/bases/refresh.md');
});
after(async () => {
  await browser?.close();
  await listening?.close();
  await refreshing?.close();
});

const operationOf = (page: Page, name: string): Locator => page.locator(`[id="endpoints-${name}"]`);

/** Sends the form of an operation, and returns the text of the response. */
async function send(page: Page, name: string, body?: object): Promise<string> {
  const operation = operationOf(page, name);
  const form = operation.locator('form.console');
  if ((await form.count()) === 0) await operation.locator('.try').click();
  if (body !== undefined) await form.getByLabel('Body').fill(JSON.stringify(body));
  const out = operation.locator('.out');
  await out.evaluate((element: { replaceChildren(): void }) => element.replaceChildren());
  await operation.locator('.send').click();
  await out.locator('pre').waitFor();
  return out.innerText();
}

for (const where of ['the service that serves the page', 'the service in the page']) {
  test(`a reader signs up, logs out and in again, with ${where}`, { skip }, async () => {
    const { page, faults } = await watch(browser, { viewport: { width: 1280, height: 900 } });
    await fetch(`${listening.address}/openapi.json`);
    await page.goto(`${listening.address}/docs`);
    if (where === 'the service in the page') {
      await operationOf(page, 'create-User').locator('.try').click();
      await operationOf(page, 'create-User').getByRole('button', { name: 'Run it here' }).click();
      await page.locator('.here').waitFor({ timeout: 120_000 });
    }
    const ann = { email: `ann@${where.replaceAll(' ', '-')}.example`, password: 'correct horse' };
    assert.match(await send(page, 'me'), /^401/);
    assert.match(await send(page, 'create-User', ann), /^201[\s\S]*Logged in: the field Key has your credential\./);
    assert.match(await send(page, 'me'), /^200[\s\S]*"ann@/);
    assert.match(await send(page, 'log-out-User'), /^204[\s\S]*Logged out: the field Key is empty\./);
    assert.match(await send(page, 'me'), /^401/);
    assert.match(await send(page, 'log-in-User', { ...ann, password: 'wrong horse' }), /^401 wrong_password/);
    assert.match(await send(page, 'log-in-User', ann), /^200/);
    assert.match(await send(page, 'me'), /^200[\s\S]*"ann@/);
    assert.deepEqual(await findBarriers(page, '.console'), []);
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('401')),
      [],
    );
    await page.close();
  });
}

test('a session of the page is refreshed by its form, and by itself after its credential has ended', {
  skip,
}, async () => {
  const { page, faults } = await watch(browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${refreshing.address}/docs`);
  const bob = { email: 'bob@example.com', password: 'correct horse' };
  assert.match(await send(page, 'create-User', bob), /^201[\s\S]*Logged in: the field Key has your credential\./);
  assert.match(await send(page, 'refresh-User'), /^200[\s\S]*Refreshed: the field Key has the next credential\./);
  assert.match(await send(page, 'refresh-User'), /^200/, 'the form has the next refresh token');
  assert.match(await send(page, 'me'), /^200[\s\S]*"bob@/);
  await operationOf(page, 'me').locator('input[name=Key]').fill('session_ended');
  assert.match(await send(page, 'me'), /^200[\s\S]*The session was refreshed: the field Key has the next credential\./);
  assert.match(await send(page, 'log-out-User'), /^204[\s\S]*Logged out: the field Key is empty\./);
  await operationOf(page, 'me').locator('input[name=Key]').fill('session_ended');
  assert.match(await send(page, 'me'), /^401/, 'no refresh token is left');
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('401')),
    [],
  );
  await page.close();
});
