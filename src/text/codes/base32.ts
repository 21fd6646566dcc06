const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Writes bytes in base 32 without padding (RFC 4648, section 6). */
export function encodeBase32(bytes: Uint8Array): string {
  let [bits, count, text] = [0, 0, ''];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (count += 8; count >= 5; count -= 5) text += letters[(bits >>> (count - 5)) & 31];
    bits &= (1 << count) - 1;
  }
  return count === 0 ? text : text + letters[(bits << (5 - count)) & 31];
}

/** Reads whole bytes of a text in base 32 without padding. */
export function decodeBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const letter of text) {
    bits = (bits << 5) | letters.indexOf(letter);
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >>> count) & 255);
    bits &= (1 << count) - 1;
  }
  return Uint8Array.from(bytes);
}
