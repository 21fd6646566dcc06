import type { MigrationReport, TableReport } from '../../stores/migration/store.ts';
import { formatCount } from '../shared/terminal.ts';

/** What a migration did or would do, line by line: each table's steps in words, then in SQL, then what stands in the way. */
export function formatMigrationReport(report: MigrationReport, file: string, dryRun: boolean): string[] {
  const { place, made, tables, obstacles } = report;
  if (!made) return [`${place} has no tables yet: serving ${file} makes them.`];
  if (tables.length === 0) return [`${place} fits ${file}.${dryRun ? '' : ' Nothing was to be done.'}`];
  const lines = tables.flatMap((table) => [...formatTableReport(table, file), '']);
  if (obstacles.length > 0) {
    lines.push('This stands in the way, so nothing was changed:');
    for (const { name, words, records, examples } of obstacles) {
      const more = records > examples.length ? ', …' : '';
      const which = examples.length === 0 ? '' : ` (${examples.join(', ')}${more})`;
      lines.push(`  ${formatCount(records, 'record')}: ${name} ${words}${which}`);
    }
    return lines;
  }
  lines.push(dryRun ? `Nothing was changed (--dry-run). Without it ${place} would be.` : `${place} now fits ${file}.`);
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
        each === undefined ? [] : [`    -- for each of ${formatCount(each, 'record')}, worked out by Nonet:`];
      return [...lines, ...`${text};`.split('\n').map((line) => `    ${line}`)];
    }),
  ];
}
