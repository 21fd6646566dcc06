const encoder = new TextEncoder();

/** Node's `Buffer`, as far as the service asks for it: bytes of a text, and Base64 for URLs. */
export class BrowserBuffer extends Uint8Array {
  static override from(source: unknown, at?: unknown, length?: unknown): BrowserBuffer {
    if (typeof source === 'string') return copy(at === 'base64url' ? decodeBase64url(source) : encoder.encode(source));
    if (source instanceof ArrayBuffer) return new BrowserBuffer(source, at as number, length as number);
    return copy(source as Uint8Array);
  }

  static isBuffer(value: unknown): value is BrowserBuffer {
    return value instanceof BrowserBuffer;
  }

  static concat(all: readonly Uint8Array[]): BrowserBuffer {
    const joined = new BrowserBuffer(all.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const bytes of all) {
      joined.set(bytes, at);
      at += bytes.length;
    }
    return joined;
  }

  static byteLength(text: string): number {
    return encoder.encode(text).length;
  }

  hexSlice(from: number, to: number): string {
    return [...this.subarray(from, to)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  base64Slice(from: number, to: number): string {
    return btoa([...this.subarray(from, to)].map((byte) => String.fromCharCode(byte)).join(''));
  }

  utf8Slice(from: number, to: number): string {
    return new TextDecoder().decode(this.subarray(from, to));
  }

  override toString(encoding?: string): string {
    if (encoding !== 'base64url') return new TextDecoder().decode(this);
    return this.base64Slice(0, this.length).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  }
}

function copy(bytes: Uint8Array): BrowserBuffer {
  const made = new BrowserBuffer(bytes.length);
  made.set(bytes);
  return made;
}

/** The bytes of Base64 for URLs; of any other text, no bytes. */
function decodeBase64url(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
