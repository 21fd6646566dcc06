import type { DescriptionRoute } from './route.ts';

/** The path of the file by which the service of the page runs in a browser, and from the page. */
export const servicePath = '/docs/service.js';
export const serviceFromPage = 'docs/service.js';

const policy = /* not a message */ "default-src 'none'; script-src 'unsafe-eval' 'wasm-unsafe-eval'";

/** Creates the route of the file by which the service runs in the documentation page, in a worker with a policy of its own. */
export function createBrowserServiceRoute(read: () => Promise<string>): DescriptionRoute {
  return {
    path: servicePath,
    contentType: 'text/javascript; charset=utf-8',
    // The service compiles its document to functions, and SQLite is WebAssembly; nothing may be loaded or sent.
    headers: () => ['Content-Security-Policy', policy],
    write: read,
  };
}
