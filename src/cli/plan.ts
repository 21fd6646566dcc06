import type { Command } from 'commander';
import { type Document, planAt } from '../parts/index.ts';
import { nearest } from '../text/nearest.ts';
import { openDocument, planOrProblems } from './document.ts';
import type { Terminal } from './terminal.ts';

/** `nonet plan FILE` */
export function addPlan(program: Command, terminal: Terminal): void {
  program
    .command('plan')
    .description('Print the plan of a document as JSON: what the machine runs, each rule with the line it came from.')
    .argument('<file>', 'a document')
    .option('--at <version>', 'print what an older version shows, and how it is turned to the newest one')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet plan invoices.md
  $ nonet plan invoices.md --at 1
  $ nonet plan invoices.md | jq '.operations[] | {name, method, path}'`,
    )
    .action((file: string, { at }: { readonly at?: string }, command: Command) => {
      const document = openDocument(file);
      const plan = planOrProblems(document, terminal);
      if (plan === undefined) return;
      const shown = at === undefined ? plan : planAt(document.service, at);
      if (shown === undefined) command.error(`error: ${noVersion(document, at ?? '')}`, { exitCode: 2 });
      terminal.out(JSON.stringify(shown, null, 2));
    });
}

function noVersion({ service }: Document, version: string): string {
  const names = service.versioning.versions.map(({ name }) => name.value);
  if (names.length === 0) return `there is no version '${version}': the document lists none.`;
  const near = nearest(version, names);
  const listed = names.slice(0, 20).join(', ');
  return `there is no version '${version}'. ${near === undefined ? `The document lists ${listed}.` : `Did you mean ${near}?`}`;
}
