import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { formatReport } from '../../../diff/terminal.ts';
import { type Conflict, mergePages } from '../../../import/index.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { createReport } from '../../document/compare/comparing.ts';
import { countErrors, listErrors, openDocument, printDiagnostics } from '../../shared/document.ts';
import { formatCount, type Terminal } from '../../shared/terminal.ts';

/** Merges the page of a source into a page, and prints the conflicts and what has changed. Undefined if the result has errors. */
export function mergeInto(
  file: string,
  newer: string,
  older: string | undefined,
  terminal: Terminal,
): string | undefined {
  const current = openDocument(file);
  const { text, conflicts } = mergePages(current.source.text, newer, older);
  const merged = readDocument(createSource(file, text));
  const errors = listErrors(merged);
  printDiagnostics(merged, [...conflicts.map((conflict) => describeConflict(merged, conflict)), ...errors], terminal);
  if (errors.length > 0) {
    terminal.err(`${file}: ${formatCount(countErrors(merged), 'error')} after the merge. Nothing is written.`);
    terminal.end(1);
    return undefined;
  }
  if (listErrors(current).length === 0)
    terminal.err({ drawing: formatReport(createReport(current, merged), { colours: terminal.colours.err }) });
  if (conflicts.length > 0)
    terminal.err(`${formatCount(conflicts.length, 'conflict')}: the page keeps what it states.`);
  return text;
}

function describeConflict({ source }: Document, { stays, source: stated, of }: Conflict): Diagnostic {
  const [first = ''] = stays.split('\n');
  const start = Math.max(0, source.text.indexOf(first));
  return {
    code: 'import/conflict',
    severity: 'warning',
    span: { start, end: start + first.length },
    message:
      stated === undefined
        ? `The source no longer has ${of}.`
        : `The source states ${of} differently: ${stated.includes('`') ? stated : `\`${stated}\``}.`,
    note: 'The page keeps what a person has stated.',
  };
}
