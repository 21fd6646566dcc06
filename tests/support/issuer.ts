import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { SignInSettings } from '../../src/serve/signing-in/settings.ts';

/** Answers a request in place of the issuer; `false`: the issuer answers it. */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What an issuer sends with a person who is back. */
export interface Returned {
  readonly state: string;
  readonly code: string;
  readonly iss: string;
}

/** A small issuer of OpenID Connect over HTTP, which may lie. */
export interface TestIssuer {
  readonly settings: SignInSettings;
  /** The paths that were asked for. */
  readonly asked: string[];
  /** Changes the claims of ID tokens; the default keeps them. */
  claims: (claims: JWTPayload) => JWTPayload;
  /** Signs the claims; the default is an honest RS256. */
  sign: (claims: JWTPayload) => Promise<string>;
  answer: Answer;
  /** Whether a code may be used twice. */
  repeats: boolean;
  /** Changes the metadata. */
  metadata: object;
  /** The public key as the set has it, with which an attacker could compute an HMAC. */
  readonly publicKey: object;
  /** Signs a person in at the address to which the service sends them. */
  signIn(address: string, person: JWTPayload): Returned;
  close(): Promise<void>;
}

interface Grant {
  readonly person: JWTPayload;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

/** Starts an issuer on this machine. */
export async function startIssuer(clock: () => number = Date.now): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const granted = new Map<string, Grant>();
  const asked: string[] = [];
  let count = 0;
  const server: Server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    ...{ issuer, client: 'notes', secret: 'secretOfNotes' },
    redirect: 'https://app.example.com/signed-in',
  };
  const made: TestIssuer = {
    ...{ settings, asked, publicKey: jwk, repeats: false, metadata: {} },
    claims: (claims) => claims,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    answer: () => false,
    signIn(address, person) {
      const url = new URL(address);
      const read = (name: string): string => url.searchParams.get(name) ?? '';
      if (url.origin !== issuer || read('response_type') !== 'code' || read('code_challenge_method') !== 'S256')
        throw new Error(`the issuer does not understand ${address}`);
      const code = `code ${++count}`;
      const grant = { nonce: read('nonce'), challenge: read('code_challenge'), redirect: read('redirect_uri') };
      granted.set(code, { person, ...grant });
      return { state: read('state'), code, iss: issuer };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, issuer);
    asked.push(pathname);
    if (made.answer(request, response)) return;
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/.well-known/openid-configuration') send(200, { ...describe(), ...made.metadata });
    else if (pathname === '/keys') send(200, { keys: [jwk] });
    else if (pathname === '/token') await exchange(new URLSearchParams(await text(request)), request, send);
    else send(404, { error: 'not_found' });
  }

  const describe = (): object => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  });

  async function exchange(
    sent: URLSearchParams,
    { headers }: IncomingMessage,
    send: (status: number, body: object) => void,
  ): Promise<void> {
    const known = `Basic ${Buffer.from(`${settings.client}:${settings.secret}`).toString('base64')}`;
    if (headers.authorization !== known) return send(401, { error: 'invalid_client' });
    const code = sent.get('code') ?? '';
    const grant = granted.get(code);
    if (!made.repeats) granted.delete(code);
    const proof = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || proof !== grant.challenge || sent.get('redirect_uri') !== grant.redirect)
      return send(400, { error: 'invalid_grant' });
    const iat = Math.floor(clock() / 1000);
    const claims = { ...grant.person, iss: issuer, aud: settings.client, iat, exp: iat + 300, nonce: grant.nonce };
    const token = await made.sign(made.claims(claims));
    send(200, { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: token });
  }
  return made;
}
