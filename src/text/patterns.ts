import { RE2JS } from 're2js';

/** A pattern of the language: what it is in RE2, and in ECMA-262 with the flag `u`. */
export interface Pattern {
  /** Whether a text holds a match, as RE2 reads the pattern, in linear time. */
  matches(text: string): boolean;
  readonly native: RegExp;
}

const known = new Map<string, Pattern | { readonly engine: 'RE2' | 'ECMA-262'; readonly error: string }>();

/** Compiles a pattern, which must be valid in RE2 and in ECMA-262 with the flag `u`; else says which refuses it and why. */
export function compilePattern(
  text: string,
): Pattern | { readonly engine: 'RE2' | 'ECMA-262'; readonly error: string } {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size > 1000) known.clear();
  const made = compile(text);
  known.set(text, made);
  return made;
}

function compile(text: string): ReturnType<typeof compilePattern> {
  let native: RegExp;
  try {
    native = new RegExp(text, 'u');
  } catch (thrown) {
    return { engine: 'ECMA-262', error: formatPatternError(thrown) };
  }
  try {
    const re2 = RE2JS.compile(text);
    return { matches: (value) => re2.test(value), native };
  } catch (thrown) {
    return { engine: 'RE2', error: formatPatternError(thrown) };
  }
}

/** The engine's own words without its prefix and without the pattern that they repeat. */
function formatPatternError(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message
    .replace(/^error parsing regexp: /, '')
    .replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '')
    .toLowerCase();
}
