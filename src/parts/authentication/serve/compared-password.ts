import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';

/** The hash with which the password of a request was compared, and the refusal if the record has another one. */
interface Compared {
  readonly hash: unknown;
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
  return known !== undefined && ctx.before?.[field] !== known.hash ? known.wrong : undefined;
}
