import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  hash,
  hkdfSync,
  randomBytes,
  randomFillSync,
  scrypt,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Cipher, ContentCoding, Log, Platform } from '../contracts/platform.ts';
import { memo } from '../text/memo.ts';
import { runAsOwner } from './node/owner.ts';
import { createNodeSend } from './node/send.ts';

/** The platform of Node: its clock, cryptography, timers (which do not keep a process alive), and a log. */
export function createNodePlatform(log: Log): Platform {
  const pool = Buffer.alloc(8192);
  let used = pool.length;
  return {
    now: Date.now,
    random(count) {
      if (count > pool.length) return randomFillSync(new Uint8Array(count));
      if (used + count > pool.length) {
        randomFillSync(pool);
        used = 0;
      }
      // For a few bytes, calls of `slice` and `fill` cost more than a loop.
      const bytes = new Uint8Array(count);
      for (let at = 0; at < count; at++, used++) {
        bytes[at] = pool[used]!;
        pool[used] = 0;
      }
      return bytes;
    },
    sha256: digest,
    hmac: createCachedHmac(),
    aes: createCachedAes(),
    signRs256: (key, text) => sign('RSA-SHA256', Buffer.from(text), importKey(key)),
    equal: (left, right) => left.length === right.length && timingSafeEqual(left, right),
    scrypt: (password, salt, { log, p }) =>
      new Promise((resolve, reject) => {
        // The algorithm needs a KiB for each step of N, and less than that for all else.
        const costs = { N: 2 ** log, r: 8, p, maxmem: 2 ** (log + 11) };
        scrypt(password, salt, 32, costs, (error, key) => (error === null ? resolve(key) : reject(error)));
      }),
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds);
      timer.unref();
      return () => clearTimeout(timer);
    },
    send: createNodeSend(),
    compress,
    owned: runAsOwner,
    log,
  };
}

const [brotli, deflate] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses well: a text is compressed once and sent often. */
function compress(text: string, coding: ContentCoding): Promise<Uint8Array<ArrayBuffer>> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  if (coding === 'gzip') return deflate(text, { level: 9 });
  return brotli(text, { params: { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_SIZE_HINT]: text.length } });
}

const sealed = 'sealed:1:';
/** Before a plain text that looks like a sealed one, or like this. */
const plain = 'sealed:0:';

/** Whether a text is what a cipher of `createCipher` gave. */
export const isEncrypted = (text: string): boolean => text.startsWith(sealed);

/**
 * Encrypts with AES-256-GCM under a key derived from a secret of the operator (HKDF with SHA-256, RFC 5869). Also decrypts values encrypted
 * under the secret `before`. `open` throws if neither secret fits.
 */
export function createCipher(secret: string, before?: string): Cipher {
  const keys = [secret, ...(before === undefined ? [] : [before])].map(
    (material) => new Uint8Array(hkdfSync('sha256', material, '', 'nonet secrets', 32)),
  );
  const [key] = keys as [Uint8Array];
  return {
    encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return sealed + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(text) {
      if (!isEncrypted(text)) return readUnencrypted(text);
      const bytes = Buffer.from(text.slice(sealed.length), 'base64url');
      for (const uint8Array of keys) {
        const found = decryptBytes(bytes, uint8Array);
        if (found !== undefined) return found;
      }
      throw new Error('a secret of the store cannot be opened: NONET_SECRET_KEY is not what it was encrypted with');
    },
  };
}

/** Stores secrets without a key: in plain text. A client may send a text that looks like an encrypted one. */
export const plainCipher: Cipher = {
  encrypt: (text) => (/^sealed:[01]:/.test(text) ? plain + text : text),
  decrypt: readUnencrypted,
};

/** Reads a secret that is stored without a key. Throws for one that is encrypted. */
export function readUnencrypted(text: string): string {
  if (text.startsWith(plain)) return text.slice(plain.length);
  if (!text.startsWith(sealed)) return text;
  throw new Error('a secret of the store is encrypted, and NONET_SECRET_KEY is not set');
}

/** Returns the decrypted text, or undefined if the key differs. */
function decryptBytes(bytes: Buffer, key: Uint8Array): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Returns the SHA-256. With `'buffer'` Node allocates memory for each hash, which costs more than the hash of a short text. */
function digest(bytes: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', bytes, 'binary'), 'binary');
}

const importKey = memo((key: object) => createPrivateKey({ key: { ...key }, format: 'jwk' }));

const aesBlock = 16;

/**
 * AES-256 in counter mode: the counter is the last 32 bits of the vector. One cipher a key encrypts all counters: a cipher for each text
 * costs ten times as much.
 */
function createCachedAes(): Platform['aes'] {
  const cipherOf = memo((key: Uint8Array) => createCipheriv('aes-256-ecb', key, null).setAutoPadding(false));
  return (key, vector, bytes) => {
    const counters = Buffer.alloc(Math.ceil(bytes.length / aesBlock) * aesBlock);
    for (let at = 0; at < counters.length; at += aesBlock) {
      counters.set(vector, at);
      counters.writeUInt32BE((counters.readUInt32BE(at + 12) + at / aesBlock) >>> 0, at + 12);
    }
    const stream = cipherOf(key).update(counters);
    for (let at = 0; at < bytes.length; at++) stream[at]! ^= bytes[at]!;
    return stream.subarray(0, bytes.length);
  };
}

const block = 64;
/** The bytes of a text that fit after the padded key; a longer one is copied. */
const room = 2048;

/**
 * HMAC with SHA-256 (RFC 2104): two hashes over padded keys, which are computed once per key. Node's own `createHmac` creates a key object
 * at each call, which costs more than the hashes.
 */
function createCachedHmac(): Platform['hmac'] {
  const pad = memo((key: Uint8Array): { readonly inner: Buffer; readonly outer: Buffer } => {
    const short = key.length > block ? digest(key) : key;
    const made = { inner: Buffer.alloc(block + room, 0x36), outer: Buffer.alloc(block + 32, 0x5c) };
    short.forEach((byte, i) => {
      made.inner[i] = byte ^ 0x36;
      made.outer[i] = byte ^ 0x5c;
    });
    return made;
  });
  return (key, text) => {
    const { inner, outer } = pad(key);
    const whole =
      text.length * 3 <= room
        ? inner.subarray(0, block + inner.write(text, block))
        : Buffer.concat([inner.subarray(0, block), Buffer.from(text)]);
    outer.write(hash('sha256', whole, 'binary'), block, 'binary');
    return digest(outer);
  };
}
