const omitted = new Set(['line', 'digest', 'document', 'gaps', 'words']);

/** Mixes a text into two 32-bit halves (a non-cryptographic hash in the manner of MurmurHash3's finalizer). */
function mix(text: string): [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high >>> 0, low >>> 0];
}

/**
 * Sixteen hexadecimal digits that change when a value does; lines, gaps and words for people are left out.
 * It tells plans apart, it protects nothing.
 */
export function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (key, member: unknown) => (omitted.has(key) ? undefined : member)) ?? '';
  return mix(text)
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('');
}
