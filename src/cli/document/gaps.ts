import type { Command } from 'commander';
import { findCondition } from '../../parts/errors/conditions/index.ts';
import { countGaps, createLedger, formatCellName, type Ledger } from '../../parts/gaps.ts';
import { grammars } from '../../parts/grammars.ts';
import { openDocument } from '../shared/document.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';

/** `nonet gaps FILE` */
export function addGaps(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'a document')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Status of an aspect: stated, none (the service has none), not shown (recorded as a gap), missing (not recorded).

Examples:
  $ nonet gaps invoices.md
  $ nonet gaps --json invoices.md | jq .counts`,
    )
    .action((file: string, options: { json?: true }) => {
      const { service, gaps, diagnostics } = openDocument(file);
      const ledger = createLedger(service, gaps);
      if (options.json) terminal.out({ json: JSON.stringify(ledger, null, 2) });
      else for (const line of formatLedger(file, ledger)) terminal.out(line);
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
      if (errors > 0) {
        const found = formatCount(errors, 'error');
        terminal.err(
          `${file} has ${found}, so error conditions without a row in Errors are not listed. To see the errors, run nonet check ${file}`,
        );
      }
    });
}

function formatLedger(file: string, ledger: Ledger): string[] {
  const names = [...ledger.aspects.map(({ aspect }) => aspect), ...ledger.cells.map(formatCellName)];
  const width = Math.max(...names.map((name) => name.length));
  const lines: string[] = [];
  for (const { part, title } of grammars) {
    lines.push(title);
    for (const { aspect, status, line } of ledger.aspects.filter((entry) => entry.part === part)) {
      const where = line === null ? '' : `  line ${line}`;
      lines.push(`  ${aspect.padEnd(width)}  ${status.padEnd(9)}${where}`.trimEnd());
    }
    for (const cell of ledger.cells.filter((entry) => entry.part === part)) {
      const { line, column } = cell;
      lines.push(
        `  ${formatCellName(cell).padEnd(width)}  gap        line ${line}${describeDefaultStatus(part, column)}`,
      );
    }
    lines.push('');
  }
  const { stated, none, notShown, missing } = ledger.counts;
  lines.push(`${file}: ${formatCount(countGaps(ledger), 'gap')}`);
  lines.push(
    `${formatCount(ledger.aspects.length, 'aspect')}: ${stated} stated, ${none} none, ${notShown} not shown, ${missing} missing; ` +
      `${formatCount(ledger.cells.length, 'cell')} open`,
  );
  return lines;
}

/** The status that a condition without a row in Errors returns. */
function describeDefaultStatus(part: string, column: string): string {
  const status = part === 'errors' ? findCondition(column.replace(/ on .*/, ''))?.status : undefined;
  return status === undefined ? '' : `, returns ${status} without a code`;
}
