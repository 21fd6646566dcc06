import { formatString } from '../page/text.ts';
import { listItems, readString, type Tree } from '../source/tree.ts';

/** The types of the language by the names of SQL. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^(bool|boolean)$/, 'boolean'],
  [/^(smallint|int2|integer|int|int4|mediumint|tinyint|serial)$/, 'integer'],
  [/^(bigint|int8|bigserial)$/, 'int64'],
  [/^(real|float|double|double precision|float4|float8)/, 'number'],
  [/^(numeric|decimal)/, 'decimal'],
  [/^(timestamp|timestamptz|datetime)/, 'date-time'],
  [/^date$/, 'date'],
  [/^time/, 'time'],
  [/^uuid$/, 'uuid'],
  [/^(json|jsonb)$/, 'any'],
  [/^(blob|bytea)/, 'byte'],
  [/^(text|clob|varchar|nvarchar|char|nchar|character|character varying|bpchar|citext|name)\b/, 'string'],
];

/** Returns the type of a column, and the length that its type states. */
export function readColumnType(
  sql: string,
  values: Tree | undefined,
): { readonly type: string; readonly length?: string } {
  const texts = listItems(values).flatMap((value) => readString(value) ?? []);
  if (texts.length > 0) return { type: `one of ${texts.map(formatString).join(', ')}` };
  const list = /^([^[\]]*)\[\]$/.exec(sql)?.[1];
  if (list !== undefined) return { type: `${readColumnType(list, undefined).type}[]` };
  const type = types.find(([pattern]) => pattern.test(sql.replace(/\s*\(.*$/, '')))?.[1] ?? 'any';
  const length = type === 'string' ? /\(\s*([0-9]+)\s*\)/.exec(sql)?.[1] : undefined;
  return { type, ...(length === undefined ? {} : { length: `..${length} characters` }) };
}
