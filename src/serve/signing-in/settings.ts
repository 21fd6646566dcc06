import type { Plan } from '../../plan/plan.ts';
import { findAccountResource, passkeyIssuer } from '../../plan/records/accounts.ts';

/** The operator's settings of an issuer by which people sign in. */
export interface SignInSettings {
  /** The address of the issuer, the exact value of `iss`: `https://accounts.google.com`. */
  readonly issuer: string;
  /** The ID under which the issuer knows this service. */
  readonly client: string;
  /** The secret of the client; left out: a public client. */
  readonly secret?: string;
  /** The address to which the issuer sends people back, as it is registered there. */
  readonly redirect: string;
  /** Sends requests to the issuer in place of `fetch`. */
  readonly fetch?: (url: string, options: RequestInit) => Promise<Response>;
}

/** The settings of issuers, by their names in the document. */
export type SignInsSettings = Readonly<Record<string, Partial<SignInSettings>>>;

/** A setting that is missing or wrong. */
export interface SignInError {
  readonly issuer: string;
  readonly setting: 'issuer' | 'client' | 'redirect' | 'name';
  readonly what: string;
}

/** Returns the names of the issuers by which people sign in, with the line that states them. */
export function listSignInIssuers(plan: Plan): { readonly names: readonly string[]; readonly line?: number } {
  const isStated = plan.operations.some(({ session }) => session?.does === 'sign in');
  const accounts = isStated ? findAccountResource(plan) : undefined;
  const issuer = accounts?.fields.find(({ value }) => value === 'issuer');
  if (issuer === undefined) return { names: [] };
  return { names: accounts!.issuers.filter((name) => name !== passkeyIssuer), line: issuer.field.line };
}

/** Returns the settings of issuers that are missing, wrong or for an unknown issuer. */
export function findSignInErrors(plan: Plan, settings: SignInsSettings = {}): readonly SignInError[] {
  const { names } = listSignInIssuers(plan);
  const unknown = Object.keys(settings).filter((name) => !names.includes(name));
  const known = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  return [
    ...unknown.map((issuer): SignInError => {
      return {
        issuer,
        setting: 'name',
        what: `the document has no issuer ${issuer} by which people sign in: ${known}`,
      };
    }),
    ...names.flatMap((name) => findErrors(name, settings[name] ?? {})),
  ];
}

/** Throws if a setting of an issuer is missing or wrong. */
export function needSignIn(plan: Plan, settings: SignInsSettings | undefined): void {
  const problems = findSignInErrors(plan, settings);
  if (problems.length > 0) throw new Error(problems.map(({ what }) => what).join('\n'));
}

function findErrors(name: string, { issuer, client, redirect }: Partial<SignInSettings>): readonly SignInError[] {
  const found: SignInError[] = [];
  const say = (setting: SignInError['setting'], what: string): void => void found.push({ issuer: name, setting, what });
  if (issuer === undefined || issuer === '') say('issuer', `the address of the issuer ${name} is not set`);
  else if (!isIssuerAddress(issuer))
    say('issuer', `the issuer ${name} must have an https URL (http on this machine only) without query and fragment`);
  if (client === undefined || client === '') say('client', `the client ID at the issuer ${name} is not set`);
  if (redirect === undefined || redirect === '')
    say('redirect', `the address to which the issuer ${name} sends people back is not set`);
  else if (!isRedirect(redirect))
    say('redirect', `the address to which the issuer ${name} sends people back must be a URL without a fragment`);
  return found;
}

/** Whether an address is one whose responses cannot be changed in transit: HTTPS, or HTTP on this machine. */
export function isIssuerAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url));
}

/** Whether a URL names this machine. */
export function isHere({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);
}

/** An address of an app: of a browser over TLS, of this machine, or of a program with a scheme of its own (RFC 8252, section 7). */
function isRedirect(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isHere(url);
  return /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:$/.test(url.protocol);
}
