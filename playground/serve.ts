import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The policy of the worker that reads documents: Graphviz is WebAssembly, and no code is made from a text. */
export const languagePolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/** Serves a folder on this machine, and returns its address. Port 0 is any free port. */
export async function serve(folder: string, port: number): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(folder, normalize(pathname === '/' ? '/index.html' : decodeURIComponent(pathname)));
    if (!file.startsWith(folder) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
      ...(pathname.endsWith('/language.js') ? { 'Content-Security-Policy': languagePolicy } : {}),
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
