import type { Plan } from '../plan/plan.ts';
import type { Host } from '../steps/host.ts';
import type { Store } from '../steps/store.ts';
import { openMigration, openStore, shownAddress } from '../stores/index.ts';
import { StoreInUse } from '../stores/problem.ts';
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
  outdated?: (why: string) => void,
): Promise<Store> {
  try {
    return await openStore(address, plan, { host, durability, ...(outdated && { outdated }) });
  } catch (error) {
    throw failureOfStore(error);
  }
}

/** Why a store cannot be opened or changed, as a `CommandFailure`. */
export function failureOfStore(error: unknown): CommandFailure {
  const { message } = error as Error;
  return error instanceof StoreInUse ? new InUse(message) : new CommandFailure(message);
}

/** Other processes serve from the store: it may be free when they have ended. */
export class InUse extends CommandFailure {}

/** Opens the store of a plan for what only looks at it or changes what is in it: where there is none yet, none is made. */
export async function openKeptStore(plan: Plan, address: string, host: Host): Promise<Store> {
  try {
    const there = await openMigration(address);
    const made = await there?.made();
    await there?.close();
    if (made === undefined) {
      throw new CommandFailure(`${shownAddress(address)} holds no service yet: \`nonet serve\` makes its tables.`);
    }
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure((error as Error).message);
  }
  return openStoreOf(plan, address, host);
}
