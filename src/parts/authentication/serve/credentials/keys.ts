import type { Platform } from '../../../../contracts/platform.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 24;
const sumLength = 6;

/**
 * Makes a credential `<scheme>_<24 digits of base 62>_<check sum of 6>`: more than 142 unguessable bits. `hash` is what is stored.
 */
export function makeKey(platform: Platform, scheme: string): { readonly key: string; readonly hash: string } {
  let random = '';
  while (random.length < randomLength) {
    for (const byte of platform.random(randomLength)) {
      if (byte < 248 && random.length < randomLength) random += digits[byte % 62];
    }
  }
  const body = `${scheme}_${random}`;
  const key = `${body}_${checkSum(platform, body)}`;
  return { key, hash: hashCredential(platform, key) };
}

/** The SHA-256 of a key, hexadecimal: the only form in which it is stored. */
export function hashCredential(platform: Platform, key: string): string {
  let text = '';
  for (const byte of platform.sha256(key)) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** The fewest characters of a secret that an operator chose. */
export const shortestChosen = 16;
const chosenBeginning = 'chosen [';

/** The text whose hash is stored for a secret that an operator chose: it counts for this client of this scheme alone. */
export function toChosenSecretString(scheme: string, client: string, secret: string): string {
  return `chosen ${JSON.stringify([scheme, client, secret])}`;
}

/** Whether a text may be a `toChosenSecretString`; no credential that was made here begins so. */
export function mayBeChosen(text: string): boolean {
  return text.startsWith(chosenBeginning);
}

/** Whether a text begins and is as long as the credentials of a scheme. */
export function looksLike(scheme: string, text: string): boolean {
  const length = scheme.length + 1 + randomLength + 1 + sumLength;
  return text.length === length && text.charCodeAt(scheme.length) === 0x5f && text.startsWith(scheme);
}

/** Returns whether a text has the form of a credential of that scheme, including its checksum. */
export function hasForm(platform: Platform, scheme: string, text: string): boolean {
  if (!looksLike(scheme, text)) return false;
  const length = text.length;
  const body = text.slice(0, length - sumLength - 1);
  return text.slice(body.length) === `_${checkSum(platform, body)}`;
}

function checkSum(platform: Platform, body: string): string {
  const hash = platform.sha256(body);
  let number = hash[0]! * 0x1000000 + hash[1]! * 0x10000 + hash[2]! * 0x100 + hash[3]!;
  let text = '';
  for (let i = 0; i < sumLength; i++) {
    text += digits[number % 62];
    number = Math.floor(number / 62);
  }
  return text;
}
