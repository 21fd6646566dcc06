import type { Plan } from '../../plan/plan.ts';
import { listSignInIssuers, type SignInSettings, type SignInsSettings } from '../../serve/signing-in/settings.ts';

/** The claims of a person at an issuer; `sub` is what the issuer calls the person. */
export interface SignedInPerson {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** The parameters with which an issuer sends a person back. */
export interface SignInReturn {
  readonly state: string;
  readonly code?: string;
  readonly iss: string;
  readonly error?: string;
}

/** Issuers of OpenID Connect in this process, in place of the ones of an operator's settings. */
export interface SignInIssuers {
  readonly settings: SignInsSettings;
  /** Plays a person at the address of an issuer, who signs in or refuses. Throws for an address of another issuer. */
  answer(address: string, person: SignedInPerson | { readonly error: string }): SignInReturn;
}

/** The cryptography of issuers, which examples of a documentation page do not need: they only begin sign ins. */
export interface IssuerKeys {
  /** Returns the public key of an issuer as a JWK (RFC 8037). */
  publish(issuer: string): object;
  /** Signs a text with Ed25519; base64url. */
  sign(issuer: string, text: string): string;
  /** Returns the SHA-256 of a text; base64url. */
  digest(text: string): string;
}

const lifetimeSeconds = 300;

interface Granted {
  readonly person: SignedInPerson;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

/** Creates issuers for all that a document names. Without keys, they exchange no code. */
export function createSignInIssuers(plan: Plan, now: () => number, keys?: IssuerKeys): SignInIssuers {
  const { names } = listSignInIssuers(plan);
  const issuers = new Map(names.map((name) => [name, createIssuer(name, now, keys)]));
  return {
    settings: Object.fromEntries([...issuers].map(([name, { settings }]) => [name, settings])),
    answer(address, person) {
      const url = new URL(address);
      for (const { settings, answer } of issuers.values())
        if (settings.issuer === url.origin) return answer(url, person);
      throw new Error(`${url.origin} is not an issuer of the document`);
    },
  };
}

function createIssuer(name: string, now: () => number, keys: IssuerKeys | undefined) {
  const issuer = `https://${Buffer.from(name).toString('hex')}.issuer.example`;
  const [client, redirect] = ['example', 'https://app.example/signed-in'];
  const granted = new Map<string, Granted>();
  let count = 0;
  const issue = ({ person, nonce }: Granted, { sign }: IssuerKeys): string => {
    const iat = Math.floor(now() / 1000);
    const claims = { ...person, iss: issuer, aud: client, iat, exp: iat + lifetimeSeconds, nonce };
    const parts = [{ alg: 'EdDSA', kid: 'example' }, claims];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign(name, text)}`;
  };
  const exchange = (sent: URLSearchParams): readonly [number, object] => {
    const code = sent.get('code') ?? '';
    const grant = granted.get(code);
    granted.delete(code);
    const proof = keys?.digest(sent.get('code_verifier') ?? '');
    if (
      keys === undefined ||
      grant === undefined ||
      grant.challenge !== proof ||
      grant.redirect !== sent.get('redirect_uri')
    )
      return [400, { error: 'invalid_grant' }];
    const token = issue(grant, keys);
    return [200, { access_token: code, token_type: 'Bearer', expires_in: lifetimeSeconds, id_token: token }];
  };
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['EdDSA'],
    authorization_response_iss_parameter_supported: true,
  };
  const settings: SignInSettings = {
    ...{ issuer, client, redirect },
    async fetch(address, { body }) {
      const { pathname } = new URL(address);
      if (pathname === '/.well-known/openid-configuration') return Response.json(metadata);
      if (pathname === '/keys')
        return Response.json({ keys: keys === undefined ? [] : [describeKey(keys.publish(name))] });
      const [status, answer] = exchange(new URLSearchParams(String(body)));
      return Response.json(answer, { status });
    },
  };
  const answer = (url: URL, person: SignedInPerson | { readonly error: string }): SignInReturn => {
    const read = (parameter: string): string => url.searchParams.get(parameter) ?? '';
    const back = { state: read('state'), iss: issuer };
    if (!('sub' in person)) return { ...back, error: String(person.error) };
    const code = `code-${++count}`;
    const asked = { nonce: read('nonce'), challenge: read('code_challenge'), redirect: read('redirect_uri') };
    granted.set(code, { person: person as SignedInPerson, ...asked });
    return { ...back, code };
  };
  return { settings, answer };
}

function describeKey(key: object): object {
  return { ...key, kid: 'example', alg: 'EdDSA', use: 'sig' };
}
