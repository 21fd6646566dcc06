import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type OpenService, open, type Settings, toNodeHandler } from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');
const folders = (process.env.PATH ?? '').split(delimiter);
const found = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find((file) => existsSync(file));

/** False where Chromium is installed; else what a test that needs it says instead of running. */
export const skip =
  found === undefined ? 'LEFT OUT: Chromium is not installed (Debian: apt-get install chromium)' : false;

/** Starts Chromium. */
export async function launch(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: found!, args });
}

/** A page, and all that the browser found wrong with it. */
export interface Watched {
  readonly page: Page;
  /** Errors of its console, of its script, and of its policy. */
  readonly faults: string[];
}

/** Opens a page in a context of its own, and notes what the browser finds wrong. */
export async function watch(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // a refusal that is asked for is no fault of the page
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Lists what axe-core finds wrong in a part of a page, by default in all of it, as `rule: element`. */
export async function findBarriers(page: Page, part = 'html'): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(`axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] })`);
  const { violations } = found as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** A service that listens, with its address. */
export interface Listening {
  readonly service: OpenService;
  readonly address: string;
  close(): Promise<void>;
}

/** Serves a document, a text or the path of a file, from memory on a free port of this machine. */
export async function listen(document: string, settings: Settings = {}): Promise<Listening> {
  const service = await open({ document: document.includes('\n') ? document : join(root, document), settings });
  const server = createServer(toNodeHandler(service));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    service,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
