/** Prepares a password as the profile OpaqueString of RFC 8265, section 4.2.2: each kind of space is U+0020, and the text is in form NFC. */
export function toOpaqueString(text: string): string {
  return text.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
