import type { QueryDialect } from '../dialect.ts';
import type { ColumnLayout } from '../layout.ts';

/** Writes a column, or the value inside it; `before` is the alias of its table with a dot. */
export function writeColumn(dialect: QueryDialect, column: ColumnLayout, before = ''): string {
  const whole = before + dialect.quote(column.name);
  const [at] = column.inside ?? [];
  return at === undefined ? whole : dialect.inside(whole, at.path, column.storage);
}
