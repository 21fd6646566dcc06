/** The public key of a passkey as it is stored. */
export interface KeptPasskey {
  /** The ID of the credential, in base64url. */
  readonly id: string;
  /** The public key in the form of COSE (RFC 9052), in base64url. */
  readonly key: string;
  /** The number of uses that the authenticator counted at the last one; 0 if it counts none. */
  readonly counter: number;
  /** How a browser reaches the authenticator, such as `internal` or `usb` (WebAuthn, section 5.8.4). */
  readonly transports: readonly string[];
}

/** The longest text of a public key: an ID of 1,023 bytes, and a key of RSA with 4,096 bits. */
export const longestPublicKey = 2_500;

const form = /^([\w-]{1,1364})\.([\w-]{1,1000})\.(\d{1,10})(?:\.([a-z-]{1,20}(?:,[a-z-]{1,20}){0,9}))?$/;

/** Reads the text that is stored of a public key; undefined for another text. */
export function readKeptPasskey(text: string): KeptPasskey | undefined {
  const [, id, key, counter, transports] = form.exec(text) ?? [];
  if (id === undefined || key === undefined) return undefined;
  return { id, key, counter: Number(counter), transports: transports?.split(',') ?? [] };
}

/** Writes the text that is stored of a public key: `<id>.<key>.<counter>.<transports>`; undefined if it would be none. */
export function writeKeptPasskey({ id, key, counter, transports }: KeptPasskey): string | undefined {
  const text = [id, key, String(counter), ...(transports.length === 0 ? [] : [transports.join(',')])].join('.');
  return form.test(text) ? text : undefined;
}
