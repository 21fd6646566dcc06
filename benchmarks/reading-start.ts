import { compile } from '../src/codegen/compile.ts';
import { buildPlan, type Document } from '../src/parts/index.ts';
import { createNodePlatform } from '../src/serve/platform-node.ts';
import { needReadableSecrets } from '../src/serve/readable-secrets.ts';
import { openService } from '../src/serve/service.ts';
import { openStore } from '../src/stores/index.ts';

/** Opens a service of a document without errors on a database in memory, as `nonet serve` does; returns what ends it. */
export async function startService({ service }: Document): Promise<() => Promise<void>> {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const plan = buildPlan(service);
  const store = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const compiled = compile(plan);
  await needReadableSecrets(plan, store, undefined);
  const opened = openService({ plan, compiled, store, platform });
  return async () => {
    await opened.close();
    await store.close();
  };
}
