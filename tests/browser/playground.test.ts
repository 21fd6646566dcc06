import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { languagePolicy } from '../../playground/serve.ts';
import { findBarriers, launch, skip as noBrowser, type Watched, watch } from './browser.ts';

const root = join(import.meta.dirname, '../..');
const skip = existsSync(join(root, 'playground/node_modules/@codemirror/view'))
  ? noBrowser
  : 'LEFT OUT: the packages of the playground are not installed (npm run playground)';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const narrow = { width: 390, height: 844 };
const patience = { timeout: 120_000 };

let browser: Browser;
let folder: string;
let server: Server;
let address: string;
before(async () => {
  if (skip !== false) return;
  folder = mkdtempSync(join(tmpdir(), 'nonet-playground-'));
  const build = ['--disable-warning=ExperimentalWarning', join(root, 'playground/build.ts'), '--out', folder];
  execFileSync(process.execPath, build);
  server = createServer(({ url = '/' }, response) => {
    // in a folder of its host: all addresses are relative
    const file = join(folder, (url.split('?')[0] ?? '').replace(/^\/nonet\//, '') || 'index.html');
    if (!url.startsWith('/nonet/') || !existsSync(file)) response.writeHead(404).end();
    else {
      // as a host may send it: the worker that reads documents makes no code from them
      if (file.endsWith('language.js')) response.setHeader('Content-Security-Policy', languagePolicy);
      response.setHeader('Content-Type', types[extname(file)]!).end(readFileSync(file));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/nonet/`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const statusOf = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('#status').filter({ hasText: text }).waitFor(patience);

/** Opens the page and waits until the service of its document runs. */
async function openPage(options: BrowserContextOptions = {}, fragment = ''): Promise<Watched> {
  const watched = await watch(browser, options);
  await watched.page.goto(address + fragment);
  await statusOf(watched.page, 'runs in this page');
  return watched;
}

async function openExample(page: Page, name: string): Promise<void> {
  await page.locator('#examples').selectOption(name);
  await statusOf(page, `${name} runs in this page`);
}

/** Sends the request of an operation as the form has it, and returns the text of the response. */
async function send(page: Page, operation: string): Promise<string> {
  await tab(page, 'Service').click();
  const path = page.getByLabel('Path');
  await page.locator(`[data-operation="${operation}"]`).click();
  await page.locator(`[data-operation="${operation}"][aria-pressed=true]`).waitFor();
  await page.waitForFunction((input) => (input as { value: string }).value.startsWith('/'), await path.elementHandle());
  await page.locator('.response').evaluate((element: { replaceChildren(): void }) => element.replaceChildren());
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.response pre').first().waitFor();
  return page.locator('.response').innerText();
}

/** Replaces a text of the document by typing. */
async function retype(page: Page, line: string, typed: string): Promise<void> {
  await page.locator('.cm-line', { hasText: line }).first().click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(typed);
}

const task = { title: 'Write the page' };

test('a document is broken, fixed and run, and a refusal leads to its line', { skip }, async () => {
  const { page, faults } = await openPage();
  await openExample(page, 'Tasks');
  await retype(page, '| title | string', '| title | strin | required; 1..200 characters |');
  await statusOf(page, /error.*the last version without errors runs/);
  await tab(page, 'Problems').click();
  assert.match(await page.locator('.problems').innerText(), /Unknown type/);
  assert.equal(await page.locator('.cm-lintRange-error').count(), 1);
  await page.locator('.problems .fix').first().click();
  await statusOf(page, 'Tasks runs in this page');
  assert.match(await page.locator('.cm-line', { hasText: '| title' }).first().innerText(), /\| string/);
  await tab(page, 'Service').click();
  await page.locator('[data-operation="create Task"]').click();
  await page.getByLabel('Body').fill(JSON.stringify(task));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.response .s2').waitFor();
  assert.match(await send(page, 'finish Task'), /"status": "done"/);
  const refused = await send(page, 'finish Task');
  assert.match(refused, /^409 Conflict/);
  await page.locator('.response .line').click();
  const line = await page.locator('.n-target').innerText();
  assert.match(line.replace(/\s+/g, ' '), /^\| open \| finish/);
  await tab(page, 'Records').click();
  await page.locator('td', { hasText: 'Write the page' }).waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('the operations of an example are filled with requests that succeed, and events are listed', {
  skip,
}, async () => {
  const { page, faults } = await openPage();
  await openExample(page, 'Invoices');
  const body = await page.getByLabel('Body').elementHandle();
  await page.waitForFunction((area) => (area as { value: string }).value.includes('Ada'), body, patience);
  assert.match(await send(page, 'create Customer'), /^201 Created/);
  assert.match(await send(page, 'create Invoice'), /^201 Created/);
  assert.match(await send(page, 'pay Invoice'), /^409 wrong_state/);
  assert.match(await send(page, 'send Invoice'), /"status": "open"/);
  await tab(page, 'Events').click();
  assert.deepEqual(await page.locator('#pane section:not([hidden]) summary b').allInnerTexts(), [
    'invoice.sent',
    'invoice.created',
  ]);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a timer fires when the clock is moved past it, and its event is listed', { skip }, async () => {
  const { page, faults } = await openPage();
  await openExample(page, 'Reminders');
  await page.locator('[data-operation="create Reminder"]').click();
  await page.getByLabel('Body').fill('{ "text": "Water the plants" }');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.response .s2').waitFor();
  await tab(page, 'Clock').click();
  await page.getByRole('button', { name: 'Move the clock by 1 hour' }).click();
  await page.locator('.log', { hasText: 'Nothing happened in this time' }).waitFor(patience);
  const before = await page.locator('.time').innerText();
  await page.getByLabel('Number').fill('1');
  await page.getByLabel('Unit').selectOption('days');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.locator('.log', { hasText: 'Events that happened' }).waitFor(patience);
  const after = await page.locator('.time').innerText();
  const moment = (text: string): number => Date.parse(text.replace(' UTC', 'Z'));
  assert.equal(moment(after) - moment(before), 86_400_000);
  assert.match(await page.locator('.log').innerText(), /status waiting → due[\s\S]*reminder\.due/);
  await tab(page, 'Events').click();
  await page.locator('#pane section:not([hidden]) summary b', { hasText: 'reminder.due' }).waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('records are kept through a change that keeps them, and else reset with the reason', { skip }, async () => {
  const { page, faults } = await openPage();
  await openExample(page, 'Tasks');
  await page.locator('[data-operation="create Task"]').click();
  await page.getByLabel('Body').fill(JSON.stringify(task));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.response .s2').waitFor();
  await page.locator('.cm-line', { hasText: '| status' }).first().click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('note');
  await page.keyboard.press('Tab');
  await page.keyboard.type('string');
  await statusOf(page, 'restarted, records kept');
  await tab(page, 'Records').click();
  await page.locator('td', { hasText: 'Write the page' }).waitFor();
  await tab(page, 'Compare').click();
  await page.locator('.compare .class', { hasText: 'compatible' }).first().waitFor();
  await retype(page, '| title | string', '| name | string | required; 1..200 characters |');
  await statusOf(page, /restarted without records: .*Task\.title/);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a shared link opens the same document, and its fragment is never sent', { skip }, async () => {
  const { page } = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openExample(page, 'Seat holds');
  await retype(page, '# Seat holds', '# Seats of a hall');
  await statusOf(page, 'Seats of a hall runs in this page');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Link copied' }).waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  await page.context().close();
  const { page: other, faults } = await openPage({}, link.slice(link.indexOf('#')));
  await statusOf(other, 'Seats of a hall runs in this page');
  assert.match(await other.locator('.cm-line').first().innerText(), /^# Seats of a hall/);
  assert.deepEqual(faults, []);
  await other.context().close();
});

test('the document and its project are downloaded', { skip }, async () => {
  const { page } = await openPage();
  await openExample(page, 'Tasks');
  const [document] = await Promise.all([page.waitForEvent('download'), page.locator('#download-document').click()]);
  assert.equal(document.suggestedFilename(), 'tasks.md');
  assert.match(readFileSync(await document.path(), 'utf8'), /^# Tasks\n/);
  const [project] = await Promise.all([page.waitForEvent('download'), page.locator('#download-project').click()]);
  assert.equal(project.suggestedFilename(), 'tasks.zip');
  const archive = readFileSync(await project.path()).toString('latin1');
  for (const name of ['tasks.md', 'tasks.test.ts', 'package.json', '.gitignore', 'README.md', 'AGENTS.md'])
    assert.ok(archive.includes(name), name);
  await page.context().close();
});

test('after the first visit the page opens and its service runs without a network', { skip }, async () => {
  const { page, faults } = await openPage();
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.waitForFunction('navigator.serviceWorker.controller !== null');
  await page.context().setOffline(true);
  await page.reload();
  await statusOf(page, 'runs in this page');
  assert.match(await send(page, 'create Task'), /^(?:201|422)/);
  await openExample(page, 'Invoices');
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('hostile texts of a document stay texts, in the page and in its documentation', { skip }, async () => {
  const { page, faults } = await openPage();
  await openExample(page, 'Tasks');
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await retype(page, '# Tasks', `# Tasks ${hostile}`);
  await retype(page, '| title | string', `| title | ${hostile} | required |`);
  await statusOf(page, /error/);
  await tab(page, 'Problems').click();
  assert.match(await page.locator('.problems').innerText(), /Unknown type <img/);
  await retype(page, '| title |', '| title | string | required |');
  await statusOf(page, 'runs in this page');
  await tab(page, 'Documentation').click();
  const heading = page.frameLocator('.page iframe').locator('h1');
  await heading.filter({ hasText: '<img src=x' }).waitFor();
  assert.equal(await page.locator('img[src=x], .problems script').count(), 0);
  await page.frameLocator('.page iframe').locator('#endpoints a.l').first().click();
  await page.locator('.n-target', { hasText: '## Endpoints' }).waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a name is explained, found and renamed, and the document is formatted', { skip }, async () => {
  const { page, faults } = await openPage();
  await openExample(page, 'Tasks');
  const transition = page.locator('.cm-line', { hasText: 'open | finish' }).first();
  const finish = transition.getByText('finish');
  await finish.hover();
  await page.locator('.n-hover').waitFor();
  assert.match(await page.locator('.n-hover').innerText(), /finish/);
  await transition.getByText('open').click();
  await page.keyboard.press('F12');
  await page.locator('.cm-activeLine', { hasText: 'open | initial' }).waitFor();
  assert.equal(await page.evaluate('getSelection().toString()'), 'open');
  await page.keyboard.press('F2');
  const name = page.locator('.n-rename input');
  await name.fill('done');
  await page.keyboard.press('Enter');
  await page.locator('.n-rename .n-problem').filter({ hasText: /./ }).waitFor();
  await name.fill('todo');
  await page.keyboard.press('Enter');
  await page.locator('.n-rename').waitFor({ state: 'detached' });
  await statusOf(page, 'Tasks runs in this page');
  const renamed = await page.locator('.cm-content').innerText();
  assert.match(renamed, /\| todo \| initial \|[\s\S]*\| todo \| finish \| done \|/);
  await retype(page, '| title', '|title|string|required; 1..200 characters|');
  await page.getByRole('button', { name: 'Format' }).click();
  await page.locator('.cm-line', { hasText: '| title | string | required; 1..200 characters |' }).waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('the keyboard alone edits a table, leaves the editor, and reaches each view', { skip }, async () => {
  const { page, faults } = await openPage();
  await openExample(page, 'Tasks');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 11; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('due');
  await page.keyboard.press('Tab');
  await page.keyboard.type('str');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'string' }).first().waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await statusOf(page, 'restarted');
  assert.match((await page.locator('.cm-line', { hasText: 'due' }).textContent()) ?? '', /^\| due \| string\| \|/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.id'), 'divider');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  for (const name of ['Records', 'Events', 'Clock', 'Compare']) {
    await page.keyboard.press('ArrowRight');
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), new RegExp(`^${name}`));
    assert.equal(await page.locator('#pane section:not([hidden]) h2').first().innerText(), name);
  }
  assert.deepEqual(faults, []);
  await page.context().close();
});

for (const [look, viewport, colorScheme] of [
  ['wide and light', undefined, 'light'],
  ['wide and dark', undefined, 'dark'],
  ['narrow and light', narrow, 'light'],
  ['narrow and dark', narrow, 'dark'],
] as const) {
  test(`${look}: axe-core finds no barrier in any view, and nothing is wider than the screen`, { skip }, async () => {
    const { page, faults } = await openPage({ colorScheme, ...(viewport === undefined ? {} : { viewport }) });
    await openExample(page, 'Invoices');
    await addProblem(page, viewport !== undefined);
    for (const name of ['Problems', 'Service', 'Records', 'Events', 'Clock', 'Compare']) {
      await tab(page, name).click();
      assert.deepEqual(await findBarriers(page), [], name);
    }
    assert.match(await send(page, 'create Customer'), /^\d{3}/);
    assert.deepEqual(await findBarriers(page), []);
    if (viewport !== undefined) assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

/** Adds a warning or an error that stays, so that the views have problems to show. */
async function addProblem(page: Page, isNarrow: boolean): Promise<void> {
  if (isNarrow) await page.locator('#tab-document').click();
  await retype(page, '### Customer', '### Customr');
  await statusOf(page, /error/);
}
