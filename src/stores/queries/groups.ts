import type { FieldFigure, Figure, Group, GroupKey } from '../../contracts/store.ts';
import type { StorageClass } from '../../plan/schema.ts';
import type { QueryDialect } from '../dialect.ts';
import { type ColumnReader, compileSum, type FigureSql, orderEnds, readValue } from './aggregates.ts';

type Groups = Figure & { readonly kind: 'groups' };

/** A value of each group: the aggregates that compute it, as texts, and how it is read from these. */
interface GroupValueSql {
  readonly texts: readonly string[];
  read(texts: readonly unknown[]): Group[number];
}

/** The number of characters of a date that each part has, from its beginning. */
const partLengths = { day: 10, month: 7, year: 4 } as const;

/** Writes the groups of the rows of `nonet_rows`, and figures of each. */
export function compileGroups(dialect: QueryDialect, { keys, of, most }: Groups, read: ColumnReader): FigureSql {
  const keyed = keys.map((key) => compileKey(key, read));
  const names = keyed.map((_, at) => `k${at}`);
  const ends = of.flatMap((figure) => (isDecimalEnd(figure, read) ? [figure] : []));
  // The ends of decimals are found in the order of their values, which no aggregate of both databases knows.
  const windows = ends.map((end, at) => {
    const { column } = read(end.field);
    const order = `${column} IS NULL, ${orderEnds(dialect, end.kind as 'minimum' | 'maximum', column)}`;
    return `first_value(${column}) OVER (PARTITION BY ${keyed.map(({ text }) => text).join(', ')} ORDER BY ${order}) AS w${at}`;
  });
  const from = `SELECT *, ${[...keyed.map(({ text }, at) => `${text} AS ${names[at]}`), ...windows].join(', ')} FROM nonet_rows`;
  const values: readonly GroupValueSql[] = [
    ...keyed.map(
      ({ storage }, at): GroupValueSql => ({
        texts: [dialect.exactText(names[at]!, storage)],
        read: ([text]) => (text === null ? null : readValue(text, storage)),
      }),
    ),
    ...of.map((figure) => compileValue(dialect, figure, read, ends.indexOf(figure as FieldFigure))),
  ];
  const texts = values.flatMap((value) => value.texts);
  const columns = texts.map((_, at) => `x${at}`);
  const order = names.map((name) => name + dialect.direction(false, true)).join(', ');
  const shown = texts.map((text, at) => `${text} AS ${columns[at]}`).join(', ');
  const grouped = `SELECT row_number() OVER (ORDER BY ${order}) AS p, ${shown} FROM (${from}) AS a GROUP BY ${names.join(', ')}`;
  return {
    columns,
    rows: `SELECT * FROM (${grouped}) AS g WHERE p <= ${most}`,
    read: (rows) => rows.map((row) => readGroup(values, row)),
  };
}

function compileKey({ field, part }: GroupKey, read: ColumnReader): { text: string; storage: StorageClass } {
  const { column, storage } = read(field);
  if (part === undefined) return { text: column, storage };
  const text = `substr(${column}, 1, ${partLengths[part]})`;
  return { text, storage: part === 'year' ? 'integer' : 'text' };
}

function isDecimalEnd(figure: Groups['of'][number], read: ColumnReader): figure is FieldFigure {
  if (figure.kind !== 'minimum' && figure.kind !== 'maximum') return false;
  return read(figure.field).storage === 'decimal';
}

function compileValue(
  dialect: QueryDialect,
  figure: Groups['of'][number],
  read: ColumnReader,
  window: number,
): GroupValueSql {
  if (figure.kind === 'count')
    return { texts: [dialect.exactText('count(*)', 'integer')], read: ([text]) => Number(text) };
  const { column, storage } = read(figure.field);
  if (figure.kind === 'sum') return compileSum(dialect, column, storage);
  const end = window === -1 ? `${figure.kind === 'minimum' ? 'min' : 'max'}(${column})` : `min(w${window})`;
  return {
    texts: [dialect.exactText(end, storage)],
    read: ([text]) => (text === null ? null : readValue(text, storage)),
  };
}

function readGroup(values: readonly GroupValueSql[], row: readonly unknown[]): Group {
  const texts = row.values();
  return values.map((value) => value.read(value.texts.map(() => texts.next().value)));
}
