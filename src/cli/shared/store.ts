import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Allowed, openStore, openStoreWithPlan, redactAddress, type StoreWithPlan } from '../../stores/index.ts';
import { createLayout } from '../../stores/layout.ts';
import { isOthers, refuseMisfit } from '../../stores/migration/fits.ts';
import { StoreInUseError } from '../../stores/store-error.ts';
import { CommandError, type Terminal } from './terminal.ts';

/** The address of a document's own store: `invoices.md` keeps its records in `invoices.db` beside it. */
export function getDefaultStore(document: string): string {
  return `sqlite:${document.replace(/\.(md|markdown)$/i, '')}.db`;
}

/** Opens the store of a plan; what stands in the way is a `CommandError`. */
export async function openStoreOf(
  plan: Plan,
  address: string,
  platform: Platform,
  durability: 'full' | 'process' = 'full',
  outdated?: (why: string) => void,
): Promise<Store> {
  try {
    return await openStore(address, plan, { platform, durability, ...(outdated && { outdated }) });
  } catch (error) {
    throw toStoreCommandError(error);
  }
}

/** Why a store cannot be opened or changed, as a `CommandError`. */
export function toStoreCommandError(error: unknown): CommandError {
  const { message } = error as Error;
  if (error instanceof CommandError) return error;
  return error instanceof StoreInUseError ? new InUse(message) : new CommandError(message);
}

/** Other processes serve from the store: it may be free when they have ended. */
export class InUse extends CommandError {}

/** How a command that only manages a store opens it. */
interface Managing {
  readonly platform: Platform;
  readonly terminal: Terminal;
  /** What is done where there is no store yet. */
  readonly absent: 'make' | 'refuse';
  /** Its records are worked with, so they have to be those of the plan. */
  readonly records?: true;
}

/**
 * Opens the store of a plan for a command that only manages it: it stays the store of the document that it is served by, whose plan
 * comes with it. Warns, or throws a `CommandError`, where that is another service's.
 */
export async function openKeptStore(
  plan: Plan,
  address: string,
  { platform, terminal, absent, records }: Managing,
): Promise<StoreWithPlan & { readonly created?: true }> {
  try {
    const told = warnOfOtherService(plan, terminal);
    const kept = await openStoreWithPlan(address, { platform, durability: 'full' }, (made, store) => {
      told(made, store);
      if (records) refuseMisfit(store.place, made, plan, store.texts(createLayout(plan)));
    });
    if (kept !== undefined) return kept;
  } catch (error) {
    throw toStoreCommandError(error);
  }
  if (absent === 'make') return { plan, store: await openStoreOf(plan, address, platform), created: true };
  throw new CommandError(`${redactAddress(address)} holds no service yet: \`nonet serve\` makes its tables.`);
}

/** Warns if a database was made by a service of another name; throws a StoreError if that has none of the resources. */
export function warnOfOtherService(plan: Plan, terminal: Terminal): Allowed {
  return ({ plan: made }, { place }) => {
    if (!isOthers(place, made, plan)) return;
    const whose = `${place} belongs to the service "${made.name}", not to "${plan.name}"`;
    terminal.err(`warning: ${whose}. If the service has another name now, this ends when it is served.`);
  };
}
