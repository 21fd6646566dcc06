import type { RequestContext } from '../../../contracts/request-context.ts';
import { readPathValue } from '../../../plan/records/neighbours.ts';

/**
 * Reads a member that Nonet compares, such as the present password, and takes it out of the input. The body of an older version becomes
 * input later, and keeps it until then.
 */
export function readPresented(ctx: RequestContext, path: readonly string[]): unknown {
  const later = ctx.older?.sent;
  return later === undefined ? takePresented(ctx, path) : readPathValue(later.members, path);
}

/** Takes a member that Nonet compares out of the input: no expression and no code sees it. */
export function takePresented(ctx: RequestContext, path: readonly string[]): unknown {
  const value = readPathValue(ctx.input, path);
  const holder = readPathValue(ctx.input, path.slice(0, -1)) as Record<string, unknown> | undefined;
  if (holder !== undefined) delete holder[path.at(-1)!];
  return value;
}
