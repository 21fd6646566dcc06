import { type Command, InvalidArgumentError } from 'commander';
import { formatDiagnosticJson } from '../../diagnostics/json.ts';
import { buildWholePlan, type Document } from '../../parts/index.ts';
import { describeAccess, listPublicOperations } from '../../plan/access/access.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { openDocument, planOrDiagnostics, printDiagnostics } from '../shared/document.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';
import { formatAccessJson } from './access/json.ts';
import { formatAccess, summarizeAccess } from './access/terminal.ts';

const findings = ['warnings', 'public', 'reveals'] as const;
type Finding = (typeof findings)[number];

interface Options {
  readonly json?: true;
  readonly failOn: readonly Finding[];
}

function collectFindings(value: string, before: readonly Finding[]): readonly Finding[] {
  const names = value.split(',').map((name) => findings.find((finding) => finding === name.trim()));
  if (!names.every((name) => name !== undefined))
    throw new InvalidArgumentError(`Allowed choices are ${findings.join(', ')}.`);
  return [...before, ...names];
}

/** `nonet access FILE` */
export function addAccess(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'a document')
    .option('--json', 'print JSON')
    .option(
      '--fail-on <finding>',
      'exit with status 1 if there is one: warnings, public or reveals; may be repeated',
      collectFindings,
      [],
    )
    .addHelpText(
      'after',
      `
For each scope, access prints the allowed operations with their records, and the fields that it does not see or send. It also
prints values that are computed from records which the caller cannot read.

Findings: warnings, a warning of nonet check about Authentication; public, an operation without a credential (issuing and
revoking tokens does not count); reveals, a value from records that a caller cannot read.

Exit status: 0 without a finding of --fail-on; 1 with one, or the document has errors; 2 the file cannot be read.

Examples:
  $ nonet access invoices.md
  $ nonet access --fail-on warnings invoices.md
  $ nonet access --json invoices.md | jq '.operations[] | select(.permissions.public.may == "all") | .operation'`,
    )
    .action((file: string, options: Options) => {
      const document = openDocument(file);
      const plan: WholePlan | undefined = planOrDiagnostics(document, terminal, buildWholePlan);
      if (plan === undefined) return;
      const access = describeAccess(plan);
      const warnings = listWarnings(document);
      if (options.json) {
        const json = {
          ...formatAccessJson(file, access, plan),
          warnings: warnings.map((warning) => formatDiagnosticJson(document.source, warning)),
        };
        terminal.out({ json: JSON.stringify(json, null, 2) });
      } else {
        const { colours, columns: width = 80 } = terminal;
        const drawing = formatAccess(plan, access, { colours: colours.out, width });
        if (drawing !== '') terminal.out({ drawing });
        printDiagnostics(document, warnings, terminal, 'out');
        terminal.out(`${file}: ${summarizeAccess(access)}, ${formatCount(warnings.length, 'warning')}`);
      }
      const found: Readonly<Record<Finding, readonly string[]>> = {
        warnings: warnings.map(({ message }) => message),
        public: listPublicOperations(access).map(({ name }) => `\`${name}\` needs no credential.`),
        reveals: access.reveals.map(({ value, of }) => `\`${value}\` is computed from hidden records of ${of}.`),
      };
      for (const finding of new Set(options.failOn)) {
        for (const text of found[finding]) terminal.err(`${finding}: ${text}`);
        if (found[finding].length > 0) terminal.end(1);
      }
    });
}

/** The warnings of a document about its authentication. */
function listWarnings({ diagnostics }: Document): Document['diagnostics'] {
  return diagnostics.filter(({ code, severity }) => severity === 'warning' && code.startsWith('authentication/'));
}
