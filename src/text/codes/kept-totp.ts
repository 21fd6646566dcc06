/** A secret of one-time codes as it is stored, with what is known of its use. */
export interface KeptTotp {
  /** In base 32. */
  readonly secret: string;
  /** The time step of the last code that was accepted; undefined until a first one was. */
  readonly step: number | undefined;
  /** The number of wrong codes since, and the moment of the last one, in milliseconds since 1970. */
  readonly wrong: number;
  readonly wrongAt: number;
}

const secretForm = '[A-Z2-7]{16,128}';
const kept = new RegExp(`^(${secretForm})(?:;(\\d{0,12})(?:;(\\d{1,9});(\\d{1,15}))?)?$`);
const address = new RegExp(`^otpauth://totp/[^?#\\s]+\\?(?:[^#\\s]*&)?secret=(${secretForm})(?:&[^#\\s]*)?$`);

/** Reads the text that is stored of a secret, or the `otpauth` URI that is shown of one (then without a code so far); undefined for another text. */
export function readKeptTotp(text: string): KeptTotp | undefined {
  const uri = address.exec(text);
  if (uri !== null) return { secret: uri[1]!, step: undefined, wrong: 0, wrongAt: 0 };
  const found = kept.exec(text);
  if (found === null) return undefined;
  const [, secret = '', step = '', wrong = '0', at = '0'] = found;
  return { secret, step: step === '' ? undefined : Number(step), wrong: Number(wrong), wrongAt: Number(at) };
}

/** Writes the text that is stored of a secret: `<secret>;<step>;<wrong>;<at>`, without what says nothing. */
export function writeKeptTotp({ secret, step, wrong, wrongAt }: KeptTotp): string {
  const used = step === undefined ? '' : `;${step}`;
  return wrong === 0 ? `${secret}${used}` : `${secret}${used === '' ? ';' : used};${wrong};${wrongAt}`;
}

/** Whether a text is an `otpauth` URI with a secret. */
export function isTotpUri(text: string): boolean {
  return address.test(text);
}

/** Writes the URI from which authenticator apps read a secret, most often as a QR code. */
export function writeTotpUri(secret: string, issuer: string, account: string): string {
  // Apps take a colon for the end of the issuer.
  const [from, to] = [issuer, account].map((text) => encodeURIComponent(text.replaceAll(':', ' ').trim()));
  return `otpauth://totp/${from}:${to}?secret=${secret}&issuer=${from}&algorithm=SHA1&digits=6&period=30`;
}
