/** One change of the code. */
export interface Mutant {
  /** The file, below the root of the project. */
  readonly file: string;
  /** The first line that changes, counted from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The name of the kind of change, as Stryker calls it. */
  readonly kind: string;
  readonly original: string;
  readonly replacement: string;
}

/** Returns the text of a file with a mutant in it. */
export function mutated(content: string, { start, end, replacement }: Mutant): string {
  return content.slice(0, start) + replacement + content.slice(end);
}
