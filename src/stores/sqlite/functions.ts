import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { normalizeSearchText, splitSearchWords } from '../queries/search-words.ts';
import { formatBits } from '../quotas.ts';

/**
 * Adds to a connection what SQL of this store calls: `nonet_search(text, column, …)`, whether each word is in a column,
 * `nonet_search_text(column, …)`, the text of columns as it is searched,
 * `nonet_bits(number)`, by which quotas count it, and `nonet_go_on()`, which is true as long as its thread runs.
 */
export function addFunctions(database: DatabaseSync): void {
  let last: SQLOutputValue | undefined;
  let words: readonly string[] = [];
  // No word has a line's end in it, so that none is found across two columns.
  const joinColumns = (...columns: SQLOutputValue[]): string =>
    normalizeSearchText(columns.map((column) => column ?? '').join('\n'));
  const search = (text: SQLOutputValue, ...columns: SQLOutputValue[]): number => {
    if (text !== last) {
      words = splitSearchWords(text);
      last = text;
    }
    const all = joinColumns(...columns);
    return words.every((word) => all.includes(word)) ? 1 : 0;
  };
  const bits = (value: SQLOutputValue): string | null => (value === null ? null : formatBits(Number(value)));
  database.function('nonet_bits', { deterministic: true, directOnly: true }, bits);
  database.function('nonet_go_on', { directOnly: true }, () => 1);
  // Triggers call it.
  database.function('nonet_search_text', { varargs: true, deterministic: true }, joinColumns);
  database.function('nonet_search', { varargs: true, deterministic: true, directOnly: true }, search);
}
