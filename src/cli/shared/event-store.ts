import type { Store } from '../../contracts/store.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import type { Plan } from '../../plan/plan.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { openDocument, planOrDiagnostics } from './document.ts';
import { logTo } from './log.ts';
import { openKeptStore } from './store.ts';
import type { Terminal } from './terminal.ts';

/** Runs `work` on the store of a document's events and deliveries, and closes it. Prints diagnostics if the document has errors. */
export async function withEventStore(
  file: string,
  options: { readonly store?: string },
  terminal: Terminal,
  work: (plan: Plan, store: Store) => Promise<void>,
): Promise<void> {
  const plan = planOrDiagnostics(openDocument(file), terminal);
  if (plan === undefined) return;
  const platform = createNodePlatform(logTo('silent'));
  const address = options.store ?? getDefaultStore(file);
  const { store } = await openKeptStore(plan, address, { platform, terminal, absent: 'refuse' });
  try {
    await work(plan, store);
  } finally {
    await store.close();
  }
}
