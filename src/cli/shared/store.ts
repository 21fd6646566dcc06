import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Allowed, openStore, openStoreWithPlan, redactAddress, type StoreWithPlan } from '../../stores/index.ts';
import { createLayout } from '../../stores/layout.ts';
import { isOthers, refuseMisfit } from '../../stores/migration/fits.ts';
import type { StoreOptions } from '../../stores/options.ts';
import { toStoreCommandError } from './store-errors.ts';
import type { Terminal } from './terminal.ts';

/** Opens the store of a plan. Throws a `CommandError` if it cannot be opened. */
export async function openStoreOf(
  plan: Plan,
  address: string,
  platform: Platform,
  more: Partial<Omit<StoreOptions, 'platform'>> = {},
): Promise<Store> {
  try {
    return await openStore(address, plan, { platform, durability: 'full', ...more });
  } catch (error) {
    throw toStoreCommandError(error);
  }
}

/** How a command that only manages a store opens it. */
interface Managing {
  readonly platform: Platform;
  readonly terminal: Terminal;
  /** The action if the store does not exist yet. */
  readonly absent: 'make' | 'refuse';
  /** The command uses records, so the store must match the plan. */
  readonly records?: true;
}

/**
 * Opens the store of a plan for a command that only manages it, with the plan of the document that created it. Warns, or throws a
 * `CommandError`, if the store belongs to another service.
 */
export async function openKeptStore(
  plan: Plan,
  address: string,
  { platform, terminal, absent, records }: Managing,
): Promise<StoreWithPlan & { readonly created?: true }> {
  try {
    const warn = warnOfOtherService(plan, terminal);
    const kept = await openStoreWithPlan(address, { platform, durability: 'full' }, (made, store) => {
      warn(made, store);
      if (records) refuseMisfit(store.place, made, plan, store.texts(createLayout(plan)));
    });
    if (kept !== undefined) return kept;
  } catch (error) {
    throw toStoreCommandError(error);
  }
  if (absent === 'make') return { plan, store: await openStoreOf(plan, address, platform), created: true };
  throw new CommandError(
    `${redactAddress(address)} does not exist or has no tables yet. To create it, run \`nonet serve ${plan.document}\`.`,
  );
}

/** Warns if a database belongs to a service of another name; throws a StoreError if that has none of the resources. */
export function warnOfOtherService(plan: Plan, terminal: Terminal): Allowed {
  return ({ plan: made }, { place }) => {
    if (!isOthers(place, made, plan)) return;
    const whose = `${place} belongs to the service "${made.name}", not to "${plan.name}"`;
    terminal.err(`warning: ${whose}. If the service was renamed, serve it once to update the name.`);
  };
}
