import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The policy of the worker that reads documents: Graphviz is WebAssembly, and no code is made from a text. */
export const languagePolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/** Returns the file that the target of a request names; undefined if there is none in the folder. */
export function findFile(folder: string, target: string): string | undefined {
  try {
    const path = decodeURIComponent(target.replace(/[?#].*$/s, ''));
    const file = join(folder, normalize(path === '/' ? '/index.html' : path));
    return file.startsWith(folder + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    // An escape that is not UTF-8, a name that no file can have, or no such file.
    return undefined;
  }
}

/** Creates the server of a folder. */
export function createFolderServer(folder: string): Server {
  return createServer(({ url = '/' }, response) => {
    const file = findFile(folder, url);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
      ...(file.endsWith(`${sep}language.js`) ? { 'Content-Security-Policy': languagePolicy } : {}),
    });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
}

/** Serves a folder on this machine, and returns its address. Port 0 is any free port. */
export async function serve(folder: string, port: number): Promise<string> {
  const server = createFolderServer(folder);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
