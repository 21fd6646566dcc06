import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  addToSum,
  type DecimalSum,
  emptySum,
  expandExponent,
  formatSum,
  isDecimal,
  toDecimalKey,
} from '../../text/numbers/decimals.ts';
import { normalizeSearchText, splitSearchWords } from '../queries/search-words.ts';
import { formatBits } from '../quotas.ts';
import { listEntries } from './search-tokens.ts';

/** The largest finite number, by the digits that write it. */
const largestNumber = 17_976_931_348_623_157n * 10n ** 292n;

/**
 * Adds to a connection what SQL of this store calls: `nonet_search(text, column, …)`, whether each word is in a column,
 * `nonet_search_entries(whole, count, column, owner, …, text, …)`, the entries of a row in a search index,
 * `nonet_decimal(text)`, the key by which decimals are compared, `nonet_decimal_sum(text)`, their sum, `nonet_number_sum(number)`, the sum of the
 * digits of numbers, `nonet_bits(number)`, by which quotas count it, and `nonet_go_on()`, which is true as long as its thread runs.
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
  const entries = (whole: SQLOutputValue, count: SQLOutputValue, ...values: SQLOutputValue[]): string => {
    const owners = Array.from(
      { length: Number(count) },
      (_, at) => [String(values[2 * at]), values[2 * at + 1]] as const,
    );
    return listEntries(joinColumns(...values.slice(2 * owners.length)), owners, whole === 1);
  };
  const bits = (value: SQLOutputValue): string | null => (value === null ? null : formatBits(Number(value)));
  const decimal = (value: SQLOutputValue): string | null => {
    const text = String(value);
    return isDecimal(text) ? toDecimalKey(text) : null;
  };
  // Indexes are made of it.
  database.function('nonet_decimal', { deterministic: true }, decimal);
  database.aggregate('nonet_decimal_sum', {
    directOnly: true,
    start: () => emptySum,
    step: (total: DecimalSum, value: SQLOutputValue) => (value === null ? total : addToSum(total, String(value))),
    result: formatSum,
  } as never);
  database.aggregate('nonet_number_sum', {
    directOnly: true,
    start: () => emptySum,
    step: (total: DecimalSum, value: SQLOutputValue) =>
      value === null ? total : addToSum(total, expandExponent(String(value))),
    result: (total: DecimalSum) => {
      const most = largestNumber * 10n ** BigInt(total.scale);
      return total.units > most || total.units < -most ? null : Number(formatSum(total));
    },
  } as never);
  database.function('nonet_bits', { deterministic: true, directOnly: true }, bits);
  database.function('nonet_go_on', { directOnly: true }, () => 1);
  // Triggers call it.
  database.function('nonet_search_entries', { varargs: true, deterministic: true }, entries);
  database.function('nonet_search', { varargs: true, deterministic: true, directOnly: true }, search);
}
