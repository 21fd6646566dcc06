import { selectSchemes } from '../../parts/registry.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { signatureAlgorithms } from './signed-tokens.ts';

/** The operator's settings of a scheme of kind `jwt`: its issuer, audience and keys. */
export interface IssuerSettings {
  /** The exact value of the claim `iss`. */
  readonly issuer: string;
  /** The required value of `aud`; of several, one suffices. */
  readonly audience: string | readonly string[];
  /** The keys of the issuer: the URL of a JWK Set, the set, or a function that reads its text. */
  readonly jwks: string | { readonly keys: readonly object[] } | (() => Promise<string>);
  /** The accepted signature algorithms. Default: all asymmetric ones. */
  readonly algorithms?: readonly string[];
}

/** The settings of issuers, by the names of their schemes. */
export type IssuersSettings = Readonly<Record<string, Partial<IssuerSettings>>>;

/** A setting that is missing or wrong. */
export interface SettingError {
  readonly scheme: string;
  readonly setting: 'issuer' | 'audience' | 'jwks' | 'algorithms' | 'scheme';
  readonly what: string;
}

/** Returns the schemes with external issuers. */
export function listExternalSchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, ({ madeBy }) => madeBy === 'outside issuer');
}

/** Returns the settings of issuers that are missing, wrong or for an unknown scheme. */
export function findIssuerErrors(plan: Plan, issuers: IssuersSettings = {}): readonly SettingError[] {
  const schemes = listExternalSchemes(plan).map(({ name }) => name);
  const unknown = Object.keys(issuers).filter((name) => !schemes.includes(name));
  const known = schemes.length === 0 ? 'it has none' : `it has ${schemes.join(', ')}`;
  return [
    ...unknown.map((scheme): SettingError => {
      return { scheme, setting: 'scheme', what: `the document has no scheme ${scheme} of kind jwt: ${known}` };
    }),
    ...schemes.flatMap((scheme) => findSettingErrors(scheme, issuers[scheme] ?? {})),
  ];
}

/** Throws if a setting of an issuer is missing or wrong. */
export function needIssuers(plan: Plan, issuers: IssuersSettings | undefined): void {
  const problems = findIssuerErrors(plan, issuers);
  if (problems.length > 0) throw new Error(problems.map(({ what }) => what).join('\n'));
}

function findSettingErrors(scheme: string, settings: Partial<IssuerSettings>): readonly SettingError[] {
  const { issuer, audience, jwks, algorithms } = settings;
  const found: SettingError[] = [];
  const say = (setting: SettingError['setting'], what: string): void => void found.push({ scheme, setting, what });
  if (issuer === undefined || issuer === '') say('issuer', `the issuer of ${scheme} is not set`);
  if (audience === undefined || audience.length === 0) {
    say('audience', `the audience of ${scheme} is not set`);
  }
  if (jwks === undefined) say('jwks', `the key set of ${scheme} is not set`);
  else if (typeof jwks === 'string' && !isAddress(jwks)) {
    say('jwks', `the key set of ${scheme} must have an https URL (http on this machine only), not ${redactUrl(jwks)}`);
  }
  for (const algorithm of algorithms ?? []) {
    if (!signatureAlgorithms.includes(algorithm)) {
      say(
        'algorithms',
        `${scheme} does not support the algorithm \`${algorithm}\`: the supported ones are ${signatureAlgorithms.join(', ')}`,
      );
    }
  }
  if (algorithms?.length === 0) say('algorithms', `no algorithm is set for ${scheme}`);
  return found;
}

/** Returns a URL without user, password and query, which may be secret, for messages and logs. */
export function redactUrl(text: string): string {
  return text.replace(/([a-z][a-z\d+.-]*:\/\/).*@/is, '$1').replace(/[?#].*$/s, '');
}

/** Accepts only URLs whose response cannot be changed in transit: HTTPS, or HTTP on this machine. */
function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  const here = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.[\d.]+$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && here);
}
