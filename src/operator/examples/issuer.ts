import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Identity } from '../../describe/examples/world.ts';
import type { IssuerSettings } from '../../serve/verifying/issuer-settings.ts';

/** An issuer of tokens for examples, in place of the one that a scheme of kind `jwt` trusts. */
export interface ExampleIssuer {
  readonly settings: IssuerSettings;
  /** Signs a token that is valid for an hour. */
  issue(of: Identity, now: number): string;
}

/** The beginning of an Ed25519 key in PKCS #8 (RFC 8410, section 7), before its 32 bytes. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates an issuer whose key follows from a name: it protects nothing, and its tokens are the same each time. */
export function createExampleIssuer(name: string): ExampleIssuer {
  const seed = createHash('sha256').update(`examples of ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }), kid: 'example', alg: 'EdDSA', use: 'sig' };
  const settings = { issuer: 'https://issuer.example', audience: name, jwks: { keys: [jwk] } };
  let count = 0;
  return {
    settings,
    issue({ subject, scopes, attributes }, now) {
      const iat = Math.floor(now / 1000);
      const claims = {
        ...attributes,
        ...{ iss: settings.issuer, aud: name, sub: subject, scope: scopes.join(' '), iat, exp: iat + 3600 },
        jti: `example-${++count}`,
      };
      const parts = [{ alg: 'EdDSA', typ: 'at+jwt', kid: 'example' }, claims];
      const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
    },
  };
}
