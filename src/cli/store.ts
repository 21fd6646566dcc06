import type { Plan } from '../plan/plan.ts';
import type { Host } from '../steps/host.ts';
import type { Store } from '../steps/store.ts';
import { openStore } from '../stores/index.ts';
import { CommandFailure } from './terminal.ts';

/** The address of a document's own store: `invoices.md` keeps its records in `invoices.db` beside it. */
export function usualStore(document: string): string {
  return `sqlite:${document.replace(/\.(md|markdown)$/i, '')}.db`;
}

/** Opens the store of a plan; what stands in the way is a `CommandFailure`. */
export async function openStoreOf(
  plan: Plan,
  address: string,
  host: Host,
  durability: 'full' | 'process' = 'full',
): Promise<Store> {
  try {
    return await openStore(address, plan, { host, durability });
  } catch (error) {
    throw new CommandFailure((error as Error).message);
  }
}
