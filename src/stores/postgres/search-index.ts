import type { SearchIndexDialect, SearchTables } from '../dialect.ts';
import type { TableLayout } from '../layout.ts';
import { type Source, sql } from '../queries/fragment.ts';
import { listTrigrams } from '../queries/search-words.ts';
import { formatSearchIndex, readSearchIndex, type SearchColumns } from '../search-index.ts';
import { quote } from './quote.ts';

/**
 * Computes the trigrams of texts and of lists in JSON: three code points are one number. It needs no extension. Its cost keeps PostgreSQL
 * from computing it for rows that the index excludes.
 */
const createFunction = `CREATE OR REPLACE FUNCTION nonet_trigrams(strings text[], lists text[]) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000 AS $nonet$
DECLARE
  searched text := array_to_string(strings, chr(10));
  list text;
BEGIN
  FOREACH list IN ARRAY lists LOOP
    IF list IS NOT NULL THEN
      searched := concat(searched, chr(10), (SELECT string_agg(i, chr(10)) FROM jsonb_array_elements_text(list::jsonb) AS i));
    END IF;
  END LOOP;
  searched := normalize(lower(searched COLLATE "und-x-icu"), NFC);
  RETURN (SELECT coalesce(array_agg((((ascii(a)::bigint << 21) | ascii(b)) << 21) | ascii(c)), '{}')
    FROM unnest(string_to_array(searched, NULL), string_to_array(substr(searched, 2), NULL), string_to_array(substr(searched, 3), NULL))
      AS u (a, b, c) WHERE c IS NOT NULL);
END $nonet$`;

/** How PostgreSQL creates search indexes: a GIN index of the trigrams of each row. */
export const searchTables: SearchTables = {
  definition: ({ search }) => formatSearchIndex(search!),
  create: (name, table, columns) => [
    createFunction,
    `CREATE INDEX ${quote(name)} ON ${quote(table)} USING gin (${formatTrigrams(columns)})`,
  ],
  drop: (name) => [`DROP INDEX IF EXISTS ${quote(name)}`],
};

function formatTrigrams({ strings, lists }: SearchColumns): string {
  const written = [strings, lists].map((names) => `ARRAY[${names.map(quote).join(', ')}]::text[]`);
  return `nonet_trigrams(${written.join(', ')})`;
}

/** How PostgreSQL reads search indexes. */
export const searchIndex: SearchIndexDialect = {
  serves: ({ search }) => search !== undefined,
  probe: (table, text, most) =>
    sql`SELECT count(*) FROM (${selectCandidates(table, text, '1')} LIMIT ${String(most)}) AS c`,
  // As a subquery, PostgreSQL reads the index once and never tests the condition row by row.
  candidate: (table, text) => sql`t.ctid = ANY(ARRAY(${selectCandidates(table, text, 'ctid')}))`,
  // PostgreSQL reads the whole index entries of a word, however frequent it is.
  tested: 300,
  along: '',
  // Connections avoid sorting, so PostgreSQL would test all records in their order.
  fence: ' OFFSET 0',
};

function selectCandidates(table: TableLayout, text: Source, column: string) {
  const trigrams = formatTrigrams(readSearchIndex(formatSearchIndex(table.search!))!);
  const bound: Source = (values) => listTrigrams(text(values)).map(toNumber);
  return sql`SELECT ${column} FROM ${quote(table.table)} WHERE ${trigrams} @> ${bound}::bigint[]`;
}

/** Writes a trigram as the number that `nonet_trigrams` computes for it. */
function toNumber(trigram: string): string {
  return [...trigram].reduce((sum, character) => (sum << 21n) | BigInt(character.codePointAt(0)!), 0n).toString();
}
