import type { CredentialRecord } from '../../contracts/caller.ts';
import type { CreatedCredential, NewCredential } from '../../contracts/credentials.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { explainWhyNotAllowed } from '../../parts/authentication/serve/asked.ts';
import { createCredential } from '../../parts/authentication/serve/credentials/credential.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { CommandError } from '../command-error.ts';
import { isAlive } from './effective.ts';
import { listManualSchemes } from './schemes.ts';

/** The credential or client to rotate, by its ID; the older ones remain valid for `gracePeriod` milliseconds. */
export interface Rotating {
  readonly plan: Plan;
  readonly store: Store;
  readonly platform: Platform;
  readonly id: string;
  readonly gracePeriod: number;
}

/** The new credential, and when the older ones expire. */
interface Rotated {
  readonly made: CreatedCredential;
  readonly asked: NewCredential;
  readonly ends: number;
}

/**
 * Creates a credential with the same rights as another one and shortens the older ones, in one transaction. Throws a
 * `CommandError` if there is none, or the document no longer allows its rights.
 */
export async function rotateCredential(
  { plan, store, platform, id, gracePeriod }: Rotating,
  more: (
    scheme: SchemePlan,
    like: NewCredential,
  ) => Promise<Pick<NewCredential, 'chosen' | 'lifetime'>> | Pick<NewCredential, 'lifetime'>,
): Promise<Rotated> {
  const now = platform.now();
  const old = await findCredentialToRotate(plan, store, id, now);
  const scheme = listManualSchemes(plan).find(({ name }) => name === old.scheme)!;
  const { kind, client, subject, scopes, attributes } = old;
  const misfit = explainWhyNotAllowed(plan.authentication, { scopes, attributes });
  if (misfit !== undefined) throw new CommandError(`${id} cannot be rotated: ${misfit}.`);
  const holder = client === undefined ? {} : { client };
  const like: NewCredential = { kind, scheme: old.scheme, subject, scopes, attributes, ...holder };
  const asked = { ...like, ...(await more(scheme, like)) };
  const made = createCredential(platform, scheme, asked, now);
  await needNewPassword(store, asked, made);
  let ends = now + gracePeriod;
  await store.write(async ({ credentials }) => {
    // Its rights may have changed, or ended, since it was found.
    const rights = await credentials.held(old.id, now, 'change');
    if (rights === undefined) throw new CommandError(`${id} has ended in the meantime, so it was not rotated.`);
    ends = platform.now() + gracePeriod;
    await credentials.shorten(client ?? old.id, ends);
    await credentials.create({ ...made.record, ...rights });
    return { result: undefined, undo: false };
  });
  return { made, asked, ends };
}

async function findCredentialToRotate(plan: Plan, store: Store, id: string, now: number): Promise<CredentialRecord> {
  const meant = (await store.credentials.list({ tokens: false })).filter(
    (record) => record.revokedAt === undefined && (record.id === id || record.client === id),
  );
  const open = listManualSchemes(plan).map(({ name }) => name);
  const gone = meant.find(({ scheme }) => !open.includes(scheme));
  if (gone !== undefined)
    throw new CommandError(`${id} cannot be rotated: the document no longer has the scheme ${gone.scheme}.`);
  const found = meant.findLast((record) => isAlive(plan, record, now));
  if (found === undefined)
    throw new CommandError(
      `No active key or client has the ID ${id}. To list them, run \`nonet keys list ${plan.document}\`.`,
    );
  return found;
}

/** Throws a `CommandError` if the client has, or had, the same password. */
export async function needNewPassword(
  { credentials }: Store,
  { chosen, client }: NewCredential,
  { record }: CreatedCredential,
): Promise<void> {
  if (chosen === undefined || (await credentials.find(record.hash)) === undefined) return;
  throw new CommandError(`The client ${client} already uses or used this password. Choose another one.`);
}
