import type { MigrationReport, TableReport } from '../../../stores/migration/store.ts';
import { formatCount } from '../../shared/terminal.ts';

/** Formats what a migration did or would do: the steps of each table, their SQL, then what blocks it. */
export function formatMigrationReport(report: MigrationReport, file: string, dryRun: boolean): string[] {
  const { place, made, tables, obstacles } = report;
  if (!made) return [`${place} does not exist yet. To create it, run nonet serve ${file}`];
  if (tables.length === 0) return [`${place} matches ${file}. Nothing to migrate.`];
  const lines = tables.flatMap((table) => [...formatTableReport(table, file), '']);
  if (obstacles.length > 0) {
    lines.push('Migration blocked; nothing was changed:');
    for (const { name, words, records, examples } of obstacles) {
      const more = records > examples.length ? ', …' : '';
      const which = examples.length === 0 ? '' : ` (${examples.join(', ')}${more})`;
      lines.push(`  ${formatCount(records, 'record')}: ${name} ${words}${which}`);
    }
    return lines;
  }
  lines.push(
    dryRun
      ? `Nothing was changed (--dry-run). To migrate ${place}, run it again without --dry-run.`
      : `Migrated: ${place} now matches ${file}.`,
  );
  return lines;
}

function formatTableReport({ name, records, steps, sql }: TableReport, file: string): string[] {
  return [
    `${name} (${formatCount(records, 'record')})`,
    ...steps.map((step) => {
      const where = step.line === undefined ? '' : `  ${file}:${step.line}`;
      const count = step.records === undefined ? '' : formatCount(step.records, 'record');
      const concerned = count === '' ? '' : step.conversion === undefined ? ` (of ${count})` : `: ${count}`;
      return `  ${step.words}${concerned}${where}`;
    }),
    ...sql.flatMap(({ text, records: each }) => {
      const lines =
        each === undefined ? [] : [`    -- for each of ${formatCount(each, 'record')}, values computed by Nonet:`];
      return [...lines, ...`${text};`.split('\n').map((line) => `    ${line}`)];
    }),
  ];
}
