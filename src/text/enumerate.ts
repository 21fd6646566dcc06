/** Joins words as a sentence lists them: `a`, `a and b`, `a, b and c`; of no words an empty text. */
export function enumerate(words: Iterable<string>, conjunction: 'and' | 'or'): string {
  const all = [...words];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${conjunction} ${all.at(-1)}`;
}
