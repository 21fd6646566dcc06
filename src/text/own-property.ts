/** What a table of words holds for a word of the document; words that every object knows (`constructor`, `__proto__`) are no entries. */
export function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
