import type { Catalog, CatalogColumn, CatalogReference, CatalogTable } from './catalog.ts';

/** Reads the tables of the schema `public` of a PostgreSQL database, in one transaction that writes nothing. Loads the package `pg`. */
export async function readPostgres(address: string): Promise<Catalog> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: address,
    statement_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const rowsOf = async <T>(sql: string): Promise<readonly T[]> => (await client.query(sql)).rows as T[];
    const columns = await rowsOf<ColumnRow>(columnsSql);
    const constraints = await rowsOf<ConstraintRow>(constraintsSql);
    const tables = Map.groupBy(columns, ({ table }) => table);
    return {
      database: 'PostgreSQL',
      tables: Object.fromEntries(
        [...tables].map(([table, own]) => [
          table,
          readTable(
            own,
            constraints.filter((one) => one.table === table),
          ),
        ]),
      ),
    };
  } finally {
    await client.end();
  }
}

interface ColumnRow {
  readonly table: string;
  readonly about: string | null;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly standard: string | null;
  readonly made: string;
  readonly comment: string | null;
  readonly enum: readonly string[] | null;
}

interface ConstraintRow {
  readonly table: string;
  readonly kind: 'p' | 'u' | 'f' | 'c';
  readonly columns: readonly string[];
  readonly other: string | null;
  readonly to: readonly string[] | null;
  readonly effect: string;
  readonly definition: string;
}

const columnsSql = `
  SELECT c.relname AS "table", obj_description(c.oid) AS about, a.attname AS name,
    format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
    pg_get_expr(d.adbin, d.adrelid) AS standard, a.attgenerated::text AS made,
    col_description(c.oid, a.attnum) AS comment,
    (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = a.atttypid) AS enum
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.oid, a.attnum`;

const constraintsSql = `
  SELECT c.relname AS "table", k.contype AS kind,
    array(SELECT a.attname::text FROM unnest(k.conkey) with ordinality u(n, i) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n ORDER BY u.i) AS columns,
    f.relname AS other,
    array(SELECT a.attname::text FROM unnest(k.confkey) with ordinality u(n, i) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.n ORDER BY u.i) AS "to",
    k.confdeltype AS effect, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k
  JOIN pg_class c ON c.oid = k.conrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
  LEFT JOIN pg_class f ON f.oid = k.confrelid
  WHERE k.contype IN ('p', 'u', 'f', 'c')
  ORDER BY k.oid`;

const effects: Readonly<Record<string, string>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};

function readTable(columns: readonly ColumnRow[], constraints: readonly ConstraintRow[]): CatalogTable {
  const of = (kind: ConstraintRow['kind']) => constraints.filter((one) => one.kind === kind);
  const keys = of('p')[0]?.columns ?? [];
  const references: readonly CatalogReference[] = of('f').map(({ columns: from, other, to, effect }) => ({
    columns: from,
    table: other ?? '',
    to: to ?? [],
    onDelete: effects[effect] ?? 'no action',
  }));
  const uniques = of('u').map((one) => one.columns);
  const checks = of('c').map(({ definition }) => definition.replace(/^CHECK \((.*)\)$/s, '$1'));
  const about = columns[0]?.about;
  return {
    ...(typeof about === 'string' ? { comment: about } : {}),
    columns: Object.fromEntries(
      columns.map((column) => [column.name, readColumn(column, keys.indexOf(column.name) + 1)]),
    ),
    ...(references.length === 0 ? {} : { references }),
    ...(uniques.length === 0 ? {} : { uniques }),
    ...(checks.length === 0 ? {} : { checks }),
  };
}

function readColumn({ type, required, standard, made, comment, enum: values }: ColumnRow, key: number): CatalogColumn {
  const isGenerated = made !== '';
  return {
    type,
    ...(required ? { notNull: true } : {}),
    ...(standard === null || isGenerated ? {} : { default: standard }),
    ...(key > 0 ? { key } : {}),
    ...(isGenerated ? { generated: true } : {}),
    ...(values === null ? {} : { values }),
    ...(comment === null ? {} : { comment }),
  };
}
