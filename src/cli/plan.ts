import type { Command } from 'commander';
import { openDocument, planOrProblems } from './document.ts';
import type { Terminal } from './terminal.ts';

/** `nonet plan FILE` */
export function addPlan(program: Command, terminal: Terminal): void {
  program
    .command('plan')
    .description('Print the plan of a document as JSON: what the machine runs, each rule with the line it came from.')
    .argument('<file>', 'a document')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet plan invoices.md
  $ nonet plan invoices.md | jq '.operations[] | {name, method, path}'`,
    )
    .action((file: string) => {
      const plan = planOrProblems(openDocument(file), terminal);
      if (plan !== undefined) terminal.out(JSON.stringify(plan, null, 2));
    });
}
