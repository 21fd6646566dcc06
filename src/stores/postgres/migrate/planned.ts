import type { StoreLayout } from '../../layout.ts';
import type { MigrationDialect } from '../../migration/planned.ts';
import { tableTexts } from '../../tables.ts';
import { nameOf, records } from '../dialect.ts';
import { referenceName } from '../tables.ts';
import type { Constraint } from './introspection.ts';
import { createMigrationStatements } from './statements.ts';

/** How PostgreSQL writes a migration that no database is asked for. */
export const postgresMigration: MigrationDialect = {
  texts: (layout) => tableTexts(records, layout),
  statements: (change, layout, before) => createMigrationStatements(change, layout, readConstraints(before)),
};

/** The constraints of tables as PostgreSQL names them where nobody else does: `invoice_status_check`. */
function readConstraints(layout: StoreLayout): readonly Constraint[] {
  return [...layout.values()].flatMap((table) =>
    table.columns.flatMap((column): Constraint[] => {
      const other = layout.get(column.refers ?? '');
      const [owner, name] = [nameOf(table.table), nameOf(column.name)];
      const own = { table: owner, columns: [name], references: undefined } as const;
      return [
        ...(column === table.identity ? [{ ...own, name: `${owner}_pkey`, kind: 'key' } as const] : []),
        ...(column.choices === undefined ? [] : [{ ...own, name: `${owner}_${name}_check`, kind: 'check' } as const]),
        ...(other === undefined
          ? []
          : [
              {
                ...own,
                name: nameOf(referenceName(column)),
                kind: 'reference',
                references: nameOf(other.table),
              } as const,
            ]),
      ];
    }),
  );
}
