import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import { beginsSession, type OperationPlan } from '../../../../plan/operation.ts';
import type { Plan, SchemePlan } from '../../../../plan/plan.ts';
import { createForeignCheck } from '../../../endpoints/serve/cross-site.ts';

/** Returns the cookies that responses of an operation set or remove: those of the scheme whose sessions it begins or ends. */
export function listSessionCookies(plan: Pick<Plan, 'authentication'>, operation: OperationPlan): readonly string[] {
  // A replace issues one for a record that it creates.
  const { session } = operation;
  const changes = session?.does === 'log out' || session?.does === 'refresh' || beginsSession(session);
  const own = changes ? session?.scheme : undefined;
  const scheme = own ?? operation.issues ?? operation.creation?.issues;
  const { sentIn = [] } = plan.authentication.schemes.find(({ name }) => name === scheme) ?? {};
  return sentIn.flatMap((carried) => (carried.in === 'cookie' ? [carried.name] : []));
}

/**
 * Creates what adds the header Set-Cookie to responses of operations on sessions (RFC 6265, section 4.1); undefined if there is no cookie.
 * Pages cannot read the cookie, and browsers do not send it with requests that other sites begin, but for links. It is left to TLS alone,
 * unless the base URL is one of plain HTTP.
 */
export function createSessionCookies(
  op: OperationContext,
): ((ctx: RequestContext, headers: string[]) => void) | undefined {
  const { plan, operation, base } = op;
  const names = listSessionCookies(plan, operation);
  if (names.length === 0) return undefined;
  const attributes = formatAttributes(base);
  const ends = operation.session?.does === 'log out';
  const isForeign = createForeignCheck(plan, base);
  return (ctx, headers) => {
    const { issued } = ctx;
    if (!ends && issued === undefined) return;
    // A form of another site could sign its visitor in to an account of its own.
    if (!ends && isForeign(ctx.incoming)) return;
    const value = issued && `${issued.text}${formatAge(ctx.now, issued.expiresAt)}${attributes}`;
    for (const name of names) headers.push('Set-Cookie', ends ? formatRemoval(name, base) : `${name}=${value}`);
  };
}

function formatAttributes(base: string): string {
  return `; Path=/; HttpOnly; SameSite=Lax${base.startsWith('http:') ? '' : '; Secure'}`;
}

/** Returns the value of Set-Cookie that removes a cookie. */
export function formatRemoval(name: string, base: string): string {
  return `${name}=; Max-Age=0${formatAttributes(base)}`;
}

/** Returns the names of the cookies of sessions, which pages cannot remove. */
export function listCookiesOfSessions(schemes: readonly SchemePlan[]): readonly string[] {
  const places = schemes.flatMap(({ holder, sentIn }) => (holder === undefined ? [] : sentIn));
  return places.flatMap((carried) => (carried.in === 'cookie' ? [carried.name] : []));
}

function formatAge(now: number, expiresAt: number | undefined): string {
  return expiresAt === undefined ? '' : `; Max-Age=${Math.max(0, Math.floor((expiresAt - now) / 1000))}`;
}
