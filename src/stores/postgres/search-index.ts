import { createHash } from 'node:crypto';
import { quoteText, type SearchIndexDialect, type SearchTables, type Sought } from '../dialect.ts';
import type { TableLayout } from '../layout.ts';
import { type Source, sql } from '../queries/fragment.ts';
import { listTrigrams } from '../queries/search-words.ts';
import { formatSearchIndex, readSearchIndex, type SearchColumns } from '../search-index.ts';
import { quote } from './quote.ts';

/**
 * Computes the trigrams of texts and of lists in JSON: three code points are one number. With `whole` it returns them, and for each owner
 * once more with its hash, so that the search of one tenant reads no trigram of another. It needs no extension. Its cost keeps PostgreSQL
 * from computing it for rows that the index excludes. Maintenance runs with a search path of its own: it calls no other function of Nonet.
 */
const createFunction = `CREATE OR REPLACE FUNCTION nonet_trigrams(strings text[], lists text[], owners text[], whole boolean) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000 AS $nonet$
DECLARE
  searched text := array_to_string(strings, chr(10));
  list text;
  owner text;
  seed bigint;
  found bigint[];
  made bigint[] := '{}';
BEGIN
  FOREACH list IN ARRAY lists LOOP
    IF list IS NOT NULL THEN
      searched := concat(searched, chr(10), (SELECT string_agg(i, chr(10)) FROM jsonb_array_elements_text(list::jsonb) AS i));
    END IF;
  END LOOP;
  searched := normalize(lower(searched COLLATE "und-x-icu"), NFC);
  found := (SELECT coalesce(array_agg((((ascii(a)::bigint << 21) | ascii(b)) << 21) | ascii(c)), '{}')
    FROM unnest(string_to_array(searched, NULL), string_to_array(substr(searched, 2), NULL), string_to_array(substr(searched, 3), NULL))
      AS u (a, b, c) WHERE c IS NOT NULL);
  IF whole THEN
    made := found;
  END IF;
  FOREACH owner IN ARRAY owners LOOP
    IF owner IS NOT NULL THEN
      seed := ('x' || substr(encode(sha256(convert_to(owner, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint;
      made := made || ARRAY(SELECT t # seed FROM unnest(found) AS t);
    END IF;
  END LOOP;
  RETURN made;
END $nonet$`;

/** How PostgreSQL creates search indexes: a GIN index of the trigrams of each row. */
export const searchTables: SearchTables = {
  definition: ({ search }) => formatSearchIndex(search!),
  create: (name, table, columns) => [
    createFunction,
    `CREATE INDEX ${quote(name)} ON ${quote(table)} USING gin (${formatTrigrams(columns)}) WITH (fastupdate = off)`,
  ],
  drop: (name) => [`DROP INDEX IF EXISTS ${quote(name)}`],
};

function formatTrigrams({ strings, lists, owners = [], whole }: SearchColumns): string {
  const own = owners.map((name) => `${quoteText(`${name} `)} || ${quote(name)}`);
  const written = [strings.map(quote), lists.map(quote), own].map((names) => `ARRAY[${names.join(', ')}]::text[]`);
  return `nonet_trigrams(${written.join(', ')}, ${owners.length === 0 || whole === true})`;
}

/** How PostgreSQL reads search indexes. */
export const searchIndex: SearchIndexDialect = {
  serves: ({ search }) => search !== undefined,
  probe: (table, sought, most) =>
    sql`SELECT count(*) FROM (${selectCandidates(table, sought, '1')} LIMIT ${String(most)}) AS c`,
  // As a subquery, PostgreSQL reads the index once and never tests the condition row by row.
  candidate: (table, sought) => sql`t.ctid = ANY(ARRAY(${selectCandidates(table, sought, 'ctid')}))`,
  // PostgreSQL reads the whole index entries of a word, however frequent it is.
  tested: 300,
  along: '',
  // Connections avoid sorting, so PostgreSQL would test all records in their order.
  fence: ' OFFSET 0',
};

function selectCandidates(table: TableLayout, { text, owner }: Sought, column: string) {
  const trigrams = formatTrigrams(readSearchIndex(formatSearchIndex(table.search!))!);
  const bound: Source = (values) => {
    const seed = owner === undefined ? 0n : hashOwner(`${owner.column} ${owner.value(values)}`);
    return listTrigrams(text(values)).map((trigram) => String(BigInt.asIntN(64, toNumber(trigram) ^ seed)));
  };
  return sql`SELECT ${column} FROM ${quote(table.table)} WHERE ${trigrams} @> ${bound}::bigint[]`;
}

/** Returns the hash of an owner, as `nonet_trigrams` computes it. */
function hashOwner(owner: string): bigint {
  return BigInt(`0x${createHash('sha256').update(owner).digest('hex').slice(0, 16)}`);
}

/** Writes a trigram as the number that `nonet_trigrams` computes for it. */
function toNumber(trigram: string): bigint {
  return [...trigram].reduce((sum, character) => (sum << 21n) | BigInt(character.codePointAt(0)!), 0n);
}
