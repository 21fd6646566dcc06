/** A literal of a regular expression that contains a character beyond ASCII. */
const literal =
  /(?<=[(,=:?&|![\n]|\breturn)\/(?![*/])(?=[^\n]*?[^\0-\x7F])(?:[^/\\\n[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\//g;

/**
 * Escapes characters beyond ASCII in regular expressions, the only place where esbuild prints them as they are. One of them makes
 * Node decode a file slowly, and V8 hold all of it with two bytes for each character.
 */
export const escapeRegExps = (text: string): string => text.replace(literal, (found) => escapeAll(found));

/**
 * Escapes all characters beyond ASCII: those of tagged templates too, whose raw texts then differ. Only for a text without such
 * characters in comments and names.
 */
export const escapeAll = (text: string): string =>
  text.replace(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
