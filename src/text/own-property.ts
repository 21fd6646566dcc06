/** Returns the entry of a word in a table; inherited names (`constructor`, `__proto__`) have none. */
export function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
