// The service worker: keeps the files of the playground, so that it opens without a network after the first visit.

/** The files of this build, and the digest of their contents; the build writes both. */
declare const files: readonly string[];
declare const digest: string;

interface Extended {
  waitUntil(promise: Promise<unknown>): void;
}

interface Fetched {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Scope {
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: Extended) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
}

const scope = globalThis as unknown as Scope;
const prefix = 'nonet-playground-';
const own = prefix + digest;

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(own).then((cache) => cache.addAll(['./', ...files])));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(removeOlder().then(() => scope.clients.claim()));
});

scope.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

async function removeOlder(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== own) await caches.delete(name);
}

/** Files of the build come from the cache: all of one build, whatever the host has by now. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(own);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
