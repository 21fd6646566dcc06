import type { Caller, CredentialRecord } from '../../../../contracts/caller.ts';
import type { Client, CreatedCredential, CredentialService, NewCredential } from '../../../../contracts/credentials.ts';
import { then } from '../../../../contracts/maybe-promise.ts';
import type { Platform } from '../../../../contracts/platform.ts';
import type { MaybePromise } from '../../../../contracts/record.ts';
import type { TokenSigner } from '../../../../contracts/sessions/tokens.ts';
import type { Store } from '../../../../contracts/store.ts';
import { readIdentity } from '../../../../plan/fields/identity-type.ts';
import type { SchemePlan } from '../../../../plan/plan.ts';
import { sessionAttribute } from '../../../../plan/records/sessions.ts';
import { findSchemeKind, isSignedHere } from '../../schemes/index.ts';
import { type CallerAttribute, readAttribute } from '../attributes.ts';
import { computeExpiry, computeIdleEnd, createCredential } from './credential.ts';
import { type CachedCredential, createCredentialCache, toDoubtedSession } from './credential-cache.ts';
import { hasForm, hashCredential, looksLike, mayBeChosen, shortestChosen, toChosenSecretString } from './keys.ts';
import { looksSigned, withSignedText } from './signed-form.ts';

const minute = 60_000;
/** The store is asked this often whether a credential was ended, and what is near is mistrusted when it takes longer to answer. */
const second = 1000;
/** Expired tokens are stored this long, then removed in batches. */
const keptAfterEnd = 24 * 60 * minute;
const removedAtOnce = 1000;

/** The dependencies of a credential service. */
export interface CredentialServiceDependencies {
  readonly schemes: readonly SchemePlan[];
  /** The attributes of `caller` in addition to `id`, `scopes` and `scheme`. */
  readonly attributes: readonly CallerAttribute[];
  /** The type of the identities of sessions; left out of a document whose sessions are not records. */
  readonly sessionType?: 'string' | 'integer' | undefined;
  readonly store: Pick<Store, 'credentials'>;
  readonly platform: Platform;
  /** Signs the tokens of schemes whose kind says so; left out of a document without one. */
  readonly signer?: TokenSigner | undefined;
}

/**
 * Opens the credential service. Its cache is cleared when the store reports that a credential was ended or got other rights, which is queried
 * each second, and at once when this instance ends or changes one.
 */
export function openCredentialService({
  schemes,
  attributes,
  sessionType,
  store,
  platform,
  signer,
}: CredentialServiceDependencies): CredentialService {
  const { credentials } = store;
  const open = new Map(schemes.filter(({ disabled }) => disabled !== true).map((scheme) => [scheme.name, scheme]));
  const used = new Map<string, number>();
  /** Uses of sessions with refresh tokens. */
  const usedSessions = new Map<string, number>();
  /** The uses that are being stored. */
  let writing: ReadonlyMap<string, number> = new Map();
  let closed = false;
  let cancel = (): void => {};
  let ticks = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let over = false;
  let tidying: Promise<void> | undefined;

  const nearOf = (record: CredentialRecord | undefined): CachedCredential | undefined => {
    if (record === undefined || record.revokedAt !== undefined || !open.has(record.scheme)) return undefined;
    // Its text has another form; a refresh token is never a credential of a request.
    if (record.kind === 'refresh') return undefined;
    const caller = createCaller(record, attributes, sessionType);
    // This instance may have seen uses that are not stored yet.
    const usedAt = Math.max(record.lastUsedAt ?? 0, used.get(record.id) ?? 0, writing.get(record.id) ?? 0);
    return { record, caller, endsAt: computeExpiry(open.get(record.scheme)!, record), usedAt };
  };
  const names = [...open.keys()];
  const cache = createCredentialCache({
    mayBe: (text) =>
      names.some((name) => hasForm(platform, name, text)) ||
      mayBeChosen(text) ||
      names.some((name) => looksSigned(name, text)),
    ask(text) {
      const record = credentials.find(hashCredential(platform, text));
      return then(record, nearOf);
    },
    now: platform.now,
  });

  const flush = async (): Promise<void> => {
    if (used.size === 0) return;
    writing = new Map(used);
    const sessions = new Map(usedSessions);
    used.clear();
    usedSessions.clear();
    try {
      await credentials.used(writing, sessions);
    } catch (error) {
      for (const [id, at] of writing) if (!used.has(id)) used.set(id, at);
      for (const [id, at] of sessions) if (!usedSessions.has(id)) usedSessions.set(id, at);
      throw error;
    } finally {
      writing = new Map();
    }
  };

  const settle = async (): Promise<void> => {
    let waiting = true;
    const calm = platform.after(second, () => {
      if (waiting) cache.bypass();
    });
    try {
      cache.settle(await credentials.version());
    } finally {
      waiting = false;
      calm();
    }
  };

  const unnoted = (error: unknown): void =>
    platform.log.error({ error: String(error) }, 'failed to record credential uses');

  /** Writes what may wait: when credentials were used, and which tokens are over. */
  const tidy = async (): Promise<void> => {
    if (++ticks % 10 === 0) await flush();
    if (over || ticks % 60 === 1) {
      over = (await credentials.expire(platform.now() - keptAfterEnd, removedAtOnce)) === removedAtOnce;
    }
  };

  const look = async (): Promise<void> => {
    const answers = await settle().then(
      () => true,
      (error: unknown) => {
        cache.forget();
        platform.log.error({ error: String(error) }, 'failed to query credentials');
        return false;
      },
    );
    if (closed) return;
    cancel = platform.after(second, () => void look());
    // An end is looked for again in a second, however long the store takes to write.
    if (!answers) return;
    tidying ??= tidy()
      .catch(unnoted)
      .finally(() => {
        tidying = undefined;
      });
  };

  const tellOfClock = ({ id, createdAt }: CredentialRecord, now: number): void => {
    if (Math.abs(now - toldAt) < minute) return;
    toldAt = now;
    const ahead = createdAt - now;
    platform.log.warn(
      { credential: id, milliseconds: ahead },
      'a credential has a creation time in the future: was the clock set back?',
    );
  };

  const isIdle = ({ record, usedAt }: CachedCredential, now: number): boolean => {
    const scheme = open.get(record.scheme);
    return scheme !== undefined && computeIdleEnd(scheme, record.createdAt, usedAt) <= now;
  };

  /** Another instance may have stored a later use than the one that is near. */
  const lookUp = (text: string, now: number): MaybePromise<CachedCredential | undefined> =>
    then(cache.find(text), (cached) =>
      cached !== undefined && isIdle(cached, now) && cached.endsAt > now ? cache.renew(text) : cached,
    );

  /** Whether what is near is alive and of this scheme; its use is noted. */
  const holds = (cached: CachedCredential, scheme: string, now: number): boolean => {
    const { record, endsAt, usedAt } = cached;
    if (record.scheme !== scheme || endsAt <= now || isIdle(cached, now)) return false;
    // A clock that was set back would let it live longer than it may; one without an end has nothing to gain.
    if (record.createdAt > now + minute && endsAt !== Number.POSITIVE_INFINITY) {
      tellOfClock(record, now);
      return false;
    }
    if (now - usedAt >= minute) {
      cached.usedAt = now - (now % minute);
      used.set(record.id, cached.usedAt);
      if (record.generation !== undefined && record.session !== undefined)
        usedSessions.set(record.session, cached.usedAt);
    }
    return true;
  };

  const callerBehind = (cached: CachedCredential | undefined, scheme: string, now: number): Caller | undefined =>
    cached !== undefined && cached.record.kind !== 'secret' && holds(cached, scheme, now) ? cached.caller : undefined;

  const clientBehind = (
    cached: CachedCredential | undefined,
    scheme: string,
    id: string,
    now: number,
  ): Client | undefined => {
    if (cached?.record.kind !== 'secret' || cached.record.client !== id || !holds(cached, scheme, now))
      return undefined;
    const { subject, scopes, attributes: held } = cached.record;
    return { id, subject, scopes, attributes: held, caller: cached.caller };
  };

  if (open.size > 0) void look();
  return {
    find(scheme, text, now): MaybePromise<Caller | undefined> {
      const found = lookUp(text, now);
      return then(found, (cached) => callerBehind(cached, scheme, now));
    },
    client(scheme, id, secret, now): MaybePromise<Client | undefined> {
      const found = cache.find(toLookupString(open.get(scheme), id, secret));
      return then(found, (cached) => clientBehind(cached, scheme, id, now));
    },
    make(credential, now, transaction): MaybePromise<CreatedCredential> {
      const scheme = open.get(credential.scheme);
      const keep = (given: NewCredential): MaybePromise<CreatedCredential> => {
        const made = createCredential(platform, scheme, given, now);
        const kept = (transaction?.credentials ?? credentials).create(made.record);
        return then(kept, () => made);
      };
      const isSigned =
        credential.kind === 'token' && scheme !== undefined && isSignedHere(findSchemeKind(scheme.kind)!);
      if (!isSigned || signer === undefined) return keep(credential);
      const reading = transaction === undefined ? signer.ready(now) : undefined;
      return then(reading, () => keep(withSignedText({ platform, signer }, scheme, credential, now)));
    },
    recordOf: (text) => credentials.find(hashCredential(platform, text)),
    revoke(id, now, transaction, except) {
      cache.doubt(id);
      const done = (transaction?.credentials ?? credentials).revoke(id, now, except);
      if (!(done instanceof Promise)) return done;
      return done.finally(() => cache.doubt(id));
    },
    endSession(session, now, transaction) {
      const doubted = toDoubtedSession(session);
      cache.doubt(doubted);
      return then(transaction.credentials.endSession(session, now), () => cache.doubt(doubted));
    },
    change(id, now, change, transaction) {
      cache.doubt(id);
      const done = (transaction?.credentials ?? credentials).change(id, now, change);
      if (!(done instanceof Promise)) return done;
      return done.finally(() => cache.doubt(id));
    },
    get endings() {
      return cache.forgotten;
    },
    create: (credential) => credentials.create(credential),
    async close() {
      closed = true;
      cancel();
      await tidying;
      await flush().catch(unnoted);
    },
  };
}

/** The text that is looked for: a secret that was made here is its own, one that an operator chose is bound to its client. */
function toLookupString(scheme: SchemePlan | undefined, client: string, secret: string): string {
  if (scheme === undefined || findSchemeKind(scheme.kind)?.form !== 'id and secret') return secret;
  if (secret.length < shortestChosen || looksLike(scheme.name, secret)) return secret;
  return toChosenSecretString(scheme.name, client, secret);
}

/** A value of another type than the document now states is treated as absent. */
function createCaller(
  record: CredentialRecord,
  attributes: CredentialServiceDependencies['attributes'],
  sessionType: CredentialServiceDependencies['sessionType'],
): Caller {
  const values: Record<string, unknown> = { id: record.subject, scopes: record.scopes, scheme: record.scheme };
  for (const attribute of attributes) {
    const { name } = attribute;
    const value = Object.hasOwn(record.attributes, name)
      ? readAttribute(attribute, record.attributes[name])
      : undefined;
    if (value !== undefined) values[name] = value;
  }
  const { client, session } = record;
  const identity = sessionType && session && readIdentity(sessionType, session);
  if (identity !== undefined) values[sessionAttribute] = identity;
  return {
    id: record.subject,
    scopes: record.scopes,
    values,
    credential: record.id,
    ...(client === undefined ? {} : { client }),
    ...(session === undefined ? {} : { session }),
  };
}
