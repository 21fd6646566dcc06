/** Returns the pattern for a text. */
export type PatternChoice = (text: string) => RegExp;

/**
 * Returns `ascii` for texts of ASCII, and for others the pattern that `createAny` creates once. Both must match the same texts of
 * ASCII. A pattern with `\p{…}` takes up to 5 ms to create, because V8 builds sets from the tables of Unicode.
 */
export function choosePattern(ascii: RegExp, createAny: () => RegExp): PatternChoice {
  let any: RegExp | undefined;
  return (text) => {
    if (!beyondAscii.test(text)) return ascii;
    any ??= createAny();
    return any;
  };
}

const beyondAscii = /[^\0-\x7F]/;

const word = choosePattern(/^\w+$/, () => /^[\p{L}\p{N}_]+$/u);
const dottedWord = choosePattern(/^[\w.-]+$/, () => /^[\p{L}\p{N}_.-]+$/u);

/** Returns whether a text is letters and digits of any script, and `_`. */
export const isUnicodeWord = (text: string): boolean => word(text).test(text);

/** Returns whether a text is letters and digits of any script, `_`, `.` and `-`. */
export const isDottedUnicodeWord = (text: string): boolean => dottedWord(text).test(text);
