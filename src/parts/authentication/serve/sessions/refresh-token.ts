import type { Platform } from '../../../../contracts/platform.ts';
import { decodeBase64url, toBase64url } from '../../../endpoints/serve/lists/cursor.ts';
import { hashCredential } from '../credentials/keys.ts';

/** The lengths in bytes; each part is a multiple of three, so that its base64url text has no rest. */
const familyLength = 18;
const generationLength = 4;
const proofLength = 14;
const form = /^([\w-]{24})([\w-]{24})$/;

/** A refresh token: the text by which its session is found, how often it had been replaced, and the proof of that. */
export interface RefreshToken {
  readonly family: string;
  readonly generation: number;
  readonly proof: Uint8Array;
}

/** Makes the unguessable text of a new session that all of its refresh tokens contain, and the key of their proofs. */
export function makeFamily(platform: Platform): { readonly family: string; readonly key: string } {
  return { family: toBase64url(platform.random(familyLength)), key: toBase64url(platform.random(familyLength)) };
}

/** Returns the text whose hash is stored for the refresh tokens of a session. No credential has this form. */
export function toFamilyText(scheme: string, family: string): string {
  return `refresh ${scheme} ${family}`;
}

/** Returns the hash that is stored for the refresh tokens of a session. */
export function hashFamily(platform: Platform, scheme: string, family: string): string {
  return hashCredential(platform, toFamilyText(scheme, family));
}

/**
 * Writes the refresh token of a generation: `<scheme>_refresh_` and 48 characters. A generation has one text, so that a repeated request
 * gets the token of the first response.
 */
export function writeRefreshToken(
  platform: Platform,
  scheme: string,
  key: string,
  { family, generation }: Pick<RefreshToken, 'family' | 'generation'>,
): string {
  const rest = new Uint8Array(generationLength + proofLength);
  new DataView(rest.buffer).setUint32(0, generation);
  rest.set(computeProof(platform, key, family, generation), generationLength);
  return `${scheme}_refresh_${family}${toBase64url(rest)}`;
}

/** Reads a text that has the form of a refresh token; its proof is not checked. */
export function readRefreshToken(scheme: string, text: string): RefreshToken | undefined {
  const beginning = `${scheme}_refresh_`;
  if (!text.startsWith(beginning)) return undefined;
  const [, family, rest = ''] = form.exec(text.slice(beginning.length)) ?? [];
  const bytes = decodeBase64url(rest);
  if (family === undefined || bytes === undefined) return undefined;
  const generation = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return { family, generation, proof: bytes.subarray(generationLength) };
}

/** Whether a refresh token was issued with a key. */
export function isProven(platform: Platform, key: string, { family, generation, proof }: RefreshToken): boolean {
  return platform.equal(proof, computeProof(platform, key, family, generation));
}

function computeProof(platform: Platform, key: string, family: string, generation: number): Uint8Array {
  return platform.hmac(decodeBase64url(key)!, `${family} ${generation}`).subarray(0, proofLength);
}
