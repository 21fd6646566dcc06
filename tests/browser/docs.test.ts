import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { describeDocs } from '../../src/describe/docs/index.ts';
import { planOf } from '../../src/describe/docs/page.fixture.ts';
import { findBarriers, type Listening, launch, listen, skip, watch } from './browser.ts';

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

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

for (const [look, viewport, colorScheme] of [
  ['wide and light', wide, 'light'],
  ['wide and dark', wide, 'dark'],
  ['narrow and light', narrow, 'light'],
  ['narrow and dark', narrow, 'dark'],
] as const) {
  test(`${look}: the browser reports no error, and axe-core no barrier, in the page, its search and its form`, {
    skip,
  }, async () => {
    const { page, faults } = await watch(browser, { viewport, colorScheme });
    await page.goto(`${listening.address}/docs`);
    assert.deepEqual(await findBarriers(page), []);
    await openOperation(page);
    assert.deepEqual(await findBarriers(page, '.console'), []);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('paid');
    assert.deepEqual(await findBarriers(page, 'dialog'), []);
    assert.deepEqual(faults, []);
    await page.context().close();
  });

  test(`${look}: nothing is wider than the screen`, { skip }, async () => {
    const { page } = await watch(browser, { viewport, colorScheme });
    await page.goto(`${listening.address}/docs`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width);
    await page.context().close();
  });
}

test('callers see no line, step, gap or document, until they switch to the view of the author, which is remembered', {
  skip,
}, async () => {
  const { page, faults } = await watch(browser, { viewport: wide });
  await page.goto(`${listening.address}/docs`);
  const visible = (selector: string) => page.locator(selector).filter({ visible: true }).count();
  const view = page.getByRole('switch', { name: 'Author’s view' });
  assert.equal(await view.isChecked(), true);
  for (const selector of ['a.l', '.steps', '#source', '.au']) assert.ok((await visible(selector)) > 0, selector);
  await view.uncheck();
  for (const selector of ['a.l', 'details.steps', '#source', '.au']) assert.equal(await visible(selector), 0, selector);
  assert.deepEqual(await findBarriers(page), []);
  await page.reload();
  assert.equal(await view.isChecked(), false);
  assert.equal(await visible('a.l'), 0);
  await page.keyboard.press('/');
  await page.keyboard.type('part The document');
  assert.equal(await page.locator('.hits .t', { hasText: 'The document' }).count(), 0);
  await page.goto(`${listening.address}/docs#line-1`);
  await page.reload();
  assert.equal(await page.locator('[id="line-1"]').isVisible(), true);
  assert.deepEqual(faults, []);
  await page.context().close();
});

for (const [colorScheme, color] of [
  ['light', 'rgb(138, 79, 0)'],
  ['dark', 'rgb(191, 158, 115)'],
] as const) {
  test(`${colorScheme}: the page has the color and the logo of its document, and no barrier`, { skip }, async () => {
    const { page, faults } = await watch(browser, { viewport: wide, colorScheme });
    const plan = planOf('examples/invoices/invoices.md');
    const lines = { website: 'https://acme.example', logo: 'https://acme.example/logo.svg', color: '#8a4f00' };
    const body = describeDocs({ plan: { ...plan, purpose: { ...plan.purpose, ...lines } } });
    await page.route('https://api.example/docs', (route) => route.fulfill({ contentType: 'text/html', body }));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20"/></svg>';
    await page.route(lines.logo, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
    await page.goto('https://api.example/docs');
    assert.equal(await page.evaluate('getComputedStyle(document.querySelector(".res .ops a")).color'), color);
    assert.equal(await page.evaluate('document.querySelector("img.logo").naturalWidth'), 60);
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test('a service on another machine shows its page to callers', { skip }, async () => {
  const { page, faults } = await watch(browser, { viewport: wide });
  const text = await (await fetch(`${listening.address}/docs`)).text();
  await page.route('https://api.example/docs', (route) => route.fulfill({ contentType: 'text/html', body: text }));
  await page.goto('https://api.example/docs');
  assert.equal(await page.getByRole('switch', { name: 'Author’s view' }).isChecked(), false);
  assert.equal(await page.locator('a.l').filter({ visible: true }).count(), 0);
  assert.deepEqual(faults, []);
  await page.context().close();
});

async function openOperation(page: Page): Promise<void> {
  await page.locator('[id="endpoints-pay-Invoice"] .try').click();
}

test('the keyboard alone reaches the content, an operation and a transition', { skip }, async () => {
  const { page, faults } = await watch(browser);
  await page.goto(`${listening.address}/docs`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'main');
  await page.keyboard.press('/');
  await page.keyboard.type('pay invoice');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'endpoints-pay-Invoice');
  await page.keyboard.press('/');
  await page.keyboard.type('state draft');
  await page.keyboard.press('Escape');
  await page.goto(`${listening.address}/docs#states`);
  const reached = await tabTo(page, 'a.e[aria-label="withdraw: from draft to void"]', 60);
  assert.ok(reached);
  assert.equal(await page.locator('.card.on h4').textContent(), 'withdraw');
  assert.deepEqual(faults, []);
  await page.context().close();
});

async function tabTo(page: Page, selector: string, most: number): Promise<boolean> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return true;
  }
  return false;
}

test('a transition that is chosen shows its guard, effects, refusal, event and scope', { skip }, async () => {
  const { page } = await watch(browser);
  await page.goto(`${listening.address}/docs#states`);
  await page.locator('svg.wide a.e[aria-label="send: from draft to open"]').click();
  const card = (await page.locator('.card.on').innerText()).replace(/\s+/g, ' ');
  for (const text of ['due_on >= today', 'sent_at = now', '409 due_date_passed', 'invoice.sent', 'invoices:write']) {
    assert.ok(card.includes(text), `${text} in ${card}`);
  }
  assert.equal(await page.locator('.card.on').count(), 1);
  await page.context().close();
});

test('a narrow screen has the diagram upright', { skip }, async () => {
  const { page } = await watch(browser, { viewport: narrow });
  await page.goto(`${listening.address}/docs#states`);
  assert.equal(await page.locator('svg.tall').isVisible(), true);
  assert.equal(await page.locator('svg.wide').isVisible(), false);
  await page.context().close();
});

test('a stream shows events as they happen, until it is closed', { skip }, async () => {
  const { page, faults } = await watch(browser);
  const scopes = ['invoices:read', 'invoices:write'];
  const createKey = (shop: string) => listening.service.createKey({ subject: shop, scopes, attributes: { shop } });
  const [key, other] = [await createKey('heard'), await createKey('unheard')];
  const createInvoice = async (of: string): Promise<string> => {
    const call = async (path: string, body: object): Promise<{ readonly id: string }> => {
      const headers = { Authorization: `Bearer ${of}`, 'Content-Type': 'application/json' };
      const response = await fetch(listening.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { readonly id: string };
    };
    const customer = await call('/customers', { name: 'Ada', email: 'ada@example.com' });
    const lines = [{ text: 'work', quantity: 1, price: 500 }];
    return (await call('/invoices', { customer: customer.id, lines, due_on: '2999-01-01' })).id;
  };
  await page.goto(`${listening.address}/docs`);
  const operation = page.locator('[id="endpoints-stream-events"]');
  await operation.locator('.try').click();
  await operation.getByLabel('Key', { exact: true }).fill(key);
  await operation.locator('.send').click();
  await operation.getByText('Waiting for events').waitFor();
  const [foreign, own] = [await createInvoice(other), await createInvoice(key)];
  await operation.locator('.out pre', { hasText: own }).waitFor();
  const shown = await operation.locator('.out pre').innerText();
  assert.match(shown, /^event: invoice\.created$/m);
  assert.equal(shown.includes(foreign), false);
  await operation.getByRole('button', { name: 'Close the stream' }).click();
  await operation.getByText('The stream is closed.').waitFor();
  await createInvoice(key).catch(() => undefined);
  assert.equal(await operation.locator('.out pre').innerText(), shown);
  assert.deepEqual(await findBarriers(page, '[id="endpoints-stream-events"]'), []);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('the form performs a transition, shows a refusal with its line, and fills other forms and copied samples', {
  skip,
}, async () => {
  const { page, faults } = await watch(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const scopes = ['invoices:read', 'invoices:write'];
  const key = await listening.service.createKey({ subject: 'reader', scopes, attributes: { shop: 'mine' } });
  const call = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(listening.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { readonly id: string };
  };
  const customer = await call('/customers', { name: 'Ada', email: 'ada@example.com' });
  const lines = [{ text: 'work', quantity: 1, price: 500 }];
  const invoice = await call('/invoices', { customer: customer.id, lines, due_on: '2999-01-01' });
  await page.goto(`${listening.address}/docs`);
  const operation = page.locator('[id="endpoints-send-Invoice"]');
  await operation.locator('.try').click();
  await operation.getByLabel('Key', { exact: true }).fill(key);
  await operation.getByLabel('id', { exact: true }).fill(invoice.id);
  await operation.locator('.send').click();
  await operation.locator('.out pre').waitFor();
  const sent = await operation.locator('.out').innerText();
  assert.match(sent, /200/);
  assert.match(sent, /"status": "open"/);
  await operation.locator('.out').evaluate((out: { replaceChildren(): void }) => out.replaceChildren());
  await operation.locator('.send').click();
  await operation.locator('.out pre').waitFor();
  assert.match(await operation.locator('.out').innerText(), /409 wrong_state documentation caused by/);
  const line = await operation.locator('.out a.l').getAttribute('href');
  assert.match(await page.locator(line!).innerText(), /^\| draft \| send \| open \|/);
  await openOperation(page);
  const pay = page.locator('[id="endpoints-pay-Invoice"]');
  assert.equal(await pay.getByLabel('id', { exact: true }).inputValue(), invoice.id);
  assert.match(
    await pay.locator('.fig.on').first().innerText(),
    /\$API\/invoices\/\$INVOICE_ID\/pay"[\s\S]*Bearer \$KEY/,
  );
  await pay.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await pay.getByRole('button', { name: 'Copied with your key' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.ok(copied.includes(`${listening.address}/invoices/${invoice.id}/pay"`), copied);
  assert.ok(copied.includes(`Authorization: Bearer ${key}"`));
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a key is kept in the tab alone', { skip }, async () => {
  const { page } = await watch(browser);
  await page.goto(`${listening.address}/docs`);
  await openOperation(page);
  const form = page.locator('[id="endpoints-pay-Invoice"] form');
  await form.getByLabel('Key', { exact: true }).fill('secret-of-mine');
  await form.getByLabel('id', { exact: true }).fill('x');
  await form.locator('.send').click();
  await form.locator('.out pre').waitFor();
  assert.match(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })'), /secret-of-mine/);
  assert.doesNotMatch(
    await page.evaluate<string>('JSON.stringify({ ...localStorage }) + document.cookie'),
    /secret-of-mine/,
  );
  const other = await page.context().newPage();
  await other.goto(`${listening.address}/docs`);
  assert.equal(await other.evaluate('sessionStorage.length'), 0);
  await page.context().close();
});

test('a page that was there before its examples shows them when they were played, in the language that was chosen', {
  skip,
}, async () => {
  const fresh = await listen('examples/invoices/invoices.md');
  try {
    const { page, faults } = await watch(browser);
    const looked = Promise.withResolvers<void>();
    await page.route(`${fresh.address}/docs`, async (route) => {
      if (route.request().resourceType() === 'fetch') await looked.promise;
      await route.continue();
    });
    await page.goto(`${fresh.address}/docs`);
    await page.locator('.playing').waitFor();
    assert.deepEqual(await findBarriers(page, '.hero'), []);
    const operation = page.locator('[id="endpoints-create-Customer"]');
    assert.doesNotMatch(await operation.innerText(), /Ada Lovelace/);
    await operation.getByRole('tab', { name: 'Python' }).click();
    looked.resolve();
    await operation.locator('.fig.on', { hasText: 'Ada Lovelace' }).first().waitFor();
    assert.match(await operation.locator('.fig.on').first().innerText(), /from client import/);
    assert.match(await page.locator('.playing').innerText(), /examples are ready/);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Python');
    assert.deepEqual(faults, []);
    await page.context().close();
  } finally {
    await fresh.close();
  }
});

test('a section is copied as Markdown', { skip }, async () => {
  const { page } = await watch(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${listening.address}/docs`);
  await page.locator('[id="limits"] h2 .copy').click();
  await page.locator('[id="limits"] h2 .copy', { hasText: 'Copied' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(copied, /^## 8 Limits/);
  assert.match(copied, /\| Limit \| Value \|/);
  assert.match(copied, /\| 7 operations: Create a customer, /);
  assert.match(copied, /\| calls rate \| at most 600 requests/);
  await page.getByRole('switch', { name: 'Author’s view' }).uncheck();
  await page.locator('[id="limits"] h2 .copy').click();
  await page.locator('[id="limits"] h2 .copy', { hasText: 'Copied' }).waitFor();
  const shared = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(shared, /^## Limits\n/);
  assert.match(shared, /\| Per \| When exceeded \|\n/);
  assert.doesNotMatch(shared, /line/i);
  await page.context().close();
});

test('the menu of a narrow screen opens, and closes with the place that is chosen', { skip }, async () => {
  const { page } = await watch(browser, { viewport: narrow });
  await page.goto(`${listening.address}/docs`);
  const menu = page.getByRole('button', { name: 'Contents' });
  await menu.click();
  assert.equal(await menu.getAttribute('aria-expanded'), 'true');
  await page.locator('nav ol a', { hasText: 'Limits' }).click();
  assert.equal(await menu.getAttribute('aria-expanded'), 'false');
  assert.equal(await page.locator('nav ol').first().isVisible(), false);
  assert.equal(await page.evaluate('location.hash'), '#limits');
  await page.context().close();
});
