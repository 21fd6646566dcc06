import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const inCheckout = import.meta.url.endsWith('.ts');
const file = new URL(inCheckout ? '../../scripts/browser-service.ts' : '../../browser/service.js', import.meta.url);

let built: Promise<string> | undefined;

/** Returns what reads the file by which a service runs in a browser; undefined where this installation does not have it. */
export function findBrowserService(): (() => Promise<string>) | undefined {
  if (file.protocol !== 'file:' || !existsSync(file)) return undefined;
  return inCheckout ? buildOnce : () => readFile(file, 'utf8');
}

/** Builds it in a checkout, where the package's own is not there, once a process. */
function buildOnce(): Promise<string> {
  built ??= import(file.href).then((scripts: { buildBrowserService(): Promise<string> }) =>
    scripts.buildBrowserService(),
  );
  built.catch(() => {
    built = undefined;
  });
  return built;
}
