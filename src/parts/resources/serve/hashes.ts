import type { RequestContext } from '../../../contracts/request-context.ts';

/** The hashes of the passwords that a request was sent, for steps inside the transaction. */
const kept = new WeakMap<RequestContext, ReadonlyMap<string, string>>();

const none: ReadonlyMap<string, string> = new Map();

/** Keeps the hashes of the passwords of a request. */
export function keepHashes(ctx: RequestContext, hashes: ReadonlyMap<string, string>): void {
  kept.set(ctx, hashes);
}

/** Returns the hashes that are kept for a request, by password. */
export function getHashes(ctx: RequestContext): ReadonlyMap<string, string> {
  return kept.get(ctx) ?? none;
}
