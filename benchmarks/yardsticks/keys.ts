import { hash } from 'node:crypto';

/** Who calls, and what may be said of the shop without asking again. */
export interface Caller {
  readonly shop: string;
  /** The shop as JSON. */
  readonly shopText: string;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly endsAt: number;
}

/** A row of the table `credential`. */
export interface Credential {
  readonly shop: string;
  readonly scopes: string;
  readonly expires_at: number;
  readonly revoked_at: number | null;
}

/** The callers of known keys. */
export interface Keys {
  find(key: string): Caller | undefined;
}

const most = 10_000;

/**
 * Knows callers by their keys, kept as SHA-256 only. What was found is kept near and forgotten when another connection
 * has changed the database (`version` differs), which is asked each second.
 */
export function openKeys(lookUp: (hash: string) => Credential | undefined, version: () => unknown): Keys {
  const known = new Map<string, Caller>();
  let seen = version();
  setInterval(() => {
    const now = version();
    if (now !== seen) known.clear();
    seen = now;
  }, 1000).unref();
  return {
    find(key) {
      const caller = known.get(key);
      if (caller !== undefined) return caller.endsAt > Date.now() ? caller : undefined;
      if (key.length > 512) return undefined;
      const found = lookUp(hash('sha256', key));
      if (found === undefined || found.revoked_at !== null || found.expires_at <= Date.now()) return undefined;
      const made = callerOf(found);
      if (known.size >= most) known.clear();
      known.set(key, made);
      return made;
    },
  };
}

/** The caller that a credential tells of. */
export function callerOf({ shop, scopes, expires_at }: Credential): Caller {
  const all = JSON.parse(scopes) as readonly string[];
  return {
    shop,
    shopText: JSON.stringify(shop),
    reads: all.includes('invoices:read'),
    writes: all.includes('invoices:write'),
    endsAt: expires_at,
  };
}

/** The key in an Authorization header; undefined when there is none there. */
export function keyIn(authorization: string): string | undefined {
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim();
  return /^bearer +(\S.*)$/i.exec(authorization)?.[1];
}
