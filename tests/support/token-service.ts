import { createServer } from 'node:net';
import { compile } from '../../src/codegen/compile.ts';
import type { Platform } from '../../src/contracts/platform.ts';
import type { Store } from '../../src/contracts/store.ts';
import { listen } from '../../src/serve/node.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openService, type Service } from '../../src/serve/service.ts';
import type { IssuersSettings } from '../../src/serve/verifying/issuer-settings.ts';
import { openStore } from '../../src/stores/index.ts';
import { logInto, planFor } from '../serve/support/served.fixture.ts';

/** A document that is served at its base address from a store, and what makes clients of its schemes. */
export interface TokenService {
  readonly base: string;
  readonly service: Service;
  readonly store: Store;
  readonly platform: Platform;
  readonly logged: string[];
  client(scheme: string, id: string, scopes: readonly string[], attributes: object): Promise<string>;
  close(): Promise<void>;
}

/** Serves a document under the address `{origin}<path>`, which it knows unless `base` says otherwise. */
export async function serveTokens(
  document: string,
  store: string,
  more: {
    readonly path?: string;
    readonly base?: string | null;
    readonly issuers?: IssuersSettings;
    readonly now?: () => number;
    /** What is logged is what `nonet serve --log-level` writes. */
    readonly level?: string;
  } = {},
): Promise<TokenService> {
  const plan = planFor(document);
  const port = await freePort();
  const base = more.base ?? `http://127.0.0.1:${port}${more.path ?? ''}`;
  const logged: string[] = [];
  const real = createNodePlatform(logInto(logged, more.level));
  const platform = more.now === undefined ? real : { ...real, now: more.now };
  const opened = await openStore(store, plan, { platform, durability: 'process' });
  const settings = {
    ...(more.base === null ? {} : { baseUrl: base }),
    ...(more.issuers === undefined ? {} : { issuers: more.issuers }),
  };
  const service = openService({ plan, compiled: compile(plan, settings), store: opened, platform, settings });
  const listener = await listen(service, { port, host: '127.0.0.1' });
  return {
    base: more.base === null ? `http://127.0.0.1:${port}` : base,
    service,
    store: opened,
    platform,
    logged,
    async client(scheme, id, scopes, attributes) {
      const asked = { kind: 'secret', scheme, client: id, scopes, attributes: { ...attributes } } as const;
      return (await service.keys.make(asked, platform.now())).text;
    },
    async close() {
      await listener.close(100);
      await service.close();
      await opened.close();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
