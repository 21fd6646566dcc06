import type { StoreLayout } from '../../layout.ts';
import type { MigrationDialect } from '../../migration/planned.ts';
import { formatTableTexts } from '../../tables.ts';
import { records } from '../dialect.ts';
import { toCatalogName } from '../quote.ts';
import { formatReferenceName } from '../tables.ts';
import type { Constraint } from './introspection.ts';
import { createMigrationStatements } from './statements.ts';

/** How PostgreSQL writes a migration that no database is asked for. */
export const postgresMigration: MigrationDialect = {
  name: 'postgres',
  title: 'PostgreSQL',
  texts: (layout) => formatTableTexts(records, layout),
  statements: (change, layout, before) => createMigrationStatements(change, layout, readConstraints(before)),
};

/** Returns the constraints of tables with the default names of PostgreSQL: `invoice_status_check`. */
function readConstraints(layout: StoreLayout): readonly Constraint[] {
  return [...layout.values()].flatMap((table) =>
    table.columns.flatMap((column): Constraint[] => {
      const other = layout.get(column.refers ?? '');
      const [owner, name] = [toCatalogName(table.table), toCatalogName(column.name)];
      const own = { table: owner, columns: [name], references: undefined } as const;
      return [
        ...(column === table.identity ? [{ ...own, name: `${owner}_pkey`, kind: 'key' } as const] : []),
        ...(column.choices === undefined ? [] : [{ ...own, name: `${owner}_${name}_check`, kind: 'check' } as const]),
        ...(other === undefined
          ? []
          : [
              {
                ...own,
                name: toCatalogName(formatReferenceName(column)),
                kind: 'reference',
                references: toCatalogName(other.table),
              } as const,
            ]),
      ];
    }),
  );
}
