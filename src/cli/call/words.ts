import { CommandError } from '../../operator/command-error.ts';

/** A word `name=value` of a call. */
export interface GivenWord {
  /** The names from the outermost member to the value: `address.city`. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The words of a call: the operation, and the values that it is given. */
export interface CallWords {
  /** The name of the operation, or its method and path. */
  readonly operation: string;
  readonly given: readonly GivenWord[];
}

/** Reads the words of a call. Throws a `CommandError` for a word after the operation that gives no value. */
export function readCallWords(words: readonly string[]): CallWords {
  const first = words.findIndex(isGiven);
  const named = first === -1 ? words : words.slice(0, first);
  const given = first === -1 ? [] : words.slice(first);
  const stray = given.find((word) => !isGiven(word));
  if (stray !== undefined)
    throw new CommandError(`"${stray}" gives no value. Write name=value, such as name='Ada Lovelace'.`);
  return { operation: named.join(' '), given: given.map(readGiven) };
}

/** Whether a word is `name=value`. A path may have a `=` in it, and is not one. */
function isGiven(word: string): boolean {
  return /^[^\s=/]+=/.test(word);
}

function readGiven(word: string): GivenWord {
  const at = word.indexOf('=');
  return { path: word.slice(0, at).split('.'), text: word.slice(at + 1) };
}
