import type { TableTexts } from '../../differences.ts';
import type { Catalogue } from '../../migration/step.ts';
import type { Executor } from '../connection/connect.ts';
import { toCatalogName } from '../quote.ts';

/** A constraint as the database names it; `references` is the table that a foreign key leads to. */
export interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly kind: 'check' | 'key' | 'reference' | 'other';
  readonly columns: readonly string[];
  readonly references: string | undefined;
}

const kinds: Readonly<Record<string, Constraint['kind']>> = { c: 'check', p: 'key', f: 'reference' };

/** Reads the constraints of all tables of the schema, except NOT NULL. */
export async function readConstraints(executor: Executor): Promise<readonly Constraint[]> {
  const { rows } = await executor.execute({
    text: `SELECT t.relname::text, c.conname::text, c.contype::text, r.relname::text,
        (SELECT json_agg(a.attname) FROM pg_attribute AS a WHERE a.attrelid = t.oid AND a.attnum = ANY(c.conkey))::text
      FROM pg_constraint AS c JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_namespace AS n ON n.oid = t.relnamespace
      LEFT JOIN pg_class AS r ON r.oid = c.confrelid WHERE n.nspname = current_schema() AND c.contype <> 'n' ORDER BY 1, 2`,
  });
  return rows.map(([table, name, kind, references, columns]) => ({
    table: String(table),
    name: String(name),
    kind: kinds[String(kind)] ?? 'other',
    columns: JSON.parse(String(columns ?? '[]')) as readonly string[],
    references: references === null ? undefined : String(references),
  }));
}

/** Reads the tables that Nonet made; an unchanged definition has the text that it was made with. */
export async function introspect(
  executor: Executor,
  kept: TableTexts,
  constraints: readonly Constraint[],
): Promise<Catalogue> {
  const columns = await executor.execute({
    text: `SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod), l.collname::text, a.attnotnull
      FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
      LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
      WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY c.relname, a.attnum`,
  });
  const indexes = await executor.execute({
    text: `SELECT t.relname::text, i.relname::text, pg_get_indexdef(x.indexrelid)
      FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid
      JOIN pg_namespace AS n ON n.oid = t.relnamespace
      WHERE n.nspname = current_schema() AND NOT x.indisprimary AND x.indisvalid ORDER BY 1, 2`,
  });
  return {
    tables: kept.flatMap((made) => {
      const table = toCatalogName(made.table);
      const own = columns.rows.filter(([name]) => name === table);
      if (own.length === 0) return [];
      const texts = new Map(made.columns.map(([name, text]) => [toCatalogName(name), [name, text] as const]));
      const named = new Map(made.indexes.map(([name, text]) => [toCatalogName(name), [name, text] as const]));
      return [
        {
          table: made.table,
          columns: own.map(([, name, type, collation, given]) => {
            const column = String(name);
            const held = constraints.filter(
              (constraint) => constraint.table === table && constraint.columns.includes(column),
            );
            const [as, text] = texts.get(column) ?? [column, undefined];
            const words = describeColumn(String(type), collation, given === true, held);
            return [as, text !== undefined && stripConstraints(text) === words ? text : words] as const;
          }),
          indexes: indexes.rows
            .filter(([name]) => name === table)
            .map(([, name, text]) => named.get(String(name)) ?? ([String(name), String(text)] as const)),
        },
      ];
    }),
  };
}

/** A column as the catalogue has it: its type, whether it is there in every row, and the kinds of its constraints. */
function describeColumn(type: string, collation: unknown, given: boolean, held: readonly Constraint[]): string {
  const has = (kind: Constraint['kind']): boolean => held.some((constraint) => constraint.kind === kind);
  return [
    type,
    ...(collation === 'C' ? ['COLLATE "C"'] : []),
    ...(has('key') ? ['PRIMARY KEY'] : given ? ['NOT NULL'] : []),
    ...(has('check') ? ['CHECK'] : []),
    ...(has('reference') ? ['REFERENCES'] : []),
  ].join(' ');
}

/** Removes checks and the targets of references from a definition. */
function stripConstraints(text: string): string {
  return text.replace(/ CHECK \((?:[^']|'(?:[^']|'')*')*?\)\)/, ' CHECK').replace(/ REFERENCES .*$/, ' REFERENCES');
}
