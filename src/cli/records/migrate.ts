import type { Command } from 'commander';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import type { MigrationReport } from '../../stores/migration/store.ts';
import { findNearest } from '../../text/nearest.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { logTo } from '../shared/log.ts';
import { collect, createStoreOption } from '../shared/options.ts';
import type { Terminal } from '../shared/terminal.ts';
import { retryUntilFree, waitOption } from '../shared/waiting.ts';
import { formatMigrationReport } from './migrate/report.ts';
import { migrateStore } from './migrate/store.ts';

interface Options {
  readonly store?: string;
  readonly dryRun?: true;
  readonly rename: readonly string[];
  readonly allowDataLoss: readonly string[];
  readonly wait: number;
  readonly json?: true;
}

/** `nonet migrate FILE` */
export function addMigrate(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document')
    .addOption(createStoreOption())
    .option('--dry-run', 'print the steps and what blocks them; change nothing')
    .option('--rename <old=new>', 'a renamed field, resource or value; may be repeated', collect, [])
    .option('--allow-data-loss <name>', 'a field or resource whose data may be deleted; may be repeated', collect, [])
    .addOption(waitOption(0))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
All steps run in one transaction. Records are converted by the rows of Changes: Old requests states how, and \`renamed\` keeps
the data. migrate deletes data only for names in --allow-data-loss.

Stop all instances that serve the previous document first; --wait waits for them. On PostgreSQL they may keep running if their
writes also fit the changed document.

Exit status: 0 migrated, or nothing to do; 1 blocked, or the document has errors; 2 it failed to run.

Examples:
  $ nonet migrate invoices.md --dry-run
  $ nonet migrate invoices.md --rename Invoice.note=Invoice.memo
  $ nonet migrate invoices.md --rename 'Invoice.status void=Invoice.status withdrawn'
  $ nonet migrate invoices.md --allow-data-loss Invoice.memo --store postgres://localhost/invoices`,
    )
    .action(async (file: string, options: Options) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      const address = options.store ?? getDefaultStore(file);
      const { wait } = options;
      const platform = createNodePlatform(logTo('warn'));
      const report = await retryUntilFree({ wait, terminal }, (again) =>
        migrateStore(plan, address, platform, { ...options, again }),
      );
      if (options.json) terminal.out({ json: JSON.stringify(report, null, 2) });
      else for (const line of formatMigrationReport(report, file, options.dryRun === true)) terminal.out(line);
      const { place, otherService, done } = report;
      if (otherService !== undefined) {
        terminal.err(
          done
            ? `warning: ${place} belonged to the service "${otherService}". It now belongs to "${plan.name}".`
            : `warning: ${place} belongs to the service "${otherService}", not to "${plan.name}". If the service was renamed, run migrate without --dry-run.`,
        );
      }
      for (const line of findUnusedLossFlags(report, options.allowDataLoss)) terminal.err(line);
      if (report.obstacles.length > 0) terminal.end(1);
    });
}

/** Returns a warning for each `--allow-data-loss` that no step needs. */
function findUnusedLossFlags({ tables }: MigrationReport, allowed: readonly string[]): readonly string[] {
  const known = [
    ...new Set(tables.flatMap(({ name, steps, losses }) => [name, ...losses, ...steps.map((step) => step.name)])),
  ];
  return allowed
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = findNearest(name, known);
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return `warning: --allow-data-loss ${name} has no effect: no step of this migration changes it.${hint}`;
    });
}
