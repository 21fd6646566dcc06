import type { CredentialRecord } from '../../contracts/caller.ts';
import type { CredentialService } from '../../contracts/credentials.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Store } from '../../contracts/store.ts';
import {
  createRightsChange,
  explainWhyNotChanged,
  type RightsChange,
  TokenOfClientError,
} from '../../parts/authentication/serve/rights.ts';
import type { Plan } from '../../plan/plan.ts';
import { CommandError } from '../command-error.ts';
import { isAlive } from './effective.ts';

/** The dependencies of a change of rights. `keys` changes them at once in a service that runs here; else the store does. */
export interface Changing {
  readonly plan: Plan;
  readonly store: Store;
  readonly platform: Platform;
  readonly keys?: Pick<CredentialService, 'change'>;
}

/**
 * Changes the rights of a key or token by its ID, or of a client with all its secrets and tokens by the client's. Returns them as they are now.
 * Throws a `CommandError` if there is none that is active, or the document does not allow the rights.
 */
export async function changeRights(
  { plan, store, platform, keys }: Changing,
  id: string,
  change: RightsChange,
): Promise<readonly CredentialRecord[]> {
  const misfit = explainWhyNotChanged(plan.authentication, change);
  if (misfit !== undefined) throw new CommandError(`The rights of ${id} cannot be changed: ${misfit}.`);
  const now = platform.now();
  const all = await store.credentials.list({ tokens: false });
  const secret = all.find((record) => record.id === id && record.kind === 'secret');
  if (secret !== undefined) {
    throw new CommandError(
      `${id} is a secret of the client ${secret.client}. All secrets of a client have the same rights: change those of ${secret.client}.`,
    );
  }
  const meant = all.filter((record) => record.id === id || record.client === id);
  const absent = `No active key or client has the ID ${id}. To list them, run \`nonet keys list ${plan.document}\`.`;
  if (meant.length > 0 && !meant.some((record) => isAlive(plan, record, now))) throw new CommandError(absent);
  const lacking = change.removeScopes?.find(
    (name) => meant.length > 0 && !meant.some((of) => of.scopes.includes(name)),
  );
  if (lacking !== undefined) throw new CommandError(`${id} does not have the scope ${lacking}.`);
  const changed = await tryChange(() =>
    (keys ?? store.credentials).change(id, now, createRightsChange(plan.authentication, change)),
  );
  if (changed.length === 0) throw new CommandError(absent);
  return changed;
}

async function tryChange<T>(change: () => MaybePromise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw error instanceof TokenOfClientError ? new CommandError(error.message) : error;
  }
}
