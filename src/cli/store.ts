import type { Plan } from '../plan/plan.ts';
import type { Host } from '../steps/host.ts';
import type { Store } from '../steps/store.ts';
import { openMigration, openStore, shownAddress } from '../stores/index.ts';
import { otherService } from '../stores/migration/fits.ts';
import type { MigrationStore } from '../stores/migration/store.ts';
import { StoreInUse } from '../stores/problem.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

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

/** Warns if a database was made by a service of another name; throws a `CommandFailure` if that has none of the resources. */
export async function tellOtherService(store: MigrationStore, plan: Plan, terminal: Terminal): Promise<void> {
  const made = await store.made();
  const other = made === undefined ? undefined : otherService(made.plan, plan);
  if (made === undefined || other === undefined) return;
  const whose = `${store.place} belongs to the service "${made.plan.name}", not to "${plan.name}"`;
  if (other === 'unrelated') throw new CommandFailure(`${whose}. Name the store of "${plan.name}" with --store.`);
  terminal.err(`warning: ${whose}. If the service has another name now, this ends when it is served.`);
}

/** Does the same with the database at an address; one that cannot be opened is left to whoever opens it next. */
export async function tellOtherServiceAt(address: string, plan: Plan, terminal: Terminal): Promise<void> {
  const store = await Promise.resolve(openMigration(address)).catch(() => undefined);
  try {
    if (store !== undefined) await tellOtherService(store, plan, terminal);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
  } finally {
    await store?.close();
  }
}
