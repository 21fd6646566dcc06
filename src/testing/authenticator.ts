import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { describeValue } from '../text/shown.ts';

/** An authenticator that keeps passkeys, such as a phone or a security key. */
export interface TestAuthenticator {
  /**
   * Responds to the `options` of `start sign in` as a browser does: it creates a passkey, or uses the newest one of the domain. The result is
   * the `credential` of `sign in`. Throws if it has no passkey that the options allow, or has one that they exclude.
   */
  respond(options: unknown, by?: AuthenticatorOptions): object;
}

/** How an authenticator responds. */
export interface AuthenticatorOptions {
  /** The origin of the app. Default: `https://` and the domain of the options; `http://localhost`. */
  readonly origin?: string;
  /** The person is present, and neither a finger nor a PIN says who it is: services refuse that. Default: `false`. */
  readonly unverified?: boolean;
}

/** The members of options that authenticators read (WebAuthn, sections 5.4 and 5.5). */
interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
  readonly allowCredentials?: readonly { readonly id: string }[];
}

interface Passkey {
  readonly id: string;
  readonly domain: string;
  readonly user: string;
  readonly key: KeyObject;
  uses: number;
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const digest = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Creates an authenticator without passkeys. */
export function createAuthenticator(): TestAuthenticator {
  const passkeys: Passkey[] = [];
  return {
    respond(given, { origin, unverified = false } = {}) {
      const options = readOptions(given);
      const isNew = options.rp !== undefined;
      const domain = options.rp?.id ?? options.rpId ?? '';
      const from = origin ?? (domain === 'localhost' ? 'http://localhost' : `https://${domain}`);
      const client = { type: isNew ? 'webauthn.create' : 'webauthn.get', challenge: options.challenge, origin: from };
      const clientData = Buffer.from(JSON.stringify({ ...client, crossOrigin: false }));
      const own = passkeys.filter((passkey) => passkey.domain === domain);
      const respond = ({ id }: Passkey, response: object): object => {
        const shared = { type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} };
        return { id, rawId: id, ...shared, response: { clientDataJSON: toText(clientData), ...response } };
      };
      if (isNew) {
        const excluded = options.excludeCredentials ?? [];
        if (own.some(({ id }) => excluded.some((one) => one.id === id)))
          throw new Error('the authenticator has a passkey of this person already');
        const { passkey, publicKey } = createPasskey(domain, options.user?.id ?? '');
        passkeys.push(passkey);
        const data = writeData(passkey, unverified, publicKey);
        return respond(passkey, { attestationObject: toText(writeAttestation(data)), transports: ['internal'] });
      }
      const allowed = options.allowCredentials ?? [];
      const passkey = own.findLast(({ id }) => allowed.length === 0 || allowed.some((one) => one.id === id));
      if (passkey === undefined) throw new Error(`the authenticator has no passkey of ${domain}`);
      passkey.uses++;
      const data = writeData(passkey, unverified);
      const signature = sign('sha256', Buffer.concat([data, digest(clientData)]), passkey.key);
      const proof = { authenticatorData: toText(data), signature: toText(signature), userHandle: passkey.user };
      return respond(passkey, proof);
    },
  };
}

function readOptions(given: unknown): Asked {
  const { challenge } = (given ?? {}) as Partial<Asked>;
  if (typeof challenge === 'string') return given as Asked;
  throw new Error(`respond: ${describeValue(given)} are not options of \`start sign in\``);
}

function createPasskey(domain: string, user: string): { readonly passkey: Passkey; readonly publicKey: Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // A map of COSE: EC2, ES256, P-256 and the two coordinates (RFC 9053, section 7.1).
  const beginning = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01];
  const coordinates = [x, y].map((text, at) => [0x21 + at, 0x58, 32, ...Buffer.from(text, 'base64url')]);
  return {
    passkey: { id: toText(randomBytes(16)), domain, user, key: privateKey, uses: 0 },
    publicKey: Uint8Array.from([...beginning, ...coordinates.flat()]),
  };
}

/** Writes authenticator data (WebAuthn, section 6.1), with a public key if it is a new one. */
function writeData({ id, domain, uses }: Passkey, unverified: boolean, publicKey?: Uint8Array): Buffer {
  const [present, verified, attested] = [1, 4, 64];
  const flags = present | (unverified ? 0 : verified) | (publicKey === undefined ? 0 : attested);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(uses, 1);
  const parts = [digest(domain), head];
  if (publicKey === undefined) return Buffer.concat(parts);
  const bytes = Buffer.from(id, 'base64url');
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  const model = Buffer.alloc(16);
  return Buffer.concat([...parts, model, size, bytes, publicKey]);
}

/** Writes an attestation object in CBOR (RFC 8949) in which no maker vouches for the authenticator. */
function writeAttestation(data: Buffer): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const size = Buffer.from([0x59, data.length >> 8, data.length & 0xff]);
  const members = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), size, data];
  return Buffer.concat([Buffer.from([0xa3]), ...members]);
}
