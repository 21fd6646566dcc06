import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
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

/** The beginning of an Ed25519 key in PKCS #8 (RFC 8410, section 7), before its 32 bytes. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');
const lifetimeSeconds = 300;

interface Granted {
  readonly person: SignedInPerson;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

/** Creates issuers for all that a document names. Their keys follow from their names: they protect nothing. */
export function createSignInIssuers(plan: Plan, now: () => number): SignInIssuers {
  const { names } = listSignInIssuers(plan);
  const issuers = new Map(names.map((name) => [name, createIssuer(name, now)]));
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

function createIssuer(name: string, now: () => number) {
  const seed = createHash('sha256').update(`sign in with ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }), kid: 'example', alg: 'EdDSA', use: 'sig' };
  const issuer = `https://${Buffer.from(name).toString('hex')}.issuer.example`;
  const [client, redirect] = ['example', 'https://app.example/signed-in'];
  const granted = new Map<string, Granted>();
  let count = 0;
  const issue = ({ person, nonce }: Granted): string => {
    const iat = Math.floor(now() / 1000);
    const claims = { ...person, iss: issuer, aud: client, iat, exp: iat + lifetimeSeconds, nonce };
    const parts = [{ alg: 'EdDSA', kid: 'example' }, claims];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
  };
  const exchange = (sent: URLSearchParams): readonly [number, object] => {
    const code = sent.get('code') ?? '';
    const grant = granted.get(code);
    granted.delete(code);
    const proof = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || grant.challenge !== proof || grant.redirect !== sent.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    return [200, { access_token: code, token_type: 'Bearer', expires_in: lifetimeSeconds, id_token: issue(grant) }];
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
      if (pathname === '/keys') return Response.json({ keys: [jwk] });
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
