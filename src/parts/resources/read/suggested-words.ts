import { findNearest } from '../../../text/nearest.ts';
import { own } from '../../../text/own-property.ts';
import { formatsByName as formats } from '../formats/index.ts';

const meantUnits: Readonly<Record<string, string>> = {
  chars: 'characters',
  char: 'characters',
  letters: 'characters',
  elements: 'items',
  entries: 'items',
  members: 'keys',
};
const meantWords: Readonly<Record<string, string>> = {
  readonly: 'read-only',
  writeonly: 'write-only',
  createonly: 'create-only',
  immutable: 'create-only',
  mandatory: 'required',
  'not null': 'required',
  'primary key': 'identity',
};
const advice: Readonly<Record<string, string>> = {
  optional: 'remove it: a field that is not `required` is optional',
};

/** The likely meaning of a constraint: the text that replaces it, or advice. */
export type Meant = { readonly suggestion?: string | undefined; readonly help?: string };

/** The unit of a range that a word most likely means, if any. */
export function findNearestUnit(text: string, units: readonly string[]): string | undefined {
  return own(meantUnits, text.toLowerCase()) ?? findNearest(text, units);
}

/** Returns the format of that name, which an author may have written as a constraint. */
export function findFormatName(text: string): string | undefined {
  const lower = text.toLowerCase();
  return formats.has(lower) ? lower : undefined;
}

/** What a constraint that is not known most likely means, as it is written here; `names` are the words that constraints begin with. */
export function findNearestConstraint(text: string, names: readonly string[]): Meant {
  const lower = text.toLowerCase();
  const words = lower.split(' ');
  const find = (meanings: Readonly<Record<string, string>>): string | undefined =>
    own(meanings, lower) ?? own(meanings, words[0] ?? '');
  const [, pattern] = /^(?:matches|matching|match|regexp?|format)[: ]+(`.+`)$/i.exec(text) ?? [];
  if (pattern !== undefined) return { suggestion: `pattern ${pattern}` };
  if (/^regexp?\b/.test(lower)) return { help: 'write `pattern` and the expression in a code span' };
  const digits = fractionDigits.exec(lower)?.[1];
  if (digits !== undefined) return { suggestion: `multiple of ${(10 ** -Number(digits)).toFixed(Number(digits))}` };
  const help = find(advice);
  if (help !== undefined) return { help };
  const suggestion = find(meantWords);
  if (suggestion !== undefined) return { suggestion };
  const range = guessRange(lower);
  if (range !== undefined) return range;
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const head = words.slice(0, count).join(' ');
    const near = findNearest(
      head,
      names.filter((name) => name.split(' ').length === count),
    );
    if (near !== undefined) return { suggestion: near + text.slice(head.length) };
  }
  return {};
}

/** `min 1`, `maxLength: 10`, `<= 5`: bounds as other languages write them. */
function guessRange(text: string): Meant | undefined {
  const [, word = '', size, number = ''] = bound.exec(text) ?? [];
  if (number === '') return undefined;
  const range = /^(?:min|at least|>)/.test(word) ? `${number}..` : `..${number}`;
  if (size !== undefined) return { suggestion: `${range} characters` };
  return { help: `write \`${range}\` for a number, or \`${range} characters\` for a string` };
}

/** `2 decimals`: a bound of the digits after the point. */
const fractionDigits = /^(\d) (?:decimals?|decimal (?:places?|digits?)|(?:fraction(?:al)? )digits?|places?)$/;

const bound = /^(min(?:imum)?|max(?:imum)?|at least|at most|>=|<=) ?(length|size)? ?[:=]? ?(-?\d+(?:\.\d+)?)$/;
