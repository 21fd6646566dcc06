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
