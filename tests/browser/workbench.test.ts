import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findBarriers, type Listening, launch, listen, skip, watch } from './browser.ts';

let browser: Browser;
let invoices: Listening;
let desk: Listening;
before(async () => {
  if (skip !== false) return;
  browser = await launch();
  invoices = await listen('examples/invoices/invoices.md', { workbench: true });
  // No email is read here: nothing listens at this address.
  desk = await listen('examples/help-desk/help-desk.md', {
    workbench: true,
    mail: { server: 'smtp://127.0.0.1:9' },
  });
});
after(async () => {
  await browser?.close();
  await invoices?.close();
  await desk?.close();
});

const scopes = ['invoices:read', 'invoices:write'];
const createKey = (shop: string, of = scopes): Promise<string> =>
  invoices.service.createKey({ subject: shop, scopes: of, attributes: { shop } });

/** Sends a request to the service of invoices and returns the body of its response. */
async function call(key: string, method: string, path: string, body?: object): Promise<Record<string, string>> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const response = await fetch(invoices.address + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return (await response.json()) as Record<string, string>;
}

const draft = (customer: string | undefined): object => ({
  customer,
  due_on: '2099-01-31',
  memo: 'first',
  lines: [{ text: 'Work', quantity: 2, price: 500 }],
});

/** Opens the workbench of invoices at a place, signed in with a key. */
async function enter(page: Page, key: string, place = ''): Promise<void> {
  await page.goto(`${invoices.address}/workbench${place}`);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#menu').waitFor({ state: 'attached' });
}

const titleOf = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

test('a ticket is taken through its life by somebody who signs up, and each button says before it is tried what is not possible', {
  skip,
}, async () => {
  const { page, faults } = await watch(browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${desk.address}/workbench`);
  await page.locator('summary', { hasText: 'Sign up' }).click();
  const signUp = page.locator('form', { has: page.getByLabel('Name') });
  await signUp.getByLabel('Email').fill('ann@example.com');
  await signUp.getByLabel('Name').fill('Ann');
  await signUp.getByLabel('Password').fill('short');
  await signUp.getByRole('button', { name: 'Sign up' }).click();
  await signUp.getByText('must have 8 to 64 characters', { exact: true }).waitFor();
  await signUp.getByLabel('Password').fill('correct horse');
  await signUp.getByRole('button', { name: 'Sign up' }).click();
  await titleOf(page, 'Organizations');
  await page.getByRole('link', { name: 'New organization' }).click();
  await page.getByLabel('Name').fill('Northwind');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await titleOf(page, 'Northwind');
  await page.locator('.related', { hasText: 'Tickets' }).getByRole('link', { name: 'New ticket' }).click();
  await page.getByLabel('Subject').fill('Printer on fire');
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await titleOf(page, 'Northwind');
  await page.getByRole('link', { name: 'Printer on fire' }).click();
  await titleOf(page, 'Printer on fire');
  assert.equal(await page.locator('.head .state').textContent(), 'open');
  await page.getByRole('link', { name: 'New comment' }).click();
  await page.getByLabel('Text').fill('Water helps.');
  await page.getByRole('button', { name: 'Create comment' }).click();
  await page.getByRole('link', { name: 'Water helps.' }).waitFor();
  await page.getByRole('button', { name: 'Assign' }).click();
  const agent = page.getByRole('combobox', { name: 'Agent' });
  await agent.fill('nobody');
  await page.locator('dialog').getByRole('button', { name: 'Assign' }).click();
  await page.locator('dialog .fault', { hasText: 'must be an identifier that begins with usr_' }).waitFor();
  await agent.fill('');
  await page.getByRole('option', { name: 'Ann' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Assign' }).click();
  await page.locator('dd', { hasText: 'Ann' }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Solve' }).click();
  await page.locator('.head .state', { hasText: 'solved' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Solve' }).getAttribute('aria-disabled'), 'true');
  await page.locator('.not', { hasText: 'Solve Only from open or pending; this ticket is solved.' }).waitFor();
  await page.locator('.timeline', { hasText: 'ticket.moved' }).waitFor();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'ann@example.com' }).waitFor();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill('another horse');
  await page.getByLabel('Current').fill('wrong horse');
  await page.locator('dialog').getByRole('button', { name: 'Change password' }).click();
  await page.locator('dialog .fault', { hasText: 'must be the present password' }).waitFor();
  await page.getByLabel('Current').fill('correct horse');
  await page.locator('dialog').getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Change password: done.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  assert.equal(await page.evaluate('sessionStorage.getItem("nonet-key")'), null);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('two people edit one invoice: the second sees both values and chooses', { skip }, async () => {
  const [key, other] = [await createKey('pair'), await createKey('stranger')];
  const customer = await call(key, 'POST', '/customers', { name: 'Ada', email: 'ada@pair.example' });
  const { id } = await call(key, 'POST', '/invoices', draft(customer.id));
  const { page, faults } = await watch(browser);
  await enter(page, key, `#edit/Invoice/${id}`);
  await page.getByLabel('Memo').fill('mine');
  await call(key, 'PATCH', `/invoices/${id}`, { memo: 'theirs' });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.locator('dialog');
  await dialog.getByText('Somebody else has changed it').waitFor();
  assert.match((await dialog.locator('tbody').textContent()) ?? '', /theirs.*mine/);
  assert.deepEqual(await findBarriers(page, 'dialog'), []);
  await dialog.getByLabel('Memo: yours').check();
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await page.locator('dd', { hasText: 'mine' }).waitFor();
  assert.equal((await call(key, 'GET', `/invoices/${id}`)).memo, 'mine');
  // A fault that the service finds is said at its field.
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Quantity').fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.fault', { hasText: 'must be 1 to 10000' }).waitFor();
  // The invoice of another shop is not there.
  await page.evaluate(`sessionStorage.setItem('nonet-key', ${JSON.stringify(other)})`);
  await page.reload();
  await page.getByText('There is no such record, or you cannot see it').waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('S90: texts of records stay texts, the key stays in its tab, and a guest who may only read sees no button that would be refused', {
  skip,
}, async () => {
  const [key, guest] = [await createKey('museum'), await createKey('museum', ['invoices:read'])];
  const name = '<img src=x onerror=alert(1)>';
  const customer = await call(key, 'POST', '/customers', { name, email: 'x@museum.example' });
  const { id } = await call(key, 'POST', '/invoices', draft(customer.id));
  const { page, faults } = await watch(browser);
  const asked: string[] = [];
  const refused: number[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.status());
  });
  await page.goto(`${invoices.address}/workbench#record/Invoice/${id}`);
  await page.getByLabel('Key').fill(`${guest.slice(0, -1)}_`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The service does not accept this key: it is wrong, or it has expired.').waitFor();
  await page.getByLabel('Key').fill(guest);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.states').waitFor();
  await page.getByRole('link', { name }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0);
  for (const word of ['Send', 'Pay', 'Withdraw'])
    assert.equal(await page.getByRole('button', { name: word }).getAttribute('aria-disabled'), 'true');
  assert.equal(await page.locator('.not', { hasText: 'Your key lacks the scope invoices:write.' }).count(), 1);
  await page.getByRole('link', { name: 'Customers' }).click();
  await titleOf(page, 'Customers');
  await page.getByRole('link', { name }).waitFor();
  assert.equal(await page.getByRole('link', { name: /^(New|Import)/ }).count(), 0);
  assert.equal(await page.getByRole('checkbox').count(), 0);
  assert.deepEqual(refused, []);
  // The key is in this tab alone, and no request goes anywhere else.
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(invoices.address)),
    [],
  );
  assert.deepEqual(
    [...asked, page.url()].filter((url) => url.includes(guest)),
    [],
  );
  assert.equal(await page.evaluate('JSON.stringify({ ...localStorage })'), '{}');
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a clerk imports customers from a CSV file, and downloads them as one', { skip }, async () => {
  const [key, other] = [await createKey('clerk'), await createKey('elsewhere')];
  await call(other, 'POST', '/customers', { name: 'Unseen', email: 'unseen@elsewhere.example' });
  await call(key, 'POST', '/customers', { name: 'Taken', email: 'taken@clerk.example' });
  const { page, faults } = await watch(browser);
  await enter(page, key, '#list/Customer');
  await page.getByRole('link', { name: 'Import' }).click();
  const text = [
    'E-Mail;Name',
    'ada@clerk.example;=HYPERLINK("https://example.com")',
    'nothing;Bob',
    'taken@clerk.example;Cy',
    ...Array.from({ length: 30 }, (_, at) => `c${at}@clerk.example;Customer ${at}`),
  ].join('\n');
  const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByText('32 lines fit, 1 do not and are left out.').waitFor();
  await page.getByText('email must be an email address').waitFor();
  await page.getByRole('button', { name: 'Create 32 customers' }).click();
  await page.getByText('31 customers created, 2 not.').waitFor();
  await page.locator('tr', { hasText: 'Line 4' }).getByText('Another customer has this email').waitFor();
  await page.getByRole('link', { name: 'See customers' }).click();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Previous' }).waitFor();
  assert.equal(await page.locator('.records tbody tr').count(), 7);
  await page.getByRole('button', { name: 'Download' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const written = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  assert.equal(written[0], 'id,shop,name,email,created_at');
  assert.equal(written.length, 34, '32 customers, the names of the columns, and an end');
  assert.ok(written.some((line) => line.includes(`"'=HYPERLINK(""https://example.com"")"`)));
  assert.ok(!written.join().includes('Unseen'));
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('several invoices are sent at once, with a result for each, and the keyboard goes through the list', {
  skip,
}, async () => {
  const [key, other] = [await createKey('many'), await createKey('few')];
  const theirs = await call(other, 'POST', '/customers', { name: 'Unseen', email: 'unseen@few.example' });
  await call(other, 'POST', '/invoices', draft(theirs.id));
  const customer = await call(key, 'POST', '/customers', { name: 'Ada', email: 'ada@many.example' });
  const { id } = await call(key, 'POST', '/invoices', { ...draft(customer.id), due_on: '2020-01-31' });
  await call(key, 'POST', '/invoices', draft(customer.id));
  const { page, faults } = await watch(browser);
  await enter(page, key, '#list/Invoice');
  await page.getByRole('link', { name: 'Ada' }).first().waitFor();
  assert.equal(await page.locator('.records tbody tr').count(), 2);
  await page.getByLabel('Choose all of this page').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByText('1 of 2 done').waitFor();
  await page.locator('dialog td', { hasText: 'The due date has passed' }).waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'open', exact: true }).click();
  await page.waitForURL(/#list\/Invoice\?status=open$/);
  await page.locator('.records tbody tr').nth(1).waitFor({ state: 'detached' });
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await titleOf(page, 'Invoice 1');
  await page.keyboard.press('Escape');
  await titleOf(page, 'Invoices');
  await page.waitForURL(/#list\/Invoice\?status=open$/);
  // A guard that reads the input is decided by the service, in the words of the document.
  await page.getByRole('link', { name: 'Invoice 1' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByLabel('Amount').fill('5000');
  await page.locator('dialog').getByRole('button', { name: 'Pay' }).click();
  await page.locator('dialog', { hasText: 'The payment is more than what is owed' }).waitFor();
  await page.getByLabel('Amount').fill('400');
  await page.locator('dialog').getByRole('button', { name: 'Pay' }).click();
  // One that reads the record is known before: by what was paid, and by the date.
  await page.locator('.not', { hasText: 'Withdraw Something has been paid already (only if paid == 0).' }).waitFor();
  await page.goto(`${invoices.address}/workbench#record/Invoice/${id}`);
  await page.locator('.not', { hasText: 'Send The due date has passed (only if due_on >= today).' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled'), 'true');
  // What others do is seen without a reload.
  await call(key, 'POST', `/invoices/${id}/withdraw`);
  await page.locator('.head .state', { hasText: 'void' }).waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

for (const [look, viewport, colorScheme] of [
  ['wide and light', { width: 1440, height: 900 }, 'light'],
  ['narrow and dark', { width: 390, height: 844 }, 'dark'],
] as const) {
  test(`${look}: axe-core finds no barrier in a list, a record and a form, and nothing is wider than the screen`, {
    skip,
  }, async () => {
    const [key, other] = [await createKey(look), await createKey(`not ${look}`)];
    const email = `${look.replaceAll(' ', '-')}@example.com`;
    const customer = await call(key, 'POST', '/customers', { name: 'Ada', email });
    await call(other, 'POST', '/customers', { name: 'Unseen', email: `not-${email}` });
    const { id } = await call(key, 'POST', '/invoices', draft(customer.id));
    const { page, faults } = await watch(browser, { viewport, colorScheme });
    await page.goto(`${invoices.address}/workbench`);
    assert.deepEqual(await findBarriers(page), []);
    await enter(page, key, '#list/Invoice');
    for (const [place, found] of [
      ['#list/Invoice', '.records .state'],
      [`#record/Invoice/${id}`, '.states'],
      [`#record/Customer/${customer.id}`, '.related .records'],
      [`#edit/Invoice/${id}`, '.form'],
      ['#new/Customer', '.form'],
      ['#import/Customer', '.card'],
    ] as const) {
      await page.goto(`${invoices.address}/workbench${place}`);
      await page.locator(found).first().waitFor();
      assert.deepEqual(await findBarriers(page), [], place);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, place);
    }
    // A link of somebody else leads to no other page and runs nothing.
    await page.goto(`${invoices.address}/workbench#new/Customer?_back=javascript%3Aalert(1)`);
    await page.locator('.form').waitFor();
    assert.match((await page.locator('.crumbs a').getAttribute('href')) ?? '', /^#list\/Customer/);
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}
