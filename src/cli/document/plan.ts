import type { Command } from 'commander';
import { buildVersionPlan, buildWholePlan } from '../../parts/index.ts';
import { createUnknownVersionError, openDocument, planOrDiagnostics } from '../shared/document.ts';
import type { Terminal } from '../shared/terminal.ts';

/** `nonet plan FILE` */
export function addPlan(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'a document')
    .option('--api-version <version>', 'print an older version, and how its requests and responses are converted')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet plan invoices.md
  $ nonet plan invoices.md --api-version 2026-06-01
  $ nonet plan invoices.md | jq '.operations[] | {name, method, path}'`,
    )
    .action((file: string, { apiVersion: at }: { readonly apiVersion?: string }) => {
      const document = openDocument(file);
      const plan = planOrDiagnostics(document, terminal, buildWholePlan);
      if (plan === undefined) return;
      const shown = at === undefined ? plan : buildVersionPlan(document.service, at);
      if (shown === undefined) throw createUnknownVersionError(document, at ?? '');
      terminal.out({ json: JSON.stringify(shown, null, 2) });
    });
}
