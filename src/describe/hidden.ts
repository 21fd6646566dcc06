/**
 * Characters that a reader of a text does not see: control characters, line separators, marks that turn its direction, private
 * ones. Generated code writes them as escapes.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\ufffe\uffff]/gu;

/** Returns a text with each hidden character as `write` writes its code point. */
export function escapeHidden(text: string, write: (codePoint: number) => string): string {
  return text.replace(hidden, (found) => write(found.codePointAt(0)!));
}

/** Writes a character as JSON and JavaScript do: `\u202e`, or as two of them. */
export function escapeUnits(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

/** Writes a text in a line of a comment of TypeScript. */
export function escapeLine(text: string): string {
  return escapeHidden(text.replace(/\s+/g, ' ').trim(), (codePoint) => `\\u{${codePoint.toString(16)}}`);
}
