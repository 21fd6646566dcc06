import type { Plan } from '../../plan/plan.ts';
import { findAccountResource, passkeyIssuer } from '../../plan/records/accounts.ts';
import { isHere } from './settings.ts';

/** The operator's settings of passkeys. */
export interface PasskeySettings {
  /**
   * The origins of the apps in which people use passkeys, such as `https://app.example.com`. Default: that of the base URL; of a service
   * without one `http://localhost` with its port.
   */
  readonly origins?: readonly string[];
  /**
   * The domain to which passkeys belong (the RP ID of WebAuthn): the host of each origin, or a domain above it. Passkeys work for no other
   * one later. Default: the host of the first origin.
   */
  readonly domain?: string;
}

/** The apps and the domain for which passkeys are valid. */
export interface PasskeyScope {
  readonly origins: readonly string[];
  readonly domain: string;
}

/** A setting of passkeys that is missing or wrong. */
export interface PasskeyError {
  readonly setting: 'origins' | 'domain' | 'none';
  readonly what: string;
}

/** Whether people sign in with passkeys. */
export function hasPasskeys(plan: Plan): boolean {
  return (
    plan.operations.some(({ session }) => session?.does === 'sign in') &&
    findAccountResource(plan)?.issuers.includes(passkeyIssuer) === true
  );
}

/** Returns the settings of passkeys that are missing or wrong. `base`: the base URL; empty if there is none. */
export function findPasskeyErrors(plan: Plan, settings: PasskeySettings = {}, base = ''): readonly PasskeyError[] {
  if (!hasPasskeys(plan)) {
    const isSet = settings.origins !== undefined || settings.domain !== undefined;
    return isSet ? [{ setting: 'none', what: 'people do not sign in with passkeys in this document' }] : [];
  }
  const wrong = (settings.origins ?? []).filter((origin) => !isOrigin(origin));
  if (wrong.length > 0)
    return wrong.map((origin) => {
      const due = 'an https origin without a path (http on this machine only), or that of an Android app';
      return { setting: 'origins', what: `the origin ${origin}, in which people use passkeys, is not ${due}` };
    });
  const { domain, origins } = choosePasskeyScope(settings, base, undefined);
  if (isAddress(domain))
    return [{ setting: 'origins', what: `passkeys belong to a domain, and ${domain} is an address` }];
  if (!/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain))
    return [{ setting: 'domain', what: `the domain of passkeys ${domain} is not the name of a host in lower case` }];
  return origins.flatMap((origin): readonly PasskeyError[] => {
    if (isAndroid(origin)) return [];
    const host = new URL(origin).hostname;
    // Browsers have no passkeys for a whole top-level domain.
    if (host === domain || (domain.includes('.') && host.endsWith(`.${domain}`))) return [];
    return [{ setting: 'domain', what: `the domain of passkeys ${domain} is neither ${host} nor a domain above it` }];
  });
}

/** Throws if a setting of passkeys is missing or wrong. */
export function needPasskeys(plan: Plan, settings: PasskeySettings | undefined, base: string): void {
  const problems = findPasskeyErrors(plan, settings, base);
  if (problems.length > 0) throw new Error(problems.map(({ what }) => what).join('\n'));
}

/** Returns what passkeys are valid for. `local`: the address of a service without a base URL. */
export function choosePasskeyScope(
  { origins: stated, domain }: PasskeySettings,
  base: string,
  local: string | undefined,
): PasskeyScope {
  const origins = stated !== undefined && stated.length > 0 ? stated : [chooseOrigin(base, local)];
  const first = origins.find((origin) => !isAndroid(origin));
  return { origins, domain: domain ?? (first === undefined ? '' : new URL(first).hostname) };
}

/** Browsers take a service on this machine for a secure one, and `localhost` for its domain. */
function chooseOrigin(base: string, local: string | undefined): string {
  const address = URL.canParse(base) ? base : (local ?? '');
  const url = new URL(URL.canParse(address) ? address : 'http://localhost');
  if (URL.canParse(base) && !isHere(url)) return url.origin;
  return `${url.protocol}//localhost${url.port === '' ? '' : `:${url.port}`}`;
}

function isOrigin(text: string): boolean {
  if (isAndroid(text)) return true;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url)));
}

/** The origin of an app of Android: the digest of the certificate that signs it. */
function isAndroid(origin: string): boolean {
  return /^android:apk-key-hash:[\w-]+$/.test(origin);
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}
