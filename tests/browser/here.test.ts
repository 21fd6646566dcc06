import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { findBarriers, type Listening, launch, listen, skip, type Watched, watch } from './browser.ts';

const root = join(import.meta.dirname, '../..');
const patience = { timeout: 120_000 };

let browser: Browser;
let listening: Listening;
before(async () => {
  if (skip !== false) return;
  browser = await launch();
  listening = await listen('examples/invoices/invoices.md');
});
after(async () => {
  await browser?.close();
  await listening?.close();
});

/** Opens the page when its examples are in it. */
async function openPage(options: Parameters<typeof watch>[1] = {}): Promise<Watched> {
  const watched = await watch(browser, options);
  await fetch(`${listening.address}/openapi.json`);
  await watched.page.goto(`${listening.address}/docs`);
  return watched;
}

const operationOf = (page: Page, name: string): Locator => page.locator(`[id="endpoints-${name}"]`);

/** Starts the service in the page from the form of an operation, by the keyboard. */
async function start(page: Page, name: string): Promise<void> {
  const operation = operationOf(page, name);
  await operation.locator('.try').focus();
  await page.keyboard.press('Enter');
  await operation.getByRole('button', { name: 'Run it here' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.here').waitFor(patience);
}

/** Sends the form of an operation by the keyboard, as it is filled, and returns the text of the response. */
async function send(page: Page, name: string): Promise<string> {
  const operation = operationOf(page, name);
  if ((await operation.locator('form').count()) === 0) {
    await operation.locator('.try').focus();
    await page.keyboard.press('Enter');
  }
  const out = operation.locator('.out');
  await out.evaluate((element: { replaceChildren(): void }) => element.replaceChildren());
  await operation.locator('.console input').first().focus();
  const id = operation.getByLabel('id', { exact: true });
  if ((await id.count()) > 0)
    await page.waitForFunction((input) => (input as { value: string }).value !== '', await id.elementHandle());
  await operation.locator('.send').focus();
  await page.keyboard.press('Enter');
  await out.locator('pre').waitFor();
  return out.innerText();
}

test('the service runs in the page: a draft is refused with its line, sent, paid, and seen with its events', {
  skip,
}, async () => {
  const { page, faults } = await openPage();
  await start(page, 'create-Customer');
  assert.match(await send(page, 'create-Customer'), /^201/);
  assert.match(await send(page, 'create-Invoice'), /^201/);
  assert.match(await send(page, 'pay-Invoice'), /^409 wrong_state documentation caused by/);
  const line = await operationOf(page, 'pay-Invoice').locator('.out a.l').getAttribute('href');
  assert.match(await page.locator(line!).innerText(), /^\| open \| pay/);
  assert.match(await send(page, 'send-Invoice'), /"status": "open"/);
  const dock = page.locator('.here');
  await dock.locator('td', { hasText: /^open$/ }).waitFor();
  assert.deepEqual(await dock.locator('.heard summary b').allInnerTexts(), [
    'invoice.sent',
    'invoice.created',
    'invoice.created',
  ]);
  assert.match(await send(page, 'stream-events'), /A stream is not shown here: the events are listed below\./);
  const before = await dock.locator('.clock').innerText();
  await dock.getByRole('button', { name: 'Advance the clock by 30 days' }).focus();
  await page.keyboard.press('Enter');
  await dock.locator('.clock').filter({ hasNotText: before }).waitFor();
  assert.equal(
    Date.parse((await dock.locator('.clock').innerText()).replace(' UTC', 'Z')) -
      Date.parse(before.replace(' UTC', 'Z')),
    30 * 86_400_000,
  );
  await dock.getByRole('button', { name: 'Stop' }).click();
  assert.equal(await dock.count(), 0);
  assert.equal(await page.evaluate('sessionStorage.getItem("nonet-key")'), null);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('the head of the page starts the service with an example record of each resource that has a create', {
  skip,
}, async () => {
  const { page, faults } = await openPage();
  const links = await page
    .locator('.actions a')
    .evaluateAll((all: { getAttribute(name: string): string }[]) => all.map((link) => link.getAttribute('href')));
  assert.deepEqual(
    links,
    ['openapi.json', 'client.ts', 'client.py'].map((file, at) =>
      at === 0 ? `/${file}?version=2026-11-01` : `/docs/${file}?version=2026-11-01`,
    ),
  );
  await page.getByRole('button', { name: '▶ Run this API here' }).click();
  const dock = page.locator('.here');
  await dock.waitFor(patience);
  assert.equal(await page.locator('.actions .main').innerText(), 'Runs below');
  for (const resource of ['Customer', 'Invoice']) {
    await dock.locator('select').selectOption(resource);
    await dock.locator('tbody tr').nth(0).waitFor();
    assert.equal(await dock.locator('tbody tr').count(), 1);
  }
  assert.match(await send(page, 'read-Invoice'), /^200/);
  assert.match(await send(page, 'create-Customer'), /^201/);
  assert.deepEqual(await findBarriers(page, '.hero'), []);
  await dock.getByRole('button', { name: 'Stop' }).click();
  assert.equal(await page.locator('.actions .main').innerText(), '▶ Run this API here');
  assert.deepEqual(faults, []);
  await page.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: the service in the page has no barrier, and is no wider than a phone`, { skip }, async () => {
    const { page, faults } = await openPage({ colorScheme });
    await start(page, 'create-Customer');
    assert.match(await send(page, 'create-Customer'), /^201/);
    await page.locator('.here select').selectOption('Customer');
    await page.locator('.here td').first().waitFor();
    assert.deepEqual(await findBarriers(page, '.here'), []);
    assert.deepEqual(await findBarriers(page, '.console'), []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test('hostile texts of records stay texts', { skip }, async () => {
  const { page, faults } = await openPage();
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await start(page, 'create-Customer');
  const operation = operationOf(page, 'create-Customer');
  await operation.locator('textarea').fill(JSON.stringify({ name: hostile, email: 'ada@example.com' }));
  assert.match(await send(page, 'create-Customer'), /^201/);
  await page.locator('.here td', { hasText: hostile }).waitFor();
  assert.equal(await page.locator('.here img, .here script, .out img').count(), 0);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a generated page runs its service from the file beside it, and says which operations are handlers', {
  skip,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-site-'));
  const options = ['--disable-warning=ExperimentalWarning', join(root, 'bin/nonet.ts'), 'generate', 'docs'];
  const out = execFileSync(process.execPath, [
    ...options,
    join(root, 'examples/guides/shop/shop.md'),
    '--no-examples',
    '--with-service',
    '--out',
    folder,
  ]);
  assert.match(String(out), /service\.js: the service that runs in the page, which must be opened over HTTP/);
  const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1);
    response.setHeader('Content-Type', types[name.split('.').at(-1)!] ?? 'text/plain');
    response.end(name === 'favicon.ico' ? '' : readFileSync(join(folder, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { page, faults } = await watch(browser);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const handler = page.locator('[data-op="login"]');
    await handler.locator('.try').click();
    await handler.getByRole('button', { name: 'Run it here' }).click();
    const note = 'is a handler in TypeScript, which does not run in the page';
    await handler.locator('.note', { hasText: note }).waitFor(patience);
    await handler.locator('.send').click();
    await handler.locator('.out pre').waitFor();
    assert.match(await handler.locator('.out').innerText(), /^501/);
    assert.deepEqual(faults, []);
    await page.context().close();
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
