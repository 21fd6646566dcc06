import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { findBarriers, launch, skip, watch } from './browser.ts';

// Opens the built site in Chromium. Run `npm run site` first.
const folder = join(import.meta.dirname, '../../site/dist');
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};
// axe-core reads style sheets by requests, which a page from disk must not send.
const server = createServer(({ url = '/' }, response) => {
  const file = join(folder, new URL(url, 'http://localhost').pathname);
  if (!existsSync(file)) return response.writeHead(404).end();
  const type = types[file.slice(file.lastIndexOf('.') + 1)];
  return response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(readFileSync(file));
});
const address = (file: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${file}`;

/** Pages of each kind: the start, a guide with samples, a reference with wide tables, a diagnostic, a file of the repository. */
const pages = [
  'index.html',
  'tutorial.html',
  'language/states.html',
  'reference.html',
  'cookbook/index.html',
  'files/deploy/Dockerfile.html',
].filter((file) => existsSync(join(folder, file)));

const phone = { viewport: { width: 390, height: 844 } };

describe('the site in a browser', { skip }, () => {
  let browser: Browser;
  before(async () => {
    assert.equal(pages.length, 6, 'npm run site wrote the pages');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no barrier and no error: ${colorScheme}, wide and narrow`, async () => {
      for (const size of [{}, phone]) {
        const { page, faults } = await watch(browser, { colorScheme, ...size });
        for (const file of pages) {
          await page.goto(address(file));
          assert.deepEqual(await findBarriers(page), [], file);
          const [width, visible] = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, innerWidth]',
          );
          assert.ok(width <= visible, `${file} is ${width} px wide in a window of ${visible} px`);
        }
        assert.deepEqual(faults, []);
        await page.context().close();
      }
    });
  }

  it('finds a page by the keyboard alone', async () => {
    const { page, faults } = await watch(browser);
    await page.goto(address('index.html'));
    await page.keyboard.press('/');
    await page.waitForFunction(
      "document.getElementById('finder').open && globalThis.MiniSearch && globalThis.nonetIndex",
    );
    await page.keyboard.type('idempotency key');
    await page.waitForSelector('#results a');
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== address('index.html'));
    assert.match((await page.textContent('main')) ?? '', /idempotency/i);
    assert.deepEqual(faults, []);
  });

  it('says when a search finds nothing', async () => {
    const { page } = await watch(browser);
    await page.goto(address('index.html'));
    await page.click('#search');
    await page.fill('#query', 'xyzzyplugh');
    await page.waitForFunction("document.getElementById('status').textContent.startsWith('Nothing found')");
  });

  it('switches between light and dark, and remembers it', async () => {
    const { page } = await watch(browser, { colorScheme: 'light' });
    await page.goto(address('index.html'));
    const read = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await read();
    await page.click('#theme');
    const dark = await read();
    assert.notEqual(dark, light);
    await page.goto(address('tutorial.html'));
    assert.equal(await read(), dark);
  });

  it('opens and closes the list of pages on a phone', async () => {
    const { page } = await watch(browser, phone);
    await page.goto(address('index.html'));
    assert.equal(await page.isVisible('#sidebar a'), false);
    await page.click('#menu');
    await page.waitForSelector('#sidebar a', { state: 'visible' });
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Escape');
    assert.equal(await page.getAttribute('#menu', 'aria-expanded'), 'false');
  });
});
