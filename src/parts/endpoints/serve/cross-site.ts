import type { Refusal } from '../../../contracts/refusal.ts';
import type { Incoming } from '../../../contracts/request-context.ts';
import type { Plan, SchemePlan } from '../../../plan/plan.ts';
import { findSchemeKind } from '../../authentication/schemes/index.ts';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the refusal of a request; undefined for one that is let through. */
export type CrossSiteCheck = (incoming: Incoming) => Refusal | undefined;

/**
 * Creates the check of requests that pages of another origin send in a browser, where a page could act for its user: in a service without
 * authentication, and where browsers send a credential by themselves (cookies, Basic). Undefined where credentials are in headers that
 * a page must set.
 */
export function createCrossSiteCheck(plan: Plan, base: string | undefined): CrossSiteCheck | undefined {
  return needsOriginCheck(plan) ? createOriginCheck(plan, base) : undefined;
}

/**
 * Creates the check of the origin of requests, whatever credentials they have. Methods that change nothing are let through, and so are
 * the origins that `Allowed origins` states; `anywhere` lets pages in that send no credential of a scheme that browsers send by themselves.
 * `base` is the address of the service, where it is known.
 */
export function createOriginCheck(
  { authentication, allowedOrigins, browsers }: Plan,
  base: string | undefined,
): CrossSiteCheck {
  const schemes = authentication.schemes.filter(isOpen);
  const cookies = listCookieNames(schemes);
  const passwords = hasPasswords(schemes);
  const anywhere = allowedOrigins.includes('anywhere');
  const refused: Refusal = { condition: 'forbidden', ...browsers };
  const isForeign = createForeignCheck({ allowedOrigins }, base);
  const isOpenTo = (incoming: Incoming): boolean =>
    anywhere && !holdsCookie(incoming, cookies) && !(passwords && holdsPassword(incoming));
  return (incoming) => {
    if (safe.has(incoming.method) || isOpenTo(incoming)) return undefined;
    return isForeign(incoming) ? refused : undefined;
  };
}

/** Creates what recognizes requests of pages of another origin that `Allowed origins` does not name; `anywhere` names none. */
export function createForeignCheck(
  { allowedOrigins }: Pick<Plan, 'allowedOrigins'>,
  base: string | undefined,
): (incoming: Incoming) => boolean {
  const own = base !== undefined && URL.canParse(base) ? [new URL(base).origin] : [];
  const stated = new Set([...allowedOrigins, ...own].map((origin) => origin.toLowerCase()));
  return (incoming) => {
    const origin = incoming.header('origin')?.toLowerCase();
    if (origin !== undefined && stated.has(origin)) return false;
    // A browser writes it itself where the connection is one that it trusts; a page cannot.
    const site = incoming.header('sec-fetch-site');
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return (
      origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === incoming.header('host')?.toLowerCase())
    );
  };
}

/** Whether a page of another origin could act for whoever sits there, and is not let in from anywhere. */
export function needsOriginCheck({
  authentication,
  allowedOrigins,
}: Pick<Plan, 'authentication' | 'allowedOrigins'>): boolean {
  const schemes = authentication.schemes.filter(isOpen);
  const isSent = listCookieNames(schemes).length > 0 || hasPasswords(schemes);
  return isSent || (schemes.length === 0 && !allowedOrigins.includes('anywhere'));
}

/** Whether a browser sends the credentials of a scheme with each request once its user has typed them in. */
function hasPasswords(schemes: readonly SchemePlan[]): boolean {
  return schemes.some(({ kind }) => findSchemeKind(kind)?.sentByBrowsers === true);
}

function holdsPassword(incoming: Incoming): boolean {
  return /^basic /i.test(incoming.header('authorization') ?? '');
}

function isOpen({ disabled }: SchemePlan): boolean {
  return disabled !== true;
}

function listCookieNames(schemes: readonly SchemePlan[]): readonly string[] {
  return schemes.flatMap(({ sentIn }) => sentIn.flatMap((place) => (place.in === 'cookie' ? [place.name] : [])));
}

function holdsCookie(incoming: Incoming, names: readonly string[]): boolean {
  const sent = (incoming.header('cookie') ?? '').split(';').map((pair) => pair.split('=', 1)[0]!.trim());
  return names.some((name) => sent.includes(name));
}
