import type { CredentialRecord } from '../../contracts/caller.ts';
import type { CreatedCredential, NewCredential } from '../../contracts/credentials.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { explainWhyNotAllowed } from '../../parts/authentication/serve/asked.ts';
import { createCredential } from '../../parts/authentication/serve/credential.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { CommandError } from '../shared/terminal.ts';
import { needNewPassword } from './chosen.ts';
import { listManualSchemes } from './credentials.ts';
import { isAlive } from './list.ts';

/** Which credential is rotated, by its id or its client's; the older ones count for `gracePeriod` milliseconds more. */
interface Rotating {
  readonly plan: Plan;
  readonly store: Store;
  readonly platform: Platform;
  readonly id: string;
  readonly gracePeriod: number;
}

/** The credential that takes another's place, and the moment at which the older ones end. */
interface Rotated {
  readonly made: CreatedCredential;
  readonly asked: NewCredential;
  readonly ends: number;
}

/**
 * Makes another credential like one that is there, in one transaction with the end of that one and of a client's others. Throws a
 * `CommandError` where there is none, or the document no longer allows its like.
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
  if (misfit !== undefined) throw new CommandError(`${id} cannot be made again: ${misfit}.`);
  const holder = client === undefined ? {} : { client };
  const like: NewCredential = { kind, scheme: old.scheme, subject, scopes, attributes, ...holder };
  const asked = { ...like, ...(await more(scheme, like)) };
  const made = createCredential(platform, scheme, asked, now);
  await needNewPassword(store, asked, made);
  await store.write(async ({ credentials }) => {
    await credentials.shorten(client ?? old.id, now + gracePeriod);
    await credentials.create(made.record);
    return { result: undefined, undo: false };
  });
  return { made, asked, ends: now + gracePeriod };
}

async function findCredentialToRotate(plan: Plan, store: Store, id: string, now: number): Promise<CredentialRecord> {
  const meant = (await store.credentials.list({ tokens: false })).filter(
    (record) => record.revokedAt === undefined && (record.id === id || record.client === id),
  );
  const open = listManualSchemes(plan).map(({ name }) => name);
  const gone = meant.find(({ scheme }) => !open.includes(scheme));
  if (gone !== undefined) throw new CommandError(`The document has no scheme ${gone.scheme} any more.`);
  const found = meant.findLast((record) => isAlive(plan, record, now));
  if (found === undefined)
    throw new CommandError(`No active key or client has the ID ${id}. To list them, run \`nonet keys list\`.`);
  return found;
}
