import { selectSchemes } from '../../parts/registry.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { signatureAlgorithms } from './signed-tokens.ts';

/** What the operator sets for a scheme of kind `jwt`: whose tokens are taken, and by which keys. */
export interface IssuerSettings {
  /** Exactly what stands in the claim `iss` of its tokens. */
  readonly issuer: string;
  /** What must stand in `aud`; of several, one. */
  readonly audience: string | readonly string[];
  /** The issuer's keys: the address of its JWK Set, the set itself, or what reads the text of one. */
  readonly jwks: string | { readonly keys: readonly object[] } | (() => Promise<string>);
  /** The signature algorithms that are taken; all asymmetric ones when left out. */
  readonly algorithms?: readonly string[];
}

/** The settings of issuers, by the names of their schemes. */
export type IssuersSettings = Readonly<Record<string, Partial<IssuerSettings>>>;

/** What is wrong with a setting, or what is missing. */
export interface SettingError {
  readonly scheme: string;
  readonly setting: 'issuer' | 'audience' | 'jwks' | 'algorithms' | 'scheme';
  readonly what: string;
}

/** The schemes whose tokens come from outside. */
export function listExternalSchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, ({ madeBy }) => madeBy === 'outside issuer');
}

/** Lists what is missing in the settings of issuers or does not fit the document; nothing where all is there. */
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

/** Throws an error that says what is missing where a setting is, or what does not fit. */
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

/** An address as it may be printed and logged: without what may be a password or a token, which is its user and its query. */
export function redactUrl(text: string): string {
  return text.replace(/([a-z][a-z\d+.-]*:\/\/).*@/is, '$1').replace(/[?#].*$/s, '');
}

/** Keys travel only where nobody can change them in transit. */
function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  const here = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.[\d.]+$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && here);
}
