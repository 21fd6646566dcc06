import type { Operation, Sent, SessionKeeper } from './options.ts';
import { type AnyResult, find } from './response.ts';

/** The tokens of a person who is logged in. Store them as you store a password. */
export interface SessionTokens {
  /** The credential of requests. */
  readonly credential: string;
  /** Gets the next credential. */
  readonly refreshToken?: string;
  /** When the credential ends, in milliseconds since 1970; left out: not known. */
  readonly expiresAt?: number;
}

/** Stores the tokens of one person, so that a session goes on after a restart. */
export interface SessionStore {
  /** Returns the tokens that were saved last; `undefined` without a session. */
  load(): SessionTokens | undefined | Promise<SessionTokens | undefined>;
  /** Stores new tokens; `undefined` after a log out, or when the session has ended. */
  save(tokens: SessionTokens | undefined): void | Promise<void>;
}

/** Options of a client that keeps a session. */
export interface SessionOptions {
  /**
   * Keeps the session of one person: after a log in or a sign up, requests carry the credential, which the client refreshes. A store keeps the
   * tokens; `true` keeps them in the client alone. Default: the client keeps none.
   */
  readonly session?: SessionStore | true;
}

/** The scheme of sessions; `lifetime`: of a credential, in milliseconds. */
export interface SessionScheme {
  readonly scheme: string;
  readonly lifetime?: number;
}

/** The operation that refreshes a session: the constants of its body, and the place of the refresh token in it. */
interface Refresh {
  readonly operation: Operation;
  readonly constants: object;
  readonly path: readonly string[];
  /** Sends a request without another credential. */
  send(sent: Sent): Promise<AnyResult>;
}

/** Milliseconds before its end at which a credential is refreshed, or a tenth of its lifetime if that is less. */
const early = 30_000;

/** Keeps the session of one person. Requests at the same time share one refresh. */
export function keepSession(
  { scheme, lifetime }: SessionScheme,
  store: SessionStore | true,
  refresh?: Refresh,
): SessionKeeper {
  let tokens: SessionTokens | undefined;
  let loading: Promise<void> | undefined;
  let refreshing: Promise<boolean> | undefined;
  const load = async (): Promise<void> => {
    if (store !== true) tokens = await store.load();
  };
  const loadOnce = (): Promise<void> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const save = async (next: SessionTokens | undefined): Promise<void> => {
    tokens = next;
    if (store !== true) await store.save(next);
  };
  const read = ({ session }: Operation, data: unknown): SessionTokens | undefined => {
    const credential = find(data, session?.credential);
    if (typeof credential !== 'string') return undefined;
    const token = find(data, session?.refreshToken);
    return {
      credential,
      ...(typeof token === 'string' ? { refreshToken: token } : {}),
      ...(lifetime === undefined ? {} : { expiresAt: Date.now() + lifetime }),
    };
  };
  const renewFrom = async (used: string): Promise<boolean> => {
    // Another client with the same store may have refreshed the session, or ended it.
    await load();
    if (tokens?.credential !== used) return tokens !== undefined;
    if (tokens.refreshToken === undefined || refresh === undefined) return false;
    const result = await refresh.send(writeRefresh(refresh, tokens.refreshToken));
    const next = result.ok ? read(refresh.operation, result.data) : undefined;
    if (next !== undefined) await save(next);
    else if (result.status === 401) await save(undefined);
    return next !== undefined;
  };
  const renew = (used: string): Promise<boolean> => {
    refreshing ??= renewFrom(used).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
  const isEnding = ({ refreshToken, expiresAt }: SessionTokens): boolean =>
    refreshToken !== undefined &&
    expiresAt !== undefined &&
    Date.now() >= expiresAt - Math.min(early, (lifetime ?? early) / 10);
  return {
    scheme,
    async credential() {
      await loadOnce();
      const present = tokens;
      // If the refresh fails, the credential may still be valid.
      if (present !== undefined && isEnding(present)) await renew(present.credential).catch(() => false);
      return tokens?.credential;
    },
    async renew(used) {
      if (tokens !== undefined && tokens.credential !== used) return true;
      const isRenewed = await renew(used).catch(() => undefined);
      // Nothing can renew it: the session is over.
      if (isRenewed === false && tokens?.credential === used && tokens.refreshToken === undefined)
        await save(undefined);
      return isRenewed === true;
    },
    async note(operation, result) {
      const { session } = operation;
      if (!result.ok || session === undefined) return;
      await loadOnce();
      if (session.does === 'end') await save(undefined);
      else {
        const next = read(operation, result.data);
        if (next !== undefined) await save(next);
      }
    },
  };
}

/** Writes the body of a refresh. */
function writeRefresh({ constants, path }: Refresh, refreshToken: string): Sent {
  const body = structuredClone(constants) as Record<string, unknown>;
  let at = body;
  for (const name of path.slice(0, -1)) {
    const inner = at[name] ?? {};
    at[name] = inner;
    at = inner as Record<string, unknown>;
  }
  at[path.at(-1)!] = refreshToken;
  return { body };
}
