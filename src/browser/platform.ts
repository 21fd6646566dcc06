import type { SentWebhook } from '../contracts/browser-service.ts';
import type { Log, Platform } from '../contracts/platform.ts';
import { hashSha256, signHmac } from '../text/hashes/sha256.ts';

const encoder = new TextEncoder();

/** Creates the platform of a browser: its clock, its random bytes and its timers. Nothing leaves it; webhooks that are sent are kept. */
export function createBrowserPlatform(log: Log, keep: (sent: SentWebhook) => void): Platform {
  return {
    now: Date.now,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sha256: (text) => hashSha256(encoder.encode(text)),
    hmac: (key, text) => signHmac(key, encoder.encode(text)),
    // AES of browsers is asynchronous: HMAC of the vector and a counter takes its place.
    aes(key, vector, bytes) {
      let block = bytes;
      return bytes.map((byte, at) => {
        if (at % 32 === 0) block = signHmac(key, Uint8Array.of(...vector, at >> 13, (at >> 5) & 255));
        return byte ^ block[at % 32]!;
      });
    },
    signRs256,
    equal: (left, right) => left.length === right.length && left.every((byte, index) => byte === right[index]),
    // The records end with the page: a password needs no costs, and no one else has it.
    scrypt: async (password, salt) => signHmac(salt, encoder.encode(password)),
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    async send({ url, headers, body }) {
      keep({ to: url, headers, body });
      return { status: 204 };
    },
    async publish({ subject, headers, body }) {
      keep({ to: subject, headers, body });
      return { kept: true };
    },
    async sendEmail({ from, to, subject, text }) {
      keep({ to, headers: { from: from.address, subject }, body: text });
      return { sent: true };
    },
    log,
  };
}

/** The beginning of a SHA-256 in the form that is signed (RFC 8017, section 9.2, note 1). */
const hashPrefix = '3031300d060960864801650304020105000420';

/** Signs with RSA and SHA-256 (RFC 8017, section 8.2.1): signatures of browsers are asynchronous, and the key ends with the page. */
function signRs256(key: object, text: string): Uint8Array {
  const { n, d } = key as { readonly n: string; readonly d: string };
  const [modulus, exponent] = [readInteger(n), readInteger(d)];
  const digits = 2 * Math.ceil(modulus.toString(16).length / 2);
  const end = `00${hashPrefix}${toHex(hashSha256(encoder.encode(text)))}`;
  const padded = BigInt(`0x0001${'f'.repeat(digits - 4 - end.length)}${end}`);
  let [signature, power] = [1n, padded];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) signature = (signature * power) % modulus;
    power = (power * power) % modulus;
  }
  const hex = signature.toString(16).padStart(digits, '0');
  return Uint8Array.from({ length: digits / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function readInteger(base64url: string): bigint {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return BigInt(`0x${toHex(Uint8Array.from(binary, (character) => character.charCodeAt(0)))}`);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
