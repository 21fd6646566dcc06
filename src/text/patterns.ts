import { RE2JS } from 're2js';
import { countPatternSteps } from './pattern-size.ts';

/** A pattern of the language: what it is in RE2, and in ECMA-262 with the flag `u`. */
export interface Pattern {
  /** Whether a text holds a match, as RE2 reads the pattern, in linear time. */
  matches(text: string): boolean;
  readonly native: RegExp;
}

/** The reason why a text is not a pattern. */
export interface PatternError {
  readonly engine: 'RE2' | 'ECMA-262' | 'Nonet';
  readonly error: string;
}

const known = new Map<string, Pattern | PatternError>();

/** The maximum number of steps of all patterns of a document: more would take seconds and hundreds of megabytes to compile. */
const mostSteps = 50_000;

/** The patterns of the document that is checked, and their steps. */
let taken: { readonly patterns: Set<string>; steps: number } | undefined;

/** Checks a document: from the pattern on with which its patterns are too large together, each is an error. */
export function limitPatterns<T>(check: () => T): T {
  if (taken !== undefined) return check();
  taken = { patterns: new Set(), steps: 0 };
  try {
    return check();
  } finally {
    taken = undefined;
  }
}

/** Returns why a pattern is too large next to the others of its document. */
function explainTooLarge(text: string): PatternError | undefined {
  if (taken === undefined || taken.patterns.has(text)) return undefined;
  const steps = countPatternSteps(text);
  if (taken.steps + steps > mostSteps)
    return {
      engine: 'Nonet',
      error: `it needs ${steps} steps, and all patterns of a document at most ${mostSteps}`,
    };
  taken.patterns.add(text);
  taken.steps += steps;
  return undefined;
}

/** Compiles a pattern, which must be valid in RE2 and in ECMA-262 with the flag `u`; else says which refuses it and why. */
export function compilePattern(text: string): Pattern | PatternError {
  const tooLarge = explainTooLarge(text);
  if (tooLarge !== undefined) return tooLarge;
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size > 1000) known.clear();
  const made = compile(text);
  known.set(text, made);
  return made;
}

function compile(text: string): Pattern | PatternError {
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
