import type { CredentialRecord } from '../../contracts/caller.ts';
import type { CredentialAsked, CredentialMade } from '../../contracts/credentials.ts';
import type { Host } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { misfitOf } from '../../parts/authentication/serve/asked.ts';
import { credentialFor } from '../../parts/authentication/serve/credential.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { CommandFailure } from '../shared/terminal.ts';
import { needNewPassword } from './chosen.ts';
import { madeByHand } from './credentials.ts';
import { isAlive } from './list.ts';

/** Which credential is rotated, by its id or its client's; the older ones count for `overlap` milliseconds more. */
interface Rotating {
  readonly plan: Plan;
  readonly store: Store;
  readonly host: Host;
  readonly id: string;
  readonly overlap: number;
}

/** The credential that takes another's place, and the moment at which the older ones end. */
interface Rotated {
  readonly made: CredentialMade;
  readonly asked: CredentialAsked;
  readonly ends: number;
}

/**
 * Makes another credential like one that is there, in one transaction with the end of that one and of a client's others. Throws a
 * `CommandFailure` where there is none, or the document no longer allows its like.
 */
export async function rotateCredential(
  { plan, store, host, id, overlap }: Rotating,
  more: (
    scheme: SchemePlan,
    like: CredentialAsked,
  ) => Promise<Pick<CredentialAsked, 'chosen' | 'lifetime'>> | Pick<CredentialAsked, 'lifetime'>,
): Promise<Rotated> {
  const now = host.now();
  const old = await rotated(plan, store, id, now);
  const scheme = madeByHand(plan).find(({ name }) => name === old.scheme)!;
  const { kind, client, subject, scopes, attributes } = old;
  const misfit = misfitOf(plan.authentication, { scopes, attributes });
  if (misfit !== undefined) throw new CommandFailure(`${id} cannot be made again: ${misfit}.`);
  const holder = client === undefined ? {} : { client };
  const like: CredentialAsked = { kind, scheme: old.scheme, subject, scopes, attributes, ...holder };
  const asked = { ...like, ...(await more(scheme, like)) };
  const made = credentialFor(host, scheme, asked, now);
  await needNewPassword(store, asked, made);
  await store.write(async ({ credentials }) => {
    await credentials.shorten(client ?? old.id, now + overlap);
    await credentials.create(made.record);
    return { result: undefined, undo: false };
  });
  return { made, asked, ends: now + overlap };
}

async function rotated(plan: Plan, store: Store, id: string, now: number): Promise<CredentialRecord> {
  const meant = (await store.credentials.list({ tokens: false })).filter(
    (one) => one.revokedAt === undefined && (one.id === id || one.client === id),
  );
  const open = madeByHand(plan).map(({ name }) => name);
  const gone = meant.find(({ scheme }) => !open.includes(scheme));
  if (gone !== undefined) throw new CommandFailure(`The document has no scheme ${gone.scheme} any more.`);
  const found = meant.findLast((one) => isAlive(plan, one, now));
  if (found === undefined)
    throw new CommandFailure(`No key that is alive has the id ${id}. \`nonet keys list\` lists them.`);
  return found;
}
