import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';

/** The hash with which the password of a request was compared, and the refusal if the record has another one. */
interface Compared {
  readonly hash: unknown;
  /** Another hash of the same password, which a log in may have stored meanwhile. */
  readonly renewed?: string | undefined;
  readonly wrong: Refusal;
}

const compared = new WeakMap<RequestContext, Compared>();

/** Keeps the hash of a comparison that was made before the transaction. */
export function keepCompared(ctx: RequestContext, comparison: Compared): void {
  compared.set(ctx, comparison);
}

/** Refuses a request whose record has another password by now. Work that code or effects do inside a request compares none. */
export function checkCompared(ctx: RequestContext, field: string): Refusal | undefined {
  const known = compared.get(ctx);
  if (known === undefined) return undefined;
  const stored = ctx.before?.[field];
  return stored === known.hash || (known.renewed !== undefined && stored === known.renewed) ? undefined : known.wrong;
}
