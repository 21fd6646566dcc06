import type { Caller, CredentialRecord } from '../../../../contracts/caller.ts';
import type { MaybePromise } from '../../../../contracts/record.ts';

/** A cached credential: who calls with it, until when. */
export interface CachedCredential {
  readonly record: CredentialRecord;
  readonly caller: Caller;
  /** Milliseconds; from then on it is over. */
  readonly endsAt: number;
  /** When its use was noted last. */
  usedAt: number;
}

/** The maximum number of cached credentials, and of cached strings that are not credentials. */
const most = 10_000;
/** For this long the store is queried for each credential that this instance ended or changed: that may be rolled back. */
const recheckAfterMs = 60_000;

/** Returns the ID by which the credentials of a session are doubted. */
export function toDoubtedSession(session: string): string {
  return `session ${session}`;
}

/** The cache of the store's credentials. */
export interface CredentialCache {
  /** Returns the caller of a text; queries the store if it is not cached, once for concurrent requests. */
  find(text: string): MaybePromise<CachedCredential | undefined>;
  /** Queries the store for a text, whatever is cached. */
  renew(text: string): MaybePromise<CachedCredential | undefined>;
  /** Takes note of the store's version number: another than before means that a credential was ended or changed. */
  settle(version: number): void;
  /** The store does not report its version: until it does, cached credentials are queried each time. */
  bypass(): void;
  /** A credential, a client or a session is being ended or changed. */
  doubt(id: string): void;
  forget(): void;
  /** How often all was forgotten. */
  readonly forgotten: number;
}

/** The source of the cache. */
export interface CredentialCacheDependencies {
  /** Whether there is any sense in asking the store for a text. */
  mayBe(text: string): boolean;
  /** Returns the store's credential of a text, unless it has ended. */
  ask(text: string): MaybePromise<CachedCredential | undefined>;
  now(): number;
}

/** Keeps what `ask` finds, and until `settle` is called also that it found nothing. */
export function createCredentialCache({ mayBe, ask, now: time }: CredentialCacheDependencies): CredentialCache {
  const known = new Map<string, CachedCredential>();
  const unknown = new Set<string>();
  const asked = new Map<string, Promise<CachedCredential | undefined>>();
  const doubted = new Map<string, number>();
  let version = -1;
  let forgotten = 0;
  let trusted = true;

  const isDoubted = (id: string | undefined): boolean => {
    const until = id === undefined ? undefined : doubted.get(id);
    if (until === undefined) return false;
    if (until > time()) return true;
    doubted.delete(id!);
    return false;
  };

  const keep = (text: string, cached: CachedCredential | undefined): CachedCredential | undefined => {
    if (cached === undefined) {
      if (unknown.size >= most) unknown.clear();
      unknown.add(text);
      return undefined;
    }
    const { id, client, session } = cached.record;
    const isUncertain =
      isDoubted(id) || isDoubted(client) || (session !== undefined && isDoubted(toDoubtedSession(session)));
    if (doubted.size > 0 && isUncertain) return cached;
    if (known.size >= most) known.delete(known.keys().next().value!);
    known.set(text, cached);
    return cached;
  };

  const forget = (): void => {
    forgotten++;
    known.clear();
    unknown.clear();
  };

  const askOnce = (text: string): MaybePromise<CachedCredential | undefined> => {
    const waiting = asked.get(text);
    if (waiting !== undefined) return waiting;
    const answer = ask(text);
    if (!(answer instanceof Promise)) return keep(text, answer);
    const before = forgotten;
    const kept = answer
      .then((cached) => (before === forgotten ? keep(text, cached) : cached))
      .finally(() => {
        if (asked.get(text) === kept) asked.delete(text);
      });
    asked.set(text, kept);
    return kept;
  };

  return {
    find(text) {
      if (!trusted) return mayBe(text) ? ask(text) : undefined;
      return known.get(text) ?? (unknown.has(text) || !mayBe(text) ? undefined : askOnce(text));
    },
    renew(text) {
      known.delete(text);
      return askOnce(text);
    },
    settle(now) {
      if (now !== version) forget();
      version = now;
      trusted = true;
      unknown.clear();
      for (const id of doubted.keys()) isDoubted(id);
    },
    doubt(id) {
      doubted.set(id, time() + recheckAfterMs);
      asked.clear();
      forget();
    },
    bypass() {
      trusted = false;
    },
    forget,
    get forgotten() {
      return forgotten;
    },
  };
}
