import { decodeBase32 } from './base32.ts';
import { signHmacSha1 } from './sha1.ts';

/** The milliseconds for which a code is valid (RFC 6238, section 5.2). */
export const codeTime = 30_000;
/** The digits of a code. */
const digits = 6;

/** Returns the time step of a moment, in milliseconds since 1970 (RFC 6238, section 4.2). */
export function getTimeStep(now: number): number {
  return Math.floor(now / codeTime);
}

/** Computes the code of a secret in base 32 at a time step (RFC 4226, section 5.3). */
export function computeCode(secret: string, step: number): string {
  return computeHotp(decodeBase32(secret), step, digits);
}

/** Computes the code of a key at a counter. */
export function computeHotp(key: Uint8Array, counter: number, length: number): string {
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(counter));
  const digest = new DataView(signHmacSha1(key, new Uint8Array(message.buffer)).buffer);
  const number = digest.getUint32(digest.getUint8(19) & 15) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** Whether two texts are equal. For texts of one length it takes the same time wherever they differ. */
export function equalsInConstantTime(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
